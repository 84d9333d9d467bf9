import Evaluation
import PhoneAPI
import SimulatedPhone
import Timekeeping
import TrackingEngine

/// Takes what a run produces as it is produced, so that nothing has to be kept to its end.
package protocol RunSink: AnyObject {
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
  package func occurrence(_ occurrence: PhoneOccurrence, at instant: Instant) {}
  package func uncovered(from start: Instant, to end: Instant, because cause: GapCause) {}
  package func stays(truth: [JudgedStay], recorded: [JudgedStay]) {}
  package func finish() throws {}
}

/// The state of phone and tracker from `instant` on, until the next row.
package struct TimelineRow: Sendable, Hashable {
  package var instant: Instant
  package var app: String
  package var positioning: String
  package var batteryPercent: Int
  package var queueLength: Int
  package var authorization: String
  package var isPaused: Bool
}
