import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

/// The services of a process that an app object could have kept.
private struct KeptServices {
  var phone: any Phone
  var manager: any LocationManager
  var container: any Container
  var task: (any BackgroundTask)?
  var backgroundTask: BackgroundTaskToken?
  var timer: TimerToken?
  let delegate = Silent()

  final class Silent: LocationManagerDelegate {
    func locationManager(
      _ manager: any LocationManager, didUpdateLocations locations: [Location]
    ) { Issue.record("a dead process has a fix") }
  }

  /// Makes every call there is. None may have an effect or get an answer.
  func callEverything(_ answered: @escaping (String) -> Void) {
    manager.delegate = delegate
    manager.desiredAccuracy = .best
    manager.distanceFilterMeters = 5
    manager.allowsBackgroundLocationUpdates = true
    manager.showsBackgroundLocationIndicator = true
    manager.pausesLocationUpdatesAutomatically = false
    manager.pausesLocationUpdatesAutomatically = true
    manager.requestWhenInUseAuthorization()
    manager.requestAlwaysAuthorization()
    manager.startUpdatingLocation()
    manager.requestLocation()
    manager.stopUpdatingLocation()
    manager.startMonitoringSignificantLocationChanges()
    manager.stopMonitoringSignificantLocationChanges()
    let region = CircularRegion(identifier: "dead", center: home, radiusMeters: 100)
    manager.startMonitoring(region)
    manager.requestState(for: region)
    manager.monitoredRegions.forEach(manager.stopMonitoring)
    let another = phone.makeLocationManager()
    another.delegate = delegate
    another.startUpdatingLocation()
    another.startMonitoring(region)

    container.set("dead", forKey: "key")
    phone.container.set("dead", forKey: "key")
    container.setSecret("dead", forKey: "key", accessible: .afterFirstUnlock)
    #expect(container.value(forKey: "key") == nil)

    _ = phone.clock.schedule(after: .zero, repeats: true) { answered("timer") }
    if let timer { phone.clock.cancel(timer) }
    phone.http.send(HTTPRequest(method: "POST", url: "dead")) { _ in answered("http") }
    task?.expirationHandler = { answered("expiration") }
    task?.setTaskCompleted(success: true)
    let token = phone.application.beginBackgroundTask(named: "dead") { answered("background task") }
    #expect(token == nil)
    if let backgroundTask { phone.application.endBackgroundTask(backgroundTask) }
    let registered = phone.backgroundTasks.register(identifier: "other") { _ in answered("task") }
    #expect(!registered)
    #expect(throws: BackgroundTaskError.unavailable) {
      try phone.backgroundTasks.submit(BackgroundTaskRequest(identifier: "other", kind: .refresh))
    }
    phone.backgroundTasks.cancelAll()
    phone.device.isBatteryMonitoringEnabled = true
    phone.device.onPowerChange = { answered("power") }
    phone.note("dead", "speaks")
  }
}

@Suite("Dead processes")
struct DeadProcessTests {
  /// All state outside of the process that a call could change.
  private struct Trace: Equatable {
    var pendingEvents: Int
    var joules: Double
    var demand: LocationDaemon.Demand
    var regions: [CircularRegion]
    var watchesChanges: Bool
    var tasks: [BackgroundTaskRequest]
    var value: String?
    var secret: String?
    var requests: Int
    var notes: Int
    var calls: [CallLog.Call]

    init(_ bench: Bench, _ server: TestServer) {
      let phone = bench.phone
      pendingEvents = phone.kernel.pendingCount
      joules = bench.joules
      demand = phone.location.demand
      regions = phone.location.regions.regions
      watchesChanges = phone.location.significantChanges.isMonitoring
      tasks = phone.tasks.pending
      value = phone.app?.container.value(forKey: "key")
      secret = phone.app?.container.secret(forKey: "key", isUnlockedNow: true)
      requests = server.requests.count
      notes = bench.watch.notes.count
      calls = bench.log.calls
    }
  }

  private func busy(_ keep: @escaping (KeptServices) -> Void) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in
      var kept = KeptServices(
        phone: app.phone, manager: app.manager, container: app.phone.container)
      kept.container.set("alive", forKey: "key")
      kept.container.setSecret("alive", forKey: "key", accessible: .afterFirstUnlock)
      app.startTracking(.hundredMeters)
      app.manager.startMonitoringSignificantLocationChanges()
      app.manager.startMonitoring(
        CircularRegion(identifier: "far", center: home, radiusMeters: 50_000))
      _ = app.phone.backgroundTasks.register(identifier: "refresh") { _ in }
      try? app.phone.backgroundTasks.submit(
        BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
      kept.timer = app.schedule(after: .seconds(7.0), repeats: true, "timer") {
        app.send(HTTPRequest(method: "POST", url: "alive"))
      }
      kept.backgroundTask = app.phone.application.beginBackgroundTask(named: "work") {}
      keep(kept)
    })
  }

  @Test("Whatever a dead process still calls, neither phone nor server nor container notices")
  func deadCalls() throws {
    var kept: KeptServices?
    var answers: [String] = []
    let server = TestServer()
    let bench = Bench(
      World([.walk(minutes: 60)]), server: server, script: busy { kept = $0 })
    try bench.run(toMinute: 0.2)
    let process = try #require(bench.phone.app?.process)
    kept?.task = bench.phone.tasks.grantRunTime(
      .refresh, identifier: "refresh", seconds: 30, to: process)
    bench.phone.killApp(.crash)
    let before = Trace(bench, server)
    kept?.callEverything { answers.append($0) }
    #expect(Trace(bench, server) == before)
    // Nor does any call have an effect later.
    try bench.run(toMinute: 3)
    #expect(answers.isEmpty)
    #expect(bench.log.calls == before.calls)
    #expect(server.requests.count == before.requests)
    #expect(kept?.manager.delegate == nil)
    #expect(kept?.phone.clock.now == .distantPast)
    #expect(kept?.manager.monitoredRegions.isEmpty == true)
  }

  @Test("Nor does anybody notice what is called from deinit")
  func calledFromDeinit() throws {
    var kept: KeptServices?
    var answers: [String] = []
    let server = TestServer()
    var script = busy { kept = $0 }
    script.deinitialized = { _, _ in
      kept?.callEverything { answers.append($0) }
      kept = nil
    }
    let bench = Bench(World([.walk(minutes: 60)]), server: server, script: script)
    try bench.run(toMinute: 0.2)
    let before = Trace(bench, server)
    bench.phone.killApp(.crash)
    #expect(kept == nil)
    #expect(bench.log.liveApps == 0)
    var after = Trace(bench, server)
    // The kill itself ends the session and makes a note. Nothing else changes.
    #expect(after.notes - before.notes == 2)
    #expect(after.demand == .nothing)
    #expect(after.value == "alive" && after.secret == "alive")
    after.notes = before.notes
    after.demand = before.demand
    after.pendingEvents = before.pendingEvents
    #expect(after == before)
    try bench.run(toMinute: 3)
    #expect(answers.isEmpty)
    #expect(server.requests.count == before.requests)
  }

  @Test("What a callback holds is let go at death, even if that calls back into the phone")
  func captured() throws {
    final class Captured {
      let clock: any Clock
      init(_ clock: any Clock) { self.clock = clock }
      deinit { _ = clock.schedule(after: .zero, repeats: false) {} }
    }
    weak var captured: Captured?
    let script = TestApp.Script(launched: { app, _ in
      let object = Captured(app.phone.clock)
      captured = object
      _ = app.phone.clock.schedule(after: .hours(1), repeats: true) { _ = object.clock.now }
      app.phone.device.onPowerChange = { _ = object.clock.now }
      _ = app.phone.application.beginBackgroundTask(named: "work") { _ = object.clock.now }
    })
    let bench = Bench(World([.still(minutes: 60)]), script: script)
    try bench.run(toMinute: 0.1)
    #expect(captured != nil)
    bench.phone.killApp(.memoryPressure)
    #expect(captured == nil)
  }

  @Test("A run leaves no process, app or manager behind")
  func noLeaks() throws {
    weak var process: AppProcess?
    weak var manager: (any LocationManager)?
    weak var phone: SimulatedPhone?
    let log: CallLog
    do {
      let script = busy { _ in }
      let bench = Bench(World([.walk(minutes: 60)]), server: TestServer(), script: script)
      log = bench.log
      try bench.run(toMinute: 0.2)
      process = bench.phone.app?.process
      manager = process?.clients.first
      phone = bench.phone
      #expect(process != nil && manager != nil)
    }
    #expect(phone == nil)
    #expect(process == nil)
    #expect(manager == nil)
    #expect(log.liveApps == 0)
  }

  @Test("Services that outlive the phone itself are harmless")
  func outlivingThePhone() throws {
    var kept: KeptServices?
    do {
      let bench = Bench(World([.walk(minutes: 60)]), script: busy { kept = $0 })
      try bench.run(toMinute: 1)
    }
    kept?.callEverything { Issue.record("answered \($0)") }
  }

  @Test("The old process does not hear what the new one asked for")
  func successor() throws {
    var managers: [any LocationManager] = []
    let script = TestApp.Script(launched: { app, _ in
      managers.append(app.manager)
      app.startTracking()
    })
    let bench = Bench(
      World([.walk(minutes: 60)]), person: .opensAndLeaves + .opens(atMinute: 20, forSeconds: 5),
      script: script)
    try bench.run(toMinute: 10)
    bench.phone.killApp(.crash)
    try bench.run()
    #expect(managers.count == 2)
    #expect(bench.log.liveApps == 1)
    #expect(bench.log.fixes(from: .minute(10.1), to: .minute(20)).isEmpty)
    #expect(bench.log.fixes(from: .minute(30), to: .minute(31)).count == 60)
  }
}
