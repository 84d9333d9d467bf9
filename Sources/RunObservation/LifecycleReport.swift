import SimulatedPhone
import Text

/// The launches, suspensions and deaths of the app, and counts of its fixes and records.
public struct LifecycleReport: Codable, Sendable, Equatable {
  public var launches = 0
  public var suspensions = 0
  /// The number of times that the app's process ended, for each cause. A cause that never occurred
  /// has no entry.
  @CountPerCase public var deaths: [AppDeath: Int] = [:]
  public var deliveredFixes = 0
  public var acknowledged = 0
  public var queuedAtEnd = 0

  public init() {}
}
