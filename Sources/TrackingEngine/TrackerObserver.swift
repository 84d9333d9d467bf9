import PhoneAPI
import Timekeeping

/// An observer that is called when a tracker records, drops or sends something.
///
/// The observer does not change the tracker. An app on a real phone has no observer. The
/// simulator's observer collects data about the tracker, and remains after the app's process has
/// ended.
package protocol TrackerObserver: AnyObject {
  /// The tracker put a record into the store, which gave it this identifier.
  ///
  /// The record itself may lack the identifier. To set it is to copy the record, which takes 4 % of
  /// a fix's time.
  func tracker(
    _ tracker: Tracker, didRecord record: Record, as identifier: Record.Identifier,
    at instant: Instant)
  /// The behavior or filter named `rule` dropped a delivered fix. A timer may still record it
  /// later.
  func tracker(
    _ tracker: Tracker, didDiscard location: Location, by rule: StaticString, at instant: Instant)
  /// The server acknowledged records, which then leave the queue.
  func tracker(_ tracker: Tracker, didAcknowledge records: [Record.Identifier], at instant: Instant)
  /// True if the observer wants to know the number of records that wait to be sent. A tracker asks
  /// once, when it is made.
  var wantsQueueLength: Bool { get }
  /// The number of records that wait to be sent is now `length`; it may be unchanged.
  func tracker(_ tracker: Tracker, queueLengthIs length: Int, at instant: Instant)
  /// The fence whose crossings are recorded is now `fence`; nil if there is no fence any more.
  func tracker(_ tracker: Tracker, fenceIs fence: CircularRegion?, at instant: Instant)
  /// A drive has ended. The tracker records it once the phone has found names for its places.
  func tracker(_ tracker: Tracker, didDetect drive: DriveSummary)
}

extension TrackerObserver {
  package var wantsQueueLength: Bool { false }
  package func tracker(_ tracker: Tracker, queueLengthIs length: Int, at instant: Instant) {}
  package func tracker(_ tracker: Tracker, fenceIs fence: CircularRegion?, at instant: Instant) {}
  package func tracker(_ tracker: Tracker, didDetect drive: DriveSummary) {}
}
