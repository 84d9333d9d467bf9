import Geodesy
import Timekeeping

/// Named conditions that the phone watches for the app, like `CLMonitor` of iOS 17.
///
/// The phone keeps a monitor's conditions on disk under its name, and launches the app when one
/// changes. The app has to open the monitor of that name again at every launch and take its events: a
/// condition whose event waits for somebody to take it is not watched meanwhile (MON-1).
public protocol LocationMonitor: AnyObject {
  var availability: ServiceAvailability { get }
  var name: String { get }
  /// Of the conditions that it has, in the order of their making.
  var identifiers: [String] { get }

  /// Takes the place of a condition with the same identifier. Of the 21st of the app the state is
  /// `unmonitored` (MON-1). If the state turns out to be another than the one assumed, an event says
  /// so (REG-11).
  func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: ConditionState)
  func remove(_ identifier: String)
  func record(for identifier: String) -> MonitoringRecord?

  /// Takes the events, those that waited first.
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
  /// Beyond the limit, and so not watched.
  case unmonitored
}

public struct ConditionEvent: Sendable, Hashable {
  public var identifier: String
  public var state: ConditionState
  /// When the phone found out.
  public var date: Instant

  public init(identifier: String, state: ConditionState, date: Instant) {
    self.identifier = identifier
    self.state = state
    self.date = date
  }
}

/// A condition, and the last that was found out about it.
public struct MonitoringRecord: Sendable, Hashable {
  public var condition: CircularGeographicCondition
  public var lastEvent: ConditionEvent

  public init(condition: CircularGeographicCondition, lastEvent: ConditionEvent) {
    self.condition = condition
    self.lastEvent = lastEvent
  }
}
