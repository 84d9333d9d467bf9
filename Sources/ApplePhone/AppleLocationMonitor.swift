#if os(iOS) || os(Linux)
  import CoreLocation
  import Geodesy
  import PhoneAPI
  import Timekeeping

  /// A condition monitor of an iOS app.
  ///
  /// The system's monitor is an actor. The calls reach it in their order, and the queries answer
  /// from what this object has added and received since it opened the monitor.
  final class AppleLocationMonitor: LocationMonitor {
    let name: String
    private(set) var identifiers: [String] = []
    private var records: [String: MonitoringRecord] = [:]
    private var monitor: CLMonitor?
    private var waiting: [@Sendable (CLMonitor) async -> Void] = []
    private var undelivered: [ConditionEvent] = []

    var availability: ServiceAvailability { AppleLocationSessions.availability }

    var onEvent: ((ConditionEvent) -> Void)? {
      didSet {
        guard let onEvent else { return }
        let events = undelivered
        undelivered = []
        for event in events { onEvent(event) }
      }
    }

    init(name: String) {
      self.name = name
      guard availability.isAvailable else { return }
      nonisolated(unsafe) weak let object = self
      Task { @MainActor in
        let monitor = await CLMonitor(name)
        for identifier in await monitor.identifiers {
          guard let record = await monitor.record(for: identifier) else { continue }
          object?.opened(identifier, record)
        }
        await object?.begin(monitor)
      }
    }

    func add(
      _ condition: CircularGeographicCondition, identifier: String, assuming state: ConditionState
    ) {
      guard availability.isAvailable else { return }
      if !identifiers.contains(identifier) { identifiers.append(identifier) }
      records[identifier] = MonitoringRecord(
        condition: condition,
        lastEvent: ConditionEvent(identifier: identifier, state: state, date: Instant(Date())))
      let circle = CLMonitor.CircularGeographicCondition(
        center: condition.center.coordinate2D, radius: condition.radiusMeters)
      let state = state.state
      perform { await $0.add(circle, identifier: identifier, assuming: state) }
    }

    func remove(_ identifier: String) {
      identifiers.removeAll { $0 == identifier }
      records[identifier] = nil
      perform { await $0.remove(identifier) }
    }

    func record(for identifier: String) -> MonitoringRecord? { records[identifier] }

    // MARK: The system's monitor

    private func perform(_ call: @escaping @Sendable (CLMonitor) async -> Void) {
      guard let monitor else { return waiting.append(call) }
      Task { @MainActor in await call(monitor) }
    }

    private func opened(_ identifier: String, _ record: CLMonitor.Record) {
      guard !identifiers.contains(identifier),
        let circle = record.condition as? CLMonitor.CircularGeographicCondition
      else { return }
      identifiers.append(identifier)
      records[identifier] = MonitoringRecord(
        condition: CircularGeographicCondition(
          center: Coordinate(circle.center), radiusMeters: circle.radius),
        lastEvent: ConditionEvent(record.lastEvent))
    }

    @MainActor private func begin(_ monitor: CLMonitor) async {
      let calls = waiting
      waiting = []
      self.monitor = monitor
      nonisolated(unsafe) weak let object = self
      Task { @MainActor in
        do {
          for try await event in await monitor.events {
            guard let object else { return }
            object.receive(ConditionEvent(event))
          }
        } catch {
          // The system ends the sequence together with the monitor.
        }
      }
      for call in calls { await call(monitor) }
    }

    private func receive(_ event: ConditionEvent) {
      records[event.identifier]?.lastEvent = event
      if let onEvent { onEvent(event) } else { undelivered.append(event) }
    }
  }

  extension ConditionEvent {
    fileprivate init(_ event: CLMonitor.Event) {
      self.init(
        identifier: event.identifier, state: ConditionState(event.state), date: Instant(event.date))
    }
  }

  extension ConditionState {
    fileprivate init(_ state: CLMonitor.Event.State) {
      switch state {
      case .unknown: self = .unknown
      case .satisfied: self = .satisfied
      case .unsatisfied: self = .unsatisfied
      case .unmonitored: self = .unmonitored
      @unknown default: self = .unknown
      }
    }

    fileprivate var state: CLMonitor.Event.State {
      switch self {
      case .unknown: .unknown
      case .satisfied: .satisfied
      case .unsatisfied: .unsatisfied
      case .unmonitored: .unmonitored
      }
    }
  }
#endif
