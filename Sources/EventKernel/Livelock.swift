import Timekeeping

/// Time stands still: more than a million events at one instant. Fatal to the run.
public struct Livelock: Error, Sendable, CustomStringConvertible {
  public let instant: Instant
  /// The event that went over the limit, as it describes itself.
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
