import Foundation
import Geodesy
import Timekeeping

/// A drive from its begin to its end: the details of a drive's record.
package struct DriveSummary: Sendable, Hashable {
  package var start: Instant
  package var end: Instant
  /// Names of places, or what else says where it was; nil where nobody knows.
  package var startPlace: String?
  package var endPlace: String?
  package var distanceMeters: Double
  /// From the first point to the last, which may be less than from start to end.
  package var duration: TimeSpan
  package var pointCount: Int
  package var isBusiness = true
  /// Somebody ran; recorded where runs are tracked.
  package var isRun = false
  /// A kill left it so, and nothing has ended it since.
  package var isInProgress = false

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
}

extension DriveSummary {
  /// Nil for details that make no sense.
  package init?(json: String) {
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
  package var json: String {
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

  /// In hundred-thousandths of a degree, about a meter.
  private static func text(_ coordinate: Coordinate) -> String {
    [coordinate.latitude, coordinate.longitude].map { "\(($0 * 1e5).rounded() / 1e5)" }
      .joined(separator: ", ")
  }
}
