import Evaluation
import PhoneAPI
import SimulatedPhone
import Timekeeping
import TrackingEngine

/// A receiver of a run's output while the simulation produces it. The run then keeps no output in
/// memory.
package protocol RunSink: AnyObject {
  func record(_ record: Record)
  func timeline(_ row: TimelineRow)
  func note(_ note: PhoneNote)
  func occurrence(_ occurrence: PhoneOccurrence, at instant: Instant)
  /// Reports a period in which no recorded position showed where the person was. Calls are in order
  /// of time.
  func uncovered(from start: Instant, to end: Instant, because cause: GapCause)
  /// Reports the true stays and the recorded stays of one segment, at the end of the segment.
  func stays(truth: [JudgedStay], recorded: [JudgedStay])
  /// Completes the output after a run that succeeded.
  func finish() throws
}

extension RunSink {
  package func occurrence(_ occurrence: PhoneOccurrence, at instant: Instant) {}
  package func uncovered(from start: Instant, to end: Instant, because cause: GapCause) {}
  package func stays(truth: [JudgedStay], recorded: [JudgedStay]) {}
  package func finish() throws {}
}

/// The state of the phone and the tracker from `instant` until the next row's `instant`.
package struct TimelineRow: Sendable, Hashable {
  package var instant: Instant
  package var app: String
  package var positioning: String
  package var batteryPercent: Int
  package var queueLength: Int
  package var authorization: String
  package var isPaused: Bool

  package init(
    instant: Instant, app: String, positioning: String, batteryPercent: Int, queueLength: Int,
    authorization: String, isPaused: Bool
  ) {
    self.instant = instant
    self.app = app
    self.positioning = positioning
    self.batteryPercent = batteryPercent
    self.queueLength = queueLength
    self.authorization = authorization
    self.isPaused = isPaused
  }
}
