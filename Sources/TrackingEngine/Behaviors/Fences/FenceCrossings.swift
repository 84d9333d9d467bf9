import Geodesy
import PhoneAPI
import Timekeeping

/// The recording of a fence's crossings, each with a position of the time at which it happened.
///
/// The phone's cached fix is used only if it is at most ten seconds old. Otherwise the phone is
/// asked for one. If it has none within eight seconds, the position is the fence's center with its
/// radius as the accuracy, since the person is at the fence. A crossing that waits is kept in the
/// app's container, so that it is not lost if the app is killed meanwhile.
final class FenceCrossings {
  private static let waitingKey = "waitingCrossing"
  /// Region wake-ups give the app about ten seconds.
  private static let waitMax = TimeSpan.seconds(8 as Int64)

  /// A crossing that waits for a fix.
  private struct Waiting {
    var crossing: Record.Crossing
    var time: Instant
    var center: Coordinate
    var radiusMeters: Double

    var text: String {
      "\(crossing.rawValue) \(time.nanoseconds) \(center.text) \(radiusMeters)"
    }

    init(_ crossing: Record.Crossing, _ region: CircularRegion, at time: Instant) {
      self.crossing = crossing
      self.time = time
      center = region.center
      radiusMeters = region.radiusMeters
    }

    init?(text: String) {
      let words = text.split(separator: " ").map(String.init)
      guard words.count == 4, let crossing = Record.Crossing(rawValue: words[0]),
        let nanoseconds = Int64(words[1]), let center = Coordinate(text: words[2]),
        let radius = Double(words[3])
      else { return nil }
      self.crossing = crossing
      time = Instant(nanoseconds: nanoseconds)
      self.center = center
      radiusMeters = radius
    }
  }

  private unowned let tracker: Tracker
  private var waiting: Waiting?
  private var timer: TimerToken?
  private var task: BackgroundTaskToken?

  init(_ tracker: Tracker) { self.tracker = tracker }

  /// Records a crossing that waited when the app was killed.
  func resume() {
    waiting = tracker.phone.container.value(forKey: Self.waitingKey).flatMap(Waiting.init(text:))
    settle(with: nil)
  }

  /// Records a crossing that happens now, or waits for a fix of it.
  func add(_ crossing: Record.Crossing, of region: CircularRegion) {
    settle(with: nil)
    let now = tracker.clock.now
    tracker.note(.trackedFence, crossing.rawValue)
    let notification = CrossingNotification(crossing, at: now, in: tracker.clock.calendar)
    waiting = Waiting(crossing, region, at: now)
    if let fix = tracker.manager.location, fix.isFresh(at: now) {
      settle(with: fix)
    } else {
      ask()
    }
    tracker.notify(
      notification.identifier, title: notification.title, body: notification.body,
      after: .seconds(2 as Int64))
  }

  private func ask() {
    tracker.phone.container.set(waiting?.text, forKey: Self.waitingKey)
    let age = tracker.manager.location.map { tracker.clock.now - $0.timestamp }
    tracker.note(
      .trackedFence,
      "asks where the phone is: " + (age.map { "its newest fix is \($0) old" } ?? "it has no fix"))
    task = tracker.phone.application.beginBackgroundTask(named: "crossing") { [weak self] in
      self?.settle(with: nil)
    }
    timer = tracker.clock.schedule(after: Self.waitMax, repeats: false) { [weak self] in
      self?.settle(with: nil)
    }
    tracker.manager.requestLocation()
  }

  /// Records the crossing that waits, if there is one, at a fresh fix or else at the fence.
  func settle(with fix: Location?) {
    guard let crossing = waiting else { return }
    waiting = nil
    let atFence = Location(
      coordinate: crossing.center, horizontalAccuracyMeters: crossing.radiusMeters,
      timestamp: crossing.time)
    if fix == nil { tracker.note(.trackedFence, "has no fix, and records the fence's place") }
    tracker.record(
      fix ?? atFence, kind: .crossing(crossing.crossing), source: .region, at: tracker.clock.now)
    tracker.phone.container.set(nil, forKey: Self.waitingKey)
    if let timer { tracker.clock.cancel(timer) }
    timer = nil
    if let ended = task {
      task = nil
      tracker.phone.application.endBackgroundTask(ended)
    }
  }
}

extension Location {
  private static let freshAgeMax = TimeSpan.seconds(10 as Int64)

  /// Returns true if the location is valid and at most ten seconds old.
  func isFresh(at now: Instant) -> Bool {
    let age = now - timestamp
    return horizontalAccuracyMeters >= 0 && max(age, -age) <= Self.freshAgeMax
  }
}
