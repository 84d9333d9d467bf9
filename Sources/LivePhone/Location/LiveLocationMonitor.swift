import PhoneAPI

/// A condition monitor, opened by one process. The monitor's conditions are stored in the app's
/// container.
final class LiveLocationMonitor: LocationMonitor {
  let name: String
  private let location: LiveLocation

  init(name: String, _ location: LiveLocation) {
    self.name = name
    self.location = location
  }

  var availability: ServiceAvailability {
    location.hasEnded ? .unavailable("the process has ended") : .available
  }

  var identifiers: [String] {
    location.hasEnded ? [] : location.circles.circles(of: name).map(\.identifier)
  }

  func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: ConditionState
  ) {
    guard !location.hasEnded else { return }
    let circle = WatchedCircle(
      condition, identifier, of: name, assuming: state, at: location.loop.time.wallClock)
    guard !location.circles.add(circle, seenFrom: location.latest) else { return }
    location.note("MON-1", "does not watch condition \(identifier)")
    let event = ConditionEvent(
      identifier: identifier, state: .unmonitored, date: location.loop.time.wallClock)
    location.soon { [weak self] in self?.onEvent?(event) }
  }

  func remove(_ identifier: String) {
    if !location.hasEnded { location.circles.remove(identifier, of: name) }
  }

  func record(for identifier: String) -> MonitoringRecord? {
    guard !location.hasEnded, let circle = location.circles.circle(identifier, of: name) else {
      return nil
    }
    return MonitoringRecord(
      condition: CircularGeographicCondition(
        center: circle.center, radiusMeters: circle.radiusMeters), lastEvent: circle.event)
  }

  var onEvent: ((ConditionEvent) -> Void)? {
    didSet { if onEvent != nil { location.takesEvents(name) } }
  }
}
