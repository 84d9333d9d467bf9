import PhoneAPI
import RunObservation
import Simulation
import Timekeeping
import TrackingEngine

/// Compares each record with the app's state and permission at its time.
package struct RecordCheck {
  package private(set) var problems = Problems("records")
  package private(set) var count = 0
  package private(set) var positionCount = 0
  private let start: Instant
  private let end: Instant
  private var last: Instant
  private var lastRow = Instant.distantPast
  private var app = Row("", .distantPast)
  private var authorization = Row("", .distantPast)

  private struct Row {
    var word: String
    var since: Instant

    init(_ word: String, _ since: Instant) {
      self.word = word
      self.since = since
    }

    mutating func take(_ word: String, at instant: Instant) {
      if word != self.word { self = Row(word, instant) }
    }
  }

  package init(from start: Instant, to end: Instant) {
    self.start = start
    self.end = end
    last = start
  }

  package mutating func add(_ row: TimelineRow) {
    problems.expect(row.instant >= lastRow, "a row at \(row.instant.iso8601()) comes late")
    problems.expect(row.queueLength >= 0, "\(row.queueLength) records wait")
    lastRow = row.instant
    app.take(row.app, at: row.instant)
    authorization.take(row.authorization, at: row.instant)
  }

  /// - Parameter newestFix: the newest fix that the app received or has read.
  package mutating func add(_ record: Record, newestFix: Location? = nil) {
    count += 1
    let time = record.recordedAt
    problems.expect(
      time >= last, "a record of \(time.iso8601()) comes after one of \(last.iso8601())")
    problems.expect(
      time >= start && time <= end, "a record of \(time.iso8601()) lies outside the day")
    last = time
    // At the instant of a change both orders are valid.
    problems.expect(
      isAlive || app.since >= time,
      "a record of \(time.iso8601()), and the app is \(app.word) since \(app.since.iso8601())")
    if record.isPosition { position(record, newestFix) }
  }

  private var isAlive: Bool { !app.word.hasPrefix("dead") && !app.word.hasPrefix("not") }

  private mutating func position(_ record: Record, _ newestFix: Location?) {
    positionCount += 1
    let time = record.recordedAt
    let place = record.location
    problems.expect(
      place.coordinate.isValid,
      "a record at \(place.coordinate.latitude), \(place.coordinate.longitude)")
    problems.expect(
      place.timestamp <= time, "a record of \(time.iso8601()) tells of \(place.timestamp.iso8601())"
    )
    problems.expect(
      ["always", "whenInUse"].contains(authorization.word) || isOld(place, newestFix),
      "a position of \(time.iso8601()), and location is \(authorization.word) since "
        + authorization.since.iso8601())
  }

  /// Returns true for a fix that came while it was permitted. The app may record it later, also
  /// with a time of its own.
  private func isOld(_ place: Location, _ newestFix: Location?) -> Bool {
    if authorization.since >= place.timestamp { return true }
    guard let newestFix, newestFix.coordinate == place.coordinate else { return false }
    return authorization.since >= newestFix.timestamp
  }
}
