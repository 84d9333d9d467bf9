import Foundation
import Geodesy
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
  /// Somebody ran; recorded where runs are tracked.
  public var isRun = false
  /// A kill left it so, and nothing has ended it since.
  public var isInProgress = false

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
    @ISO8601Text var start: Instant
    @ISO8601Text var end: Instant
    var startPlace: String?
    var endPlace: String?
    var distanceMeters: Double
    var durationSeconds: Double
    var points: Int
    var isBusiness: Bool
    var isRun: Bool?
    var isInProgress: Bool?
  }

  /// Nil for details that make no sense.
  public init?(json: String) {
    guard let details = try? JSONDecoder().decode(Details.self, from: Data(json.utf8)) else {
      return nil
    }
    self.init(
      start: details.start, end: details.end, startPlace: details.startPlace,
      endPlace: details.endPlace,
      distanceMeters: details.distanceMeters, duration: .seconds(details.durationSeconds),
      pointCount: details.points, isBusiness: details.isBusiness)
    isRun = details.isRun ?? false
    isInProgress = details.isInProgress ?? false
  }

  /// Times to the millisecond.
  public var json: String {
    let details = Details(
      start: start, end: end, startPlace: startPlace, endPlace: endPlace,
      distanceMeters: distanceMeters,
      durationSeconds: duration.seconds, points: pointCount, isBusiness: isBusiness,
      isRun: isRun ? true : nil, isInProgress: isInProgress ? true : nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(details)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

extension DriveSummary {
  /// Places by their coordinates, until somebody knows names.
  init(_ drive: Drive, end: Instant, isBusiness: Bool) {
    self.init(
      start: drive.start, end: end, startPlace: drive.first.map { Self.text($0.coordinate) },
      endPlace: drive.last.map { Self.text($0.coordinate) },
      distanceMeters: (drive.distanceMeters * 10).rounded() / 10, duration: drive.duration,
      pointCount: drive.points, isBusiness: isBusiness)
    isRun = drive.isRun
  }

  /// In hundred-thousandths of a degree, about a metre.
  private static func text(_ coordinate: Coordinate) -> String {
    [coordinate.latitude, coordinate.longitude].map { "\(($0 * 1e5).rounded() / 1e5)" }
      .joined(separator: ", ")
  }
}
