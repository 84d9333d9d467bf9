import Foundation
import Timekeeping

/// A drive from its begin to its end: the details of a drive's record.
public struct DriveSummary: Sendable, Hashable {
  public var start: Instant
  public var end: Instant
  /// Names of places, or what else says where it was; nil where nobody knows.
  public var startPlace: String?
  public var endPlace: String?
  public var distanceMeters: Double
  /// From the first point to the last, which may be less than from start to end.
  public var duration: TimeSpan
  public var pointCount: Int
  public var isBusiness: Bool

  public init(
    start: Instant, end: Instant, startPlace: String? = nil, endPlace: String? = nil,
    distanceMeters: Double, duration: TimeSpan, pointCount: Int, isBusiness: Bool = true
  ) {
    self.start = start
    self.end = end
    self.startPlace = startPlace
    self.endPlace = endPlace
    self.distanceMeters = distanceMeters
    self.duration = duration
    self.pointCount = pointCount
    self.isBusiness = isBusiness
  }

  private struct Details: Codable {
    var start: String
    var end: String
    var startPlace: String?
    var endPlace: String?
    var distanceMeters: Double
    var durationSeconds: Double
    var points: Int
    var isBusiness: Bool
  }

  /// Nil for details that make no sense.
  public init?(json: String) {
    guard let details = try? JSONDecoder().decode(Details.self, from: Data(json.utf8)),
      let start = Instant(iso8601: details.start), let end = Instant(iso8601: details.end)
    else { return nil }
    self.init(
      start: start, end: end, startPlace: details.startPlace, endPlace: details.endPlace,
      distanceMeters: details.distanceMeters, duration: .seconds(details.durationSeconds),
      pointCount: details.points, isBusiness: details.isBusiness)
  }

  /// Times to the millisecond.
  public var json: String {
    let details = Details(
      start: start.iso8601(fractionDigits: 3), end: end.iso8601(fractionDigits: 3),
      startPlace: startPlace, endPlace: endPlace, distanceMeters: distanceMeters,
      durationSeconds: duration.seconds, points: pointCount, isBusiness: isBusiness)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(details)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
