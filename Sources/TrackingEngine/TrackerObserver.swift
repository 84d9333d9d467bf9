import PhoneAPI
import Timekeeping

/// An observer of what a tracker records, drops and sends. It changes nothing.
///
/// An app on a real phone has none. The simulator uses one to judge the tracker; it exists beyond
/// the end of the app's process.
package protocol TrackerObserver: AnyObject {
  /// The tracker put a record into the store.
  func tracker(_ tracker: Tracker, didRecord record: Record, at instant: Instant)
  /// The behavior or filter named `rule` dropped a delivered fix; a timer may still record it
  /// later.
  func tracker(
    _ tracker: Tracker, didDiscard location: Location, by rule: StaticString, at instant: Instant)
  /// The server acknowledged records, which therefore leave the queue.
  func tracker(_ tracker: Tracker, didAcknowledge records: [Record.Identifier], at instant: Instant)
  /// The number of records that wait to be sent may have changed.
  func tracker(_ tracker: Tracker, queueLengthIs length: Int, at instant: Instant)
  /// The fence whose crossings are recorded has moved to this place, or is gone if nil.
  func tracker(_ tracker: Tracker, fenceIs fence: CircularRegion?, at instant: Instant)
  /// A drive has ended; the tracker records it once its places have names.
  func tracker(_ tracker: Tracker, didDetect drive: DriveSummary)
}

extension TrackerObserver {
  package func tracker(_ tracker: Tracker, fenceIs fence: CircularRegion?, at instant: Instant) {}
  package func tracker(_ tracker: Tracker, didDetect drive: DriveSummary) {}
}
