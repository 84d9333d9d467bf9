import Foundation
import Geodesy
import Timekeeping

/// A summary of one drive from start to end, stored as the details of the drive's record.
package struct DriveSummary: Sendable, Equatable {
  package var start: Instant
  package var end: Instant
  /// The name of the place where the drive started, or its coordinates; nil if unknown.
  package var startPlace: String?
  package var endPlace: String?
  package var distanceMeters: Double
  /// The time from the drive's first point to its last point.
  ///
  /// It may be shorter than the time from `start` to `end`.
  package var duration: TimeSpan
  package var pointCount: Int
  package var isBusiness = true
  /// True if the user ran instead of drove. The tracker records runs only if `tracksRuns` is on.
  package var isRun = false
  /// True if a kill of the app interrupted the drive and no later event has ended it.
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
  /// Reads the summary from the details of a drive's record; nil if the JSON is invalid.
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

  /// The details of the drive's record in JSON, with times to the millisecond.
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
  /// Makes a summary in which coordinates take the place of place names.
  ///
  /// The tracker replaces the coordinates once the phone has found the names.
  init(_ drive: Drive, end: Instant, isBusiness: Bool) {
    self.init(
      start: drive.start, end: end, startPlace: drive.first.map { Self.text($0.coordinate) },
      endPlace: drive.last.map { Self.text($0.coordinate) },
      distanceMeters: (drive.distanceMeters * 10).rounded() / 10, duration: drive.duration,
      pointCount: drive.points, isBusiness: isBusiness)
    isRun = drive.isRun
  }

  /// Returns the coordinates rounded to five decimal places, about a meter.
  private static func text(_ coordinate: Coordinate) -> String {
    [coordinate.latitude, coordinate.longitude].map { "\(($0 * 1e5).rounded() / 1e5)" }
      .joined(separator: ", ")
  }
}
