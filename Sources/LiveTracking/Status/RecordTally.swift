import LivePhone
import PhoneAPI
import Text
import Timekeeping
import TrackingEngine

/// A reason for which a fix did not become a record.
///
/// The raw values are the rules that the tracker reports, which are names of settings where there
/// is one. The phone's reasons follow.
enum HoldReason: String, CaseIterable {
  case minimumDistance, minimumInterval, withoutPosition, redelivered, loggingMode
  case foregroundTimer, noDrive, driveStopped, drivePointAccuracyMax, drivePointDistanceMin
  case recordsNothing, notTracking, store
  case distanceFilter, paused, noSignificantChange, notRequested

  init(_ reason: UndeliveredReason) {
    self =
      switch reason {
      case .distanceFilter: .distanceFilter
      case .paused: .paused
      case .noSignificantChange: .noSignificantChange
      case .notRequested: .notRequested
      }
  }

  /// The reason, as the display shows it after a count.
  var words: String {
    switch self {
    case .minimumDistance: "too close to the last record (minimumDistance)"
    case .minimumInterval: "too soon after the last record (minimumInterval)"
    case .withoutPosition: "without a position"
    case .redelivered: "delivered before"
    case .loggingMode: "not the newest of a delivery (loggingMode)"
    case .foregroundTimer: "between two records of the timer"
    case .noDrive: "no drive in progress"
    case .driveStopped: "stopped during a drive"
    case .drivePointAccuracyMax: "too inaccurate (drivePointAccuracyMax)"
    case .drivePointDistanceMin: "too close to the last record (drivePointDistanceMin)"
    case .recordsNothing: "only crossings are recorded"
    case .notTracking: "no trip in progress, or tracking is off"
    case .store: "not stored"
    case .distanceFilter: "too close to the last fix (distanceFilter)"
    case .paused: "updates are paused at rest"
    case .noSignificantChange: "no significant change"
    case .notRequested: "not requested by the tracker"
    }
  }

  /// The event that the tracker waits for before it records its first position.
  var awaited: String {
    switch self {
    case .withoutPosition, .redelivered, .loggingMode: "a new fix"
    case .foregroundTimer: "the timer"
    case .noDrive: "a drive"
    case .driveStopped: "the drive to go on"
    case .drivePointAccuracyMax: "a more accurate fix"
    case .minimumDistance, .drivePointDistanceMin, .distanceFilter, .paused: "movement"
    case .minimumInterval: "the interval to pass"
    case .recordsNothing: "a crossing of the fence"
    case .notTracking: "a trip, or tracking to be switched on"
    case .store: "room in the store"
    case .noSignificantChange: "a significant change"
    case .notRequested: "an event on which the tracker requests fixes"
    }
  }
}

/// The number of positions recorded since the start, and of fixes held back for each reason.
struct RecordTally: Sendable, Equatable {
  var recordedCount = 0
  /// The reasons with their counts, in the order of `HoldReason`.
  var heldBack: [HeldBack] = []
  /// The reason for which a fix was held back last; nil if none was.
  var newest: HoldReason?

  struct HeldBack: Sendable, Equatable {
    var reason: HoldReason
    var count: Int
  }

  /// The reasons with their counts, such as "34 held back: 30 no drive in progress, 4 too …"; nil
  /// if no fix was held back.
  var heldBackWords: String? {
    guard let newest else { return nil }
    let total = heldBack.reduce(0) { $0 + $1.count }
    guard heldBack.count > 1 else { return "\(total) held back: \(newest.words)" }
    let parts = heldBack.map { "\($0.count) \($0.reason.words)" }.joined(separator: ", ")
    return "\(total) held back: \(parts); the last: \(newest.words)"
  }
}

/// The observer that counts a tracker's records, and the fixes that the tracker held back.
final class RecordCounter: TrackerObserver {
  private var recordedCount = 0
  private var counts: [HoldReason: Int] = [:]
  private var newest: (reason: HoldReason, at: Instant)?

  func tracker(
    _ tracker: Tracker, didRecord record: Record, as identifier: Record.Identifier,
    at instant: Instant
  ) {
    if record.isLocation { recordedCount += 1 }
  }

  func tracker(
    _ tracker: Tracker, didDiscard location: Location, by rule: StaticString, at instant: Instant
  ) {
    guard let reason = HoldReason(rawValue: "\(rule)") else { return }
    counts[reason, default: 0] += 1
    newest = (reason, instant)
  }

  func tracker(
    _ tracker: Tracker, didAcknowledge records: [Record.Identifier], at instant: Instant
  ) {}

  /// Returns the counts, together with the fixes that the phone did not deliver to the tracker.
  func tally(with undelivered: UndeliveredFixes) -> RecordTally {
    var all = counts
    for (reason, count) in undelivered.counts { all[HoldReason(reason), default: 0] += count }
    let ofPhone = undelivered.newest.map { (reason: HoldReason($0.reason), at: $0.at) }
    let candidates = [newest, ofPhone].compactMap { $0 }
    return RecordTally(
      recordedCount: recordedCount,
      heldBack: HoldReason.allCases.compactMap { reason in
        all[reason].map { RecordTally.HeldBack(reason: reason, count: $0) }
      }, newest: candidates.max { $0.at < $1.at }?.reason)
  }
}

extension LiveStatus {
  /// The positions recorded and held back, or the event that the first record waits for.
  var recordedWords: String {
    let recorded = awaitedWords ?? counted(tally.recordedCount, "position")
    return [recorded, tally.heldBackWords].compactMap { $0 }.joined(separator: "; ")
  }

  /// The event that the first record waits for; nil after the first record.
  var awaitedWords: String? {
    guard tally.recordedCount == 0 else { return nil }
    guard isTracking else { return "no position yet, tracking is off" }
    let awaited = receiver.fix == nil ? "the first fix" : tally.newest?.awaited ?? "the next fix"
    return "no position yet, waiting for \(awaited)"
  }

  /// The part of a line about records: only if the reader may miss some.
  var recordedRemark: String? {
    tally.recordedCount == 0 || tally.newest != nil ? "recorded: \(recordedWords)" : nil
  }
}
