import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// The phone's part of the app's condition monitors, which exist from iOS 17 on.
///
/// The system stores each condition on disk, under the name of the monitor that the app used. An
/// app can have at most 20 conditions. A change of a condition launches the app, and the event
/// waits until the app opens the monitor again. Until then the system does not watch the condition
/// (MON-1).
///
/// The app adds each condition with its own assumption that the phone is inside or outside. If the
/// assumption is wrong, an event reports the true state (REG-11). In the standard model variant, a
/// process that a push launched does not get entries into circles. The app gets these events when
/// it comes to the foreground (MON-2).
final class ConditionMonitor: PhonePart {
  private struct Pending {
    let monitor: String
    let event: ConditionEvent
    let serial: Int
  }

  private let system: OperatingSystemParameters
  private let fences: GeofenceWatcher
  private var lastEvents: [String: [String: ConditionEvent]] = [:]
  private var pending: [Pending] = []
  static let conditionCountMax = 20

  init(phone: SimulatedPhone, system: OperatingSystemParameters, fences: GeofenceWatcher) {
    self.system = system
    self.fences = fences
    super.init(phone: phone)
  }

  var isSupported: Bool { system.regions.hasConditions }
  var isMonitoring: Bool {
    fences.fences.contains { $0.owner.isCondition }
  }

  func identifiers(of monitor: String) -> [String] {
    fences.fences.filter { $0.owner == .condition(monitor: monitor) }.map(\.region.identifier)
  }

  func record(_ monitor: String, _ identifier: String) -> MonitoringRecord? {
    guard let event = lastEvents[monitor]?[identifier],
      let fence = fences.fence(.condition(monitor: monitor), identifier)
    else { return nil }
    return MonitoringRecord(
      condition: CircularGeographicCondition(
        center: fence.region.center, radiusMeters: fence.region.radiusMeters), lastEvent: event)
  }

  // MARK: Requests

  func add(
    _ condition: CircularGeographicCondition, _ identifier: String, to monitor: String,
    assuming state: ConditionState
  ) {
    remove(identifier, from: monitor)
    guard isWatchable(condition) else {
      phone.note(.operatingSystem, "MON-1") { "does not watch condition \(identifier)" }
      return notify(
        Pending(monitor: monitor, event: event(identifier, .unmonitored), serial: 0))
    }
    lastEvents[monitor, default: [:]][identifier] = event(identifier, state)
    let fence = fences.start(
      CircularRegion(
        identifier: identifier, center: condition.center, radiusMeters: condition.radiusMeters),
      for: .condition(monitor: monitor))
    fences.assume(inside: state.isInside, of: fence.serial)
  }

  private func isWatchable(_ condition: CircularGeographicCondition) -> Bool {
    let count = fences.fences.count { $0.owner.isCondition }
    return count < Self.conditionCountMax && condition.radiusMeters > 0
      && condition.center.isValid && !phone.permissions.refusesLocation
  }

  func remove(_ identifier: String, from monitor: String) {
    fences.stop(identifier, of: .condition(monitor: monitor))
    lastEvents[monitor]?[identifier] = nil
    pending.removeAll { $0.monitor == monitor && $0.event.identifier == identifier }
  }

  /// Delivers the waiting events to a monitor that has just set its listener. The call goes through
  /// the event queue.
  func takesEvents(_ monitor: ProcessLocationMonitor) {
    monitor.process?.callSoon { [self] in
      let waiting = pending.filter { $0.monitor == monitor.name }
      pending.removeAll { $0.monitor == monitor.name }
      for item in waiting { notify(item) }
    }
  }

  func processCameToForeground(_ process: AppProcess) {
    for monitor in process.monitors where monitor.onEvent != nil { takesEvents(monitor) }
  }

  // MARK: Changes

  func crossed(_ fence: GeofenceWatcher.Fence) {
    guard case .condition(let monitor) = fence.owner else { return }
    let identifier = fence.region.identifier
    let event = event(identifier, fence.isInside ? .satisfied : .unsatisfied)
    lastEvents[monitor, default: [:]][identifier] = event
    let item = Pending(monitor: monitor, event: event, serial: fence.serial)
    guard phone.admission(of: .condition) == .now else { return }
    phone.note(.operatingSystem, "MON-1") { "condition \(identifier) is \(event.state) now" }
    guard
      let process = phone.apps.wake(.condition, windowSeconds: system.wakeWindowSeconds)
    else { return keep(item) }
    process.callSoon { [self] in notify(item) }
  }

  private func notify(_ item: Pending) {
    guard let process = phone.app?.process, process.isRunning,
      let monitor = process.monitors.last(where: { $0.name == item.monitor && $0.onEvent != nil })
    else { return keep(item) }
    if item.event.state == .satisfied, isWithholdingEntries(process) {
      phone.note(.operatingSystem, "MON-2") {
        "withholds the entry of \(item.event.identifier): a push launched the process"
      }
      pending.append(item)
      return
    }
    fences.setSuspended(false, serial: item.serial)
    monitor.onEvent?(item.event)
  }

  private func keep(_ item: Pending) {
    phone.note(.operatingSystem, "MON-1") {
      "does not watch \(item.event.identifier) until a monitor is open for it"
    }
    fences.setSuspended(true, serial: item.serial)
    pending.append(item)
  }

  private func isWithholdingEntries(_ process: AppProcess) -> Bool {
    system.regions.entryAfterPush == .withheld && process.launch.reason.isPush
      && !process.hasBeenInForeground
  }

  private func event(_ identifier: String, _ state: ConditionState) -> ConditionEvent {
    ConditionEvent(identifier: identifier, state: state, date: phone.now)
  }
}

extension ConditionState {
  fileprivate var isInside: Bool? {
    switch self {
    case .satisfied: true
    case .unsatisfied: false
    case .unknown, .unmonitored: nil
    }
  }
}

extension LaunchReason {
  fileprivate var isPush: Bool { self == .silentPush || self == .voipPush }
}

/// A condition monitor that one process of the app has opened.
final class ProcessLocationMonitor: LocationMonitor {
  let name: String
  private(set) var process: AppProcess?
  var onEvent: ((ConditionEvent) -> Void)? {
    didSet {
      guard onEvent != nil else { return }
      if let conditions { conditions.takesEvents(self) } else { onEvent = nil }
    }
  }

  init(name: String, process: AppProcess) {
    self.name = name
    self.process = process
    process.monitors.append(self)
  }

  func disconnect() {
    process = nil
    onEvent = nil
  }

  /// The phone's condition monitor; nil for a dead process, or if the phone's iOS has no
  /// conditions.
  private var conditions: ConditionMonitor? {
    guard let conditions = process?.phone?.location.conditions, conditions.isSupported else {
      return nil
    }
    return conditions
  }

  var availability: ServiceAvailability {
    conditions == nil ? .unavailable("conditions need iOS 17") : .available
  }
  var identifiers: [String] { conditions?.identifiers(of: name) ?? [] }

  func add(
    _ condition: CircularGeographicCondition, identifier: String, assuming state: ConditionState
  ) { conditions?.add(condition, identifier, to: name, assuming: state) }

  func remove(_ identifier: String) { conditions?.remove(identifier, from: name) }
  func record(for identifier: String) -> MonitoringRecord? { conditions?.record(name, identifier) }
}
