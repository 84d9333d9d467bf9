import AppleProcess
import Foundation
import Geodesy
import PhoneAPI
import Timekeeping

/// A condition that a monitor watches.
///
/// Stand-in: only circles can be watched. The phone has no beacons.
public protocol CLCondition: Sendable {}

/// Named conditions that the phone watches for the app, since iOS 17 (MON-1).
///
/// The phone keeps the conditions under the monitor's name, and launches the app when one changes.
///
/// Stand-in: an event counts as delivered when the app has opened the monitor, even if the app does
/// not iterate its events.
public actor CLMonitor {
  /// The name under which the phone keeps the conditions.
  public nonisolated let name: String
  private let monitor: MonitorBox
  private let stream: AsyncStream<Event>

  /// Opens the monitor of a name.
  public init(_ name: String) async {
    self.name = name
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    self.stream = stream
    monitor = MonitorBox(CurrentPhone.phone.makeLocationMonitor(named: name))
    monitor.value.onEvent = { continuation.yield(Event($0)) }
  }

  /// The names of the conditions, in the order in which the app added them.
  public var identifiers: [String] { monitor.value.identifiers }

  /// Adds a condition whose state the phone determines.
  public func add(_ condition: some CLCondition, identifier: String) {
    add(condition, identifier: identifier, assuming: .unknown)
  }

  /// Adds a condition with the state that the app assumes. If it is wrong, an event says so
  /// (REG-11).
  public func add(
    _ condition: some CLCondition, identifier: String, assuming state: Event.State
  ) {
    guard let circle = condition as? CircularGeographicCondition else { return }
    monitor.value.add(circle.value, identifier: identifier, assuming: state.value)
  }

  /// Removes a condition.
  public func remove(_ identifier: String) { monitor.value.remove(identifier) }

  /// Returns a condition and its last event; nil if there is no condition of that name.
  public func record(for identifier: String) -> Record? {
    monitor.value.record(for: identifier).map(Record.init)
  }

  /// The sequence of changes.
  public var events: Events { Events(stream: stream) }

  /// The sequence of changes of a monitor's conditions.
  public struct Events: AsyncSequence, Sendable {
    public typealias Element = Event
    let stream: AsyncStream<Event>

    /// Begins the iteration.
    public func makeAsyncIterator() -> Iterator { Iterator(events: stream.makeAsyncIterator()) }

    /// The iteration. It waits for the next change.
    public struct Iterator: AsyncIteratorProtocol {
      var events: AsyncStream<Event>.Iterator

      /// Returns the next change.
      public mutating func next() async throws -> Event? { await events.next() }
    }
  }
}

extension CLMonitor {
  /// A circle on the ground.
  public struct CircularGeographicCondition: CLCondition {
    /// The middle of the circle.
    public let center: CLLocationCoordinate2D
    /// The radius in meters.
    public let radius: CLLocationDistance

    /// Creates a circle.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    init(_ value: PhoneAPI.CircularGeographicCondition) {
      self.init(center: CLLocationCoordinate2D(value.center), radius: value.radiusMeters)
    }

    var value: PhoneAPI.CircularGeographicCondition {
      .init(center: center.coordinate, radiusMeters: radius)
    }
  }

  /// A change of a condition.
  public struct Event: Sendable {
    /// The state of a condition.
    public enum State: Int, Sendable {
      case unknown, satisfied, unsatisfied, unmonitored

      init(_ state: ConditionState) {
        switch state {
        case .unknown: self = .unknown
        case .satisfied: self = .satisfied
        case .unsatisfied: self = .unsatisfied
        case .unmonitored: self = .unmonitored
        }
      }

      var value: ConditionState {
        switch self {
        case .unknown: .unknown
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .unmonitored: .unmonitored
        }
      }
    }

    /// The name of the condition.
    public let identifier: String
    /// The condition's new state.
    public let state: State
    /// The time at which the phone detected it.
    public let date: Date
    /// The beacon that was met; nil for circles.
    public var refinement: (any CLCondition)? { nil }

    init(_ event: ConditionEvent) {
      identifier = event.identifier
      state = State(event.state)
      date = Date(event.date)
    }
  }

  /// A condition and its last event.
  public struct Record: Sendable {
    /// The condition.
    public let condition: any CLCondition
    /// The condition's last event.
    public let lastEvent: Event

    init(_ record: MonitoringRecord) {
      condition = CircularGeographicCondition(record.condition)
      lastEvent = Event(record.lastEvent)
    }
  }
}

/// The phone's monitor, which only the app's main thread uses.
private struct MonitorBox: @unchecked Sendable {
  let value: any LocationMonitor
  init(_ value: any LocationMonitor) { self.value = value }
}
