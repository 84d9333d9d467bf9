import PhoneAPI
import Timekeeping

/// Watches a tracker from outside: what it kept, what it dropped, what it sent. Changes nothing.
///
/// A running app has none. The simulator's harness has one to judge by; it outlives the process.
package protocol TrackerObserver: AnyObject {
  /// A record is in the store.
  func tracker(_ tracker: Tracker, didRecord record: Record, at instant: Instant)
  /// A delivered fix was not kept, by the behavior or filter of that name; a timer may still come
  /// back to it.
  func tracker(
    _ tracker: Tracker, didDiscard location: Location, by rule: StaticString, at instant: Instant)
  /// Records leave the queue because the server acknowledged them.
  func tracker(_ tracker: Tracker, didAcknowledge records: [Record.Identifier], at instant: Instant)
  /// How many records wait to be sent; called at changes.
  func tracker(_ tracker: Tracker, queueLengthIs length: Int, at instant: Instant)
  /// The fence whose crossings are recorded lies there from now on, or nowhere.
  func tracker(_ tracker: Tracker, fenceIs fence: CircularRegion?, at instant: Instant)
  /// A drive is over; it is recorded once its places have names.
  func tracker(_ tracker: Tracker, didDetect drive: DriveSummary)
}

extension TrackerObserver {
  package func tracker(_ tracker: Tracker, fenceIs fence: CircularRegion?, at instant: Instant) {}
  package func tracker(_ tracker: Tracker, didDetect drive: DriveSummary) {}
}
