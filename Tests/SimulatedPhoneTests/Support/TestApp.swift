import Geodesy
import PhoneAPI
import Timekeeping

/// An app that logs the phone's calls and then runs the test's script.
///
/// Each launch makes a new one. The script and the log outlive it.
final class TestApp: App, LocationManagerDelegate {
  let phone: any Phone
  let manager: any LocationManager
  let log: CallLog
  /// The monitor of conditions, if the script opens one.
  private(set) var monitor: (any LocationMonitor)?
  private let script: Script

  /// The actions of the app in its callbacks.
  struct Script {
    var launched: (TestApp, Launch) -> Void = { _, _ in }
    /// True if the delegate implements `didUpdateHeading`.
    var hearsHeadings = true
    var becameActive: (TestApp) -> Void = { _ in }
    var enteredBackground: (TestApp) -> Void = { _ in }
    var willTerminate: (TestApp) -> Void = { _ in }
    var updated: (TestApp, Location) -> Void = { _, _ in }
    var failed: (TestApp, LocationError) -> Void = { _, _ in }
    var paused: (TestApp) -> Void = { _ in }
    /// Handles a silent push. A push that it does not complete runs until its time is over.
    var pushed: (TestApp, [String: String], @escaping () -> Void) -> Void = { _, _, completion in
      completion()
    }
    var crossed: (TestApp, CircularRegion) -> Void = { _, _ in }
    var visited: (TestApp, Visit) -> Void = { _, _ in }
    /// Receives the services, since the app itself is being deinitialized.
    var deinitialized: (any Phone, any LocationManager) -> Void = { _, _ in }
  }

  init(phone: any Phone, log: CallLog, script: Script) {
    self.phone = phone
    self.log = log
    self.script = script
    manager = phone.makeLocationManager()
    log.liveApps += 1
  }

  deinit {
    log.liveApps -= 1
    script.deinitialized(phone, manager)
  }

  /// Runs `body` as one callback, which must not be nested in another.
  func receive(_ name: String, _ body: () -> Void = {}) {
    log.enter(name, at: phone.clock.now)
    body()
    log.leave()
  }

  /// Schedules `body` as a callback of its own.
  func schedule(
    after delay: TimeSpan, repeats: Bool = false, _ name: String, _ body: @escaping () -> Void
  ) -> TimerToken {
    phone.clock.schedule(after: delay, repeats: repeats) { [unowned self] in receive(name, body) }
  }

  func send(_ request: HTTPRequest) {
    phone.http.send(request) { [unowned self] result in
      switch result {
      case .success(let response): receive("answer \(response.status)")
      case .failure(let error): receive("no answer: \(error)")
      }
    }
  }

  /// Opens a monitor of conditions and logs its events.
  func open(_ name: String) {
    monitor = phone.makeLocationMonitor(named: name)
    monitor?.onEvent = { [unowned self] event in
      receive("condition") { log.events.append("\(event.identifier) \(event.state)") }
    }
  }

  /// Starts standard updates that may continue in the background.
  func startTracking(_ accuracy: DesiredAccuracy = .best, filterMeters: Double? = nil) {
    manager.desiredAccuracy = accuracy
    manager.distanceFilterMeters = filterMeters
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
  }

  // MARK: App

  func applicationDidFinishLaunching(_ launch: Launch) {
    manager.delegate = self
    receive("launch \(launch.reason)") { script.launched(self, launch) }
  }

  func applicationWillEnterForeground() { receive("foreground") }
  func applicationDidBecomeActive() { receive("active") { script.becameActive(self) } }
  func applicationWillResignActive() { receive("inactive") }
  func applicationDidEnterBackground() { receive("background") { script.enteredBackground(self) } }
  func applicationWillTerminate() { receive("terminate") { script.willTerminate(self) } }

  func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void
  ) { receive("push \(payload["id"] ?? "")") { script.pushed(self, payload, completion) } }

  func applicationHandleEventsForBackgroundTransfers(
    identifier: String, completion: @escaping () -> Void
  ) {
    receive("events \(identifier)")
    _ = schedule(after: .seconds(2.0), "told") { completion() }
  }

  func perform(_ action: UserAction) {
    let entered = action.parameters.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    receive("act \(action.name)" + entered.joined())
  }

  // MARK: LocationManagerDelegate

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    receive("fix") {
      for location in locations {
        log.fixes.append(Delivery(at: phone.clock.now, fix: location))
        script.updated(self, location)
      }
    }
  }

  func locationManager(_ manager: any LocationManager, didFail error: LocationError) {
    receive("error \(error)") { script.failed(self, error) }
  }

  func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    receive("authorization \(manager.authorizationStatus)")
  }

  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    receive("pause") { script.paused(self) }
  }

  func locationManager(_ manager: any LocationManager, didEnterRegion region: CircularRegion) {
    receive("enter \(region.identifier)") { script.crossed(self, region) }
  }

  func locationManager(_ manager: any LocationManager, didExitRegion region: CircularRegion) {
    receive("exit \(region.identifier)") { script.crossed(self, region) }
  }

  func locationManager(_ manager: any LocationManager, didVisit visit: Visit) {
    receive(visit.departure == .distantFuture ? "arrival" : "departure") {
      log.visits.append(NotedVisit(at: phone.clock.now, visit: visit))
      script.visited(self, visit)
    }
  }

  func locationManager(
    _ manager: any LocationManager, didDetermineState state: RegionState,
    for region: CircularRegion
  ) { receive("state \(region.identifier) \(state)") }

  var hearsHeadings: Bool { script.hearsHeadings }

  func locationManager(_ manager: any LocationManager, didUpdateHeading heading: Heading) {
    receive("heading") { log.headings.append(heading) }
  }

  func locationManager(
    _ manager: any LocationManager, didReceiveLiveUpdate update: LiveUpdate
  ) {
    receive(update.isStationary ? "live, stationary" : "live") {
      if let location = update.location {
        log.fixes.append(Delivery(at: phone.clock.now, fix: location))
      }
    }
  }

  func locationManager(
    _ manager: any LocationManager, monitoringDidFailFor region: CircularRegion?,
    error: LocationError
  ) { receive("unwatched \(region?.identifier ?? "") \(error)") }
}

struct NotedVisit: Equatable {
  var at: Instant
  var visit: Visit
}

struct Delivery: Equatable {
  var at: Instant
  var fix: Location
}

/// The calls that all launches of the app received.
final class CallLog {
  struct Call: Equatable {
    var at: Instant
    var name: String
  }

  private(set) var calls: [Call] = []
  var fixes: [Delivery] = []
  var headings: [Heading] = []
  var visits: [NotedVisit] = []
  /// The events of conditions, each with the condition's name and state.
  var events: [String] = []
  var liveApps = 0
  /// The callbacks that were nested in another.
  private(set) var nested: [String] = []
  private var depth = 0

  func enter(_ name: String, at instant: Instant) {
    if depth > 0 { nested.append(name) }
    depth += 1
    calls.append(Call(at: instant, name: name))
  }

  func leave() { depth -= 1 }

  func times(_ name: String) -> [Instant] { calls.filter { $0.name == name }.map(\.at) }
  func count(_ name: String) -> Int { times(name).count }
  var launches: [String] { calls.map(\.name).filter { $0.hasPrefix("launch") } }

  func fixes(from start: Instant, to end: Instant = .distantFuture) -> [Delivery] {
    fixes.filter { $0.at >= start && $0.at < end }
  }
}
