import PhoneAPI
import Timekeeping

/// The behavior that records each drive after the phone has found names for its start and end.
///
/// If the phone finds no name for a place, the record contains the place's coordinates instead.
/// While a drive waits for the names, the drive is stored in the container. A kill then loses only
/// the names.
final class DriveLog: Behavior {
  private static let waitingKey = "driveToName"

  let events: Events = [.launch, .tracking, .drive]
  private unowned let tracker: Tracker
  private var waiting: Entry?

  private struct Entry {
    var summary: DriveSummary
    var location: Location
  }

  /// The drive that waited for names when the last process ended. The next drive may end while the
  /// app launches, and then waits under the same key.
  private var interrupted: String?

  init(_ tracker: Tracker) {
    self.tracker = tracker
    interrupted = tracker.phone.container.value(forKey: Self.waitingKey)
  }

  func launched(_ launch: Launch) {
    guard let text = interrupted, let summary = DriveSummary(json: text) else { return }
    interrupted = nil
    record(Entry(summary: summary, location: location(nil, at: summary.end)))
  }

  func trackingEnded() { flush() }

  func driveEnded(_ drive: Drive, isInProgress: Bool) {
    flush()
    let now = tracker.clock.now
    let isRecent = now - drive.newest <= Self.silenceMax && !isInProgress
    let end = drive.end ?? (isRecent ? now : drive.newest)
    var summary = DriveSummary(drive, end: end, isBusiness: tracker.settings.drives.areBusiness)
    summary.isInProgress = isInProgress
    tracker.reportDrive(summary)
    let entry = Entry(summary: summary, location: location(drive.last, at: end))
    guard tracker.phone.geocoder.availability.isAvailable, let first = drive.first,
      let last = drive.last
    else { return record(entry) }
    waiting = entry
    tracker.phone.container.set(summary.json, forKey: Self.waitingKey)
    name(first, of: summary.start, \.startPlace) { log in
      log.name(last, of: summary.start, \.endPlace) { $0.flush() }
    }
  }

  /// The largest age of a drive's newest point at which the drive ends at the current time.
  ///
  /// If the newest point is older, the drive ends at the time of that point. Without this limit, a
  /// drive that a kill interrupted long ago would appear to last until now.
  private static let silenceMax = TimeSpan.minutes(10)

  private func name(
    _ point: Drive.Point, of start: Instant, _ place: WritableKeyPath<DriveSummary, String?>,
    then next: @escaping (DriveLog) -> Void
  ) {
    tracker.phone.geocoder.reverseGeocode(point.coordinate) { [weak self] name in
      guard let self, waiting?.summary.start == start else { return }
      if let name { waiting?.summary[keyPath: place] = name }
      next(self)
    }
  }

  private func flush() {
    guard let entry = waiting else { return }
    waiting = nil
    record(entry)
  }

  private func record(_ entry: Entry) {
    tracker.record(
      entry.location, kind: .drive, source: .derived, at: tracker.clock.now,
      details: entry.summary.json)
    if waiting == nil { tracker.phone.container.set(nil, forKey: Self.waitingKey) }
  }

  /// Returns the position of the drive's last point, with `end` as its time.
  ///
  /// If there is no point, the function uses the phone's newest position.
  private func location(_ point: Drive.Point?, at end: Instant) -> Location {
    guard let point else {
      var location = tracker.manager.location ?? .unknown
      location.timestamp = end
      return location
    }
    return Location(coordinate: point.coordinate, horizontalAccuracyMeters: 0, timestamp: end)
  }
}
