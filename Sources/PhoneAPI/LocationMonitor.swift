import Geodesy
import Timekeeping

/// Named conditions that the phone watches for the app, like `CLMonitor` of iOS 17.
///
/// The phone stores a monitor's conditions under the monitor's name, and launches the app when a
/// condition changes. At every launch, the app has to open the monitor of that name again and set
/// `onEvent`. The phone does not watch a condition while the condition's event is undelivered
/// (MON-1).
public protocol LocationMonitor: AnyObject {
  var availability: ServiceAvailability { get }
  var name: String { get }
  /// The identifiers of the monitor's conditions, in the order in which the app added them.
  var identifiers: [String] { get }

  /// Adds a condition, or replaces the condition with the same identifier.
  ///
  /// The app's 21st condition gets the state `unmonitored` (MON-1). If the actual state differs
  /// from `state`, the phone sends an event (REG-11).
  func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: ConditionState)
  func remove(_ identifier: String)
  func record(for identifier: String) -> MonitoringRecord?

  /// The handler of events. It first receives the events that are still undelivered.
  var onEvent: ((ConditionEvent) -> Void)? { get set }
}

public struct CircularGeographicCondition: Sendable, Hashable {
  public var center: Coordinate
  public var radiusMeters: Double

  public init(center: Coordinate, radiusMeters: Double) {
    self.center = center
    self.radiusMeters = radiusMeters
  }
}

public enum ConditionState: String, Sendable, Hashable {
  case unknown, satisfied, unsatisfied
  /// The phone does not watch the condition, because the app already has the greatest number of
  /// watched conditions.
  case unmonitored
}

public struct ConditionEvent: Sendable, Hashable {
  public var identifier: String
  public var state: ConditionState
  /// The instant at which the phone detected the condition's state.
  public var date: Instant

  public init(identifier: String, state: ConditionState, date: Instant) {
    self.identifier = identifier
    self.state = state
    self.date = date
  }
}

/// A condition and the last event about the condition.
public struct MonitoringRecord: Sendable, Hashable {
  public var condition: CircularGeographicCondition
  public var lastEvent: ConditionEvent

  public init(condition: CircularGeographicCondition, lastEvent: ConditionEvent) {
    self.condition = condition
    self.lastEvent = lastEvent
  }
}
