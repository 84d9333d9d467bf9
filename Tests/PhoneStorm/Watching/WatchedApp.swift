import PhoneAPI
import Timekeeping

/// An app that forwards each call to another, and reports it to a check.
final class WatchedApp: App {
  private let phone: any Phone
  private let callbacks: ProcessCallbacks
  private var app: (any App)!

  init(_ phone: any Phone, check: CallbackCheck, make: (any Phone) -> any App) {
    self.phone = phone
    let callbacks = check.begin()
    self.callbacks = callbacks
    callbacks.makes(at: phone.clock) {
      app = make(WatchedPhone(phone, callbacks: callbacks))
    }
  }

  private func receive(_ name: StaticString, _ body: () -> Void) {
    callbacks.receive(name, at: phone.clock, body)
  }

  func applicationDidFinishLaunching(_ launch: Launch) {
    callbacks.launches(at: phone.clock) { app.applicationDidFinishLaunching(launch) }
  }

  func applicationWillEnterForeground() {
    callbacks.entersForeground()
    receive("will enter foreground") { app.applicationWillEnterForeground() }
  }

  func applicationDidBecomeActive() {
    callbacks.becomesActive()
    expect(.active)
    receive("active") { app.applicationDidBecomeActive() }
  }

  func applicationWillResignActive() {
    callbacks.resignsActive()
    receive("inactive") { app.applicationWillResignActive() }
  }

  func applicationDidEnterBackground() {
    callbacks.entersBackground()
    expect(.background)
    receive("background") { app.applicationDidEnterBackground() }
  }

  private func expect(_ state: ApplicationState) {
    let found = phone.application.state
    callbacks.expect(found == state, "the app is \(found.rawValue), and was told \(state.rawValue)")
  }

  func applicationWillTerminate() { receive("terminate") { app.applicationWillTerminate() } }

  func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void
  ) {
    receive("push") {
      app.applicationDidReceiveRemoteNotification(payload, completion: completion)
    }
  }

  func applicationHandleEventsForBackgroundTransfers(
    identifier: String, completion: @escaping () -> Void
  ) {
    receive("transfers") {
      app.applicationHandleEventsForBackgroundTransfers(
        identifier: identifier, completion: completion)
    }
  }

  func perform(_ action: UserAction) { receive("act") { app.perform(action) } }
}

/// The services of a process, with its clock, its requests and its location managers watched.
final class WatchedPhone: Phone {
  private let inner: any Phone
  private let callbacks: ProcessCallbacks
  let clock: any Clock
  let http: any HTTPClient

  init(_ inner: any Phone, callbacks: ProcessCallbacks) {
    self.inner = inner
    self.callbacks = callbacks
    clock = WatchedClock(inner.clock, callbacks: callbacks)
    http = WatchedHTTP(inner.http, clock: inner.clock, callbacks: callbacks)
  }

  var application: any Application { inner.application }
  var device: any Device { inner.device }
  var container: any Container { inner.container }
  var backgroundTasks: any BackgroundTaskScheduler { inner.backgroundTasks }
  var backgroundTransfers: any BackgroundTransfers { inner.backgroundTransfers }
  var notifications: any UserNotificationCenter { inner.notifications }
  var push: any PushRegistry { inner.push }
  var motionActivity: any MotionActivityManager { inner.motionActivity }
  var pedometer: any Pedometer { inner.pedometer }
  var altimeter: any Altimeter { inner.altimeter }
  var wifi: any WiFi { inner.wifi }
  var geocoder: any Geocoder { inner.geocoder }
  var audioSession: any AudioSession { WatchedCar(inner, callbacks: callbacks) }
  var bluetooth: any BluetoothCentral { WatchedCar(inner, callbacks: callbacks) }
  var cryptography: any CryptographicServices { inner.cryptography }

  func makeLocationManager() -> any LocationManager {
    WatchedManager(inner.makeLocationManager(), clock: inner.clock, callbacks: callbacks)
  }

  func makeLocationMonitor(named name: String) -> any LocationMonitor {
    inner.makeLocationMonitor(named: name)
  }

  func note(_ behavior: String, _ message: @autoclosure () -> String) {
    inner.note(behavior, message())
  }
}

/// The services of the car, which report only what the app asked for.
private final class WatchedCar: AudioSession, BluetoothCentral {
  private let inner: any Phone
  private let callbacks: ProcessCallbacks

  init(_ inner: any Phone, callbacks: ProcessCallbacks) {
    self.inner = inner
    self.callbacks = callbacks
  }

  let availability = ServiceAvailability.available

  var outputs: [AudioPort] { inner.audioSession.outputs }
  var onRouteChange: (() -> Void)? {
    get { inner.audioSession.onRouteChange }
    set {
      let (callbacks, clock) = (callbacks, inner.clock)
      inner.audioSession.onRouteChange = newValue.map { change in
        { callbacks.receive("route", at: clock, change) }
      }
    }
  }

  var connected: [String] { inner.bluetooth.connected }
  func connect(accessory name: String) { inner.bluetooth.connect(accessory: name) }
  func cancelConnection(accessory name: String) {
    inner.bluetooth.cancelConnection(accessory: name)
  }
  var onConnectionChange: ((String, Bool) -> Void)? {
    get { inner.bluetooth.onConnectionChange }
    set {
      let (callbacks, phone) = (callbacks, inner)
      phone.bluetooth.onConnectionChange = newValue.map { change in
        { name, isConnected in
          callbacks.expect(
            phone.bluetooth.connected.contains(name) == isConnected,
            "the report about \(name) contradicts the list")
          callbacks.receive("accessory", at: phone.clock) { change(name, isConnected) }
        }
      }
    }
  }
}

/// A clock that checks that timers are never early, and silent once canceled.
private final class WatchedClock: Clock {
  private let inner: any Clock
  private let callbacks: ProcessCallbacks
  private var cancelled: Set<TimerToken> = []

  init(_ inner: any Clock, callbacks: ProcessCallbacks) {
    self.inner = inner
    self.callbacks = callbacks
  }

  var now: Instant { inner.now }
  var uptime: TimeSpan { inner.uptime }
  var calendar: LocalCalendar { inner.calendar }

  func schedule(
    after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void
  ) -> TimerToken {
    let due = inner.now + max(delay, .zero)
    var token: TimerToken?
    let made = inner.schedule(after: delay, repeats: repeats) { [self] in
      callbacks.expect(inner.now >= due, "a timer of \(due.iso8601()) fired before")
      callbacks.expect(
        token.map { !cancelled.contains($0) } ?? true, "a timer fired that was canceled")
      callbacks.receive("timer", at: inner, callback)
    }
    token = made
    return made
  }

  func cancel(_ timer: TimerToken) {
    cancelled.insert(timer)
    inner.cancel(timer)
  }
}

/// A client that checks that each request is answered once.
private final class WatchedHTTP: HTTPClient {
  private let inner: any HTTPClient
  private let clock: any Clock
  private let callbacks: ProcessCallbacks

  init(_ inner: any HTTPClient, clock: any Clock, callbacks: ProcessCallbacks) {
    self.inner = inner
    self.clock = clock
    self.callbacks = callbacks
  }

  var availability: ServiceAvailability { inner.availability }
  var reachability: Reachability { inner.reachability }
  var onReachabilityChange: (() -> Void)? {
    get { inner.onReachabilityChange }
    set {
      inner.onReachabilityChange = newValue.map { report in
        { [callbacks, clock] in callbacks.receive("reachability", at: clock, report) }
      }
    }
  }

  func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    var isAnswered = false
    inner.send(request) { [self] result in
      callbacks.expect(!isAnswered, "a request was answered twice")
      isAnswered = true
      callbacks.receive("answer", at: clock) { completion(result) }
    }
  }
}
