import Timekeeping

/// The error that too many events happened at one instant, so that time does not advance. It ends
/// the run.
public struct Livelock: Error, Sendable, CustomStringConvertible {
  public let instant: Instant
  /// The description of the event that exceeded the limit.
  public let event: String
  public let count: Int

  @usableFromInline
  init(instant: Instant, event: String, count: Int) {
    self.instant = instant
    self.event = event
    self.count = count
  }

  public var description: String {
    "time stands still at \(instant): \(count) events at one instant, the last of them \(event)"
  }
}
