import Evaluation
import PhoneAPI
import SimulatedPhone
import Timekeeping
import TrackingEngine

/// Takes what a run produces as it is produced, so that nothing has to be kept to its end.
public protocol RunSink: AnyObject {
  func record(_ record: Record)
  func timeline(_ row: TimelineRow)
  func note(_ note: PhoneNote)
  func occurrence(_ occurrence: PhoneOccurrence, at instant: Instant)
  /// No recorded position told where the person was; in order of time.
  func uncovered(from start: Instant, to end: Instant, because cause: GapCause)
  /// Of one stretch of time, when it is over.
  func stays(truth: [JudgedStay], recorded: [JudgedStay])
  /// The run is over and went well; what is left can be written.
  func finish() throws
}

extension RunSink {
  public func occurrence(_ occurrence: PhoneOccurrence, at instant: Instant) {}
  public func uncovered(from start: Instant, to end: Instant, because cause: GapCause) {}
  public func stays(truth: [JudgedStay], recorded: [JudgedStay]) {}
  public func finish() throws {}
}

/// The state of phone and tracker from `instant` on, until the next row.
public struct TimelineRow: Sendable, Hashable {
  public var instant: Instant
  public var app: String
  public var positioning: String
  public var batteryPercent: Int
  public var queueLength: Int
  public var authorization: String
  public var isPaused: Bool
}
