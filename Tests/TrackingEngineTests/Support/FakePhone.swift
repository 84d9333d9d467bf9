import Geodesy
import PhoneAPI
import Timekeeping

/// A phone whose time a test advances, and that does nothing by itself.
///
/// It keeps the app's requests, in order, in `calls`; a test plays the operating system by calling
/// the delegate. One object is one process; `FakeSystem` outlives it.
final class FakePhone: Phone {
  let system: FakeSystem
  let location: FakeLocationManager
  let timers: FakeClock
  let web = FakeHTTPClient()
  let shown: FakeNotificationCenter
  let steps: FakePedometer
  let pushes: FakePushRegistry
  let names = FakeGeocoder()
  let car = FakeCar()
  private let services: FakeServices
  private let tasks: FakeTaskScheduler

  init(_ system: FakeSystem) {
    self.system = system
    location = FakeLocationManager(system)
    timers = FakeClock(system)
    services = FakeServices(system)
    shown = FakeNotificationCenter(system)
    steps = FakePedometer(system)
    pushes = FakePushRegistry(system)
    tasks = FakeTaskScheduler(system)
  }

  var clock: any Clock { timers }
  var application: any Application { services }
  var device: any Device { services }
  var container: any Container { system }
  var backgroundTasks: any BackgroundTaskScheduler { tasks }
  var http: any HTTPClient { web }
  var backgroundTransfers: any BackgroundTransfers { services }
  var notifications: any UserNotificationCenter { shown }
  var push: any PushRegistry { pushes }
  var motionActivity: any MotionActivityManager { services }
  var pedometer: any Pedometer { steps }
  var altimeter: any Altimeter { services.absent }
  var wifi: any WiFi { system }
  var geocoder: any Geocoder { names }
  var audioSession: any AudioSession { car }
  var bluetooth: any BluetoothCentral { car }
  var cryptography: any CryptographicServices { services }

  func makeLocationManager() -> any LocationManager { location }
  func makeLocationMonitor(named name: String) -> any LocationMonitor { services.absent }

  func note(_ behavior: String, _ message: @autoclosure () -> String) {
    system.notes.append("\(behavior): \(message())")
  }

  /// Answers the permission prompt for motion with a refusal.
  func refuseMotion() {
    system.motionPermission = .denied
    for query in services.motionQueries { query(.failure(.notAuthorized)) }
    services.motionQueries = []
  }

  func report(_ activity: MotionActivity) { services.onActivity?(activity) }
  func powerChanged() { services.onPowerChange?() }
  var openBackgroundTasks: [UInt64: () -> Void] { services.openTasks }

  /// Runs the task that was registered under `identifier`.
  func runTask(_ identifier: String) -> FakeTask? {
    guard let handler = tasks.handlers[identifier] else { return nil }
    system.requests.removeAll { $0.identifier == identifier }
    let task = FakeTask(identifier)
    handler(task)
    return task
  }
}

/// The state that outlives a process: the container, watched regions and services, task requests,
/// the time.
final class FakeSystem: Container, WiFi {
  var now = Instant(nanoseconds: 1_772_442_000_000_000_000)  // 2026-03-02T09:00:00Z
  /// The error of the phone's clock. Timers ignore it.
  var clockError = TimeSpan.zero
  var calendar = LocalCalendar.utc
  var calls: [String] = []
  var notes: [String] = []
  var values: [String: String] = [:]
  var secrets: [String: String] = [:]
  var regions: [CircularRegion] = []
  var requests: [BackgroundTaskRequest] = []
  var isInBackground = false
  var notifications: [LocalNotification] = []
  var notificationPermission = PermissionStatus.granted
  var batteryLevel = 0.8
  var batteryState = BatteryState.unplugged
  var authorization = AuthorizationStatus.always
  var networkName: String?
  var hasVisits = true
  var hasSessions = false
  var sessions: [LocationSession: String] = [:]
  var motionPermission = PermissionStatus.granted
  var hasHeading = false
  /// The steps that the pedometer reports for any interval; nil for a phone without one.
  var steps: Int?
  var hash: ([UInt8]) -> [UInt8] = { $0 }
  private var drawn: UInt8 = 0
  lazy var random: (Int) -> [UInt8] = { [unowned self] count in
    (0..<count).map { _ in
      drawn &+= 1
      return drawn
    }
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  let availability = ServiceAvailability.available
  let directoryPath: String? = nil
  func value(forKey key: String) -> String? { values[key] }
  func set(_ value: String?, forKey key: String) { values[key] = value }
  func secret(forKey key: String) -> String? { secrets[key] }
  func setSecret(
    _ value: String?, forKey key: String, accessible: SecretAccessibility
  ) -> Bool {
    secrets[key] = value
    return true
  }
}

final class FakeClock: Clock {
  private struct Timer {
    var due: Instant
    var order: UInt64
    var interval: TimeSpan?
    var callback: () -> Void
  }

  private let system: FakeSystem
  private var timers: [UInt64: Timer] = [:]
  private var count: UInt64 = 0

  init(_ system: FakeSystem) { self.system = system }

  var now: Instant { system.now + system.clockError }
  var uptime: TimeSpan { system.now - Instant(nanoseconds: 0) }
  var calendar: LocalCalendar { system.calendar }
  var pendingCount: Int { timers.count }

  func schedule(
    after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void
  ) -> TimerToken {
    count += 1
    timers[count] = Timer(
      due: system.now + max(.zero, delay), order: count, interval: repeats ? delay : nil,
      callback: callback)
    return TimerToken(rawValue: count)
  }

  func cancel(_ timer: TimerToken) { timers[timer.rawValue] = nil }

  /// Advances the time and fires the timers that become due, in order.
  func advance(by span: TimeSpan) {
    let end = system.now + span
    while let (key, timer) = next(until: end) {
      system.now = max(system.now, timer.due)
      if let interval = timer.interval {
        timers[key]?.due = timer.due + interval
      } else {
        timers[key] = nil
      }
      timer.callback()
    }
    system.now = end
  }

  func die() { timers = [:] }

  private func next(until end: Instant) -> (UInt64, Timer)? {
    let due = timers.filter { $0.value.due <= end }
    let first = due.min { ($0.value.due, $0.value.order) < ($1.value.due, $1.value.order) }
    return first.map { ($0.key, $0.value) }
  }
}

final class FakeTask: BackgroundTask {
  let identifier: String
  var expirationHandler: (() -> Void)?
  private(set) var outcome: Bool?

  init(_ identifier: String) { self.identifier = identifier }
  func setTaskCompleted(success: Bool) { outcome = success }
}

final class FakeTaskScheduler: BackgroundTaskScheduler {
  private let system: FakeSystem
  var handlers: [String: (any BackgroundTask) -> Void] = [:]

  init(_ system: FakeSystem) { self.system = system }

  func register(
    identifier: String, launchHandler: @escaping (any BackgroundTask) -> Void
  ) -> Bool {
    system.calls.append("register \(identifier)")
    handlers[identifier] = launchHandler
    return true
  }

  func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError) {
    system.calls.append("submit \(request.kind)")
    system.requests.removeAll { $0.identifier == request.identifier }
    system.requests.append(request)
  }

  func cancel(identifier: String) { system.requests.removeAll { $0.identifier == identifier } }
  func cancelAll() { system.requests = [] }
  var pendingRequests: [BackgroundTaskRequest] { system.requests }
}

final class FakeHTTPClient: HTTPClient {
  private(set) var requests: [HTTPRequest] = []
  private var answers: [(Result<HTTPResponse, HTTPError>) -> Void] = []

  let availability = ServiceAvailability.available
  let reachability = Reachability.wifi
  var isWaiting: Bool { !answers.isEmpty }

  /// Returns the request of that number, from 0, or an empty one if there is none.
  func request(_ number: Int) -> HTTPRequest {
    requests.indices.contains(number) ? requests[number] : HTTPRequest(method: "", url: "")
  }

  func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    requests.append(request)
    answers.append(completion)
  }

  func answer(_ result: Result<HTTPResponse, HTTPError>) {
    guard !answers.isEmpty else { return }
    answers.removeFirst()(result)
  }

  func answer(status: Int = 200, _ body: String = #"{"result":"ok"}"#) {
    answer(.success(HTTPResponse(status: status, body: Array(body.utf8))))
  }

  func die() { answers = [] }
}
