import Geodesy
import PhoneAPI
import Timekeeping

/// The phone's services for one process. Each service checks first if that process is alive.
final class ProcessPhone: Phone, Clock, Application, Device, HTTPClient, BackgroundTaskScheduler {
  private let process: AppProcess
  private let app: InstalledApp
  /// Made once, since a tracker asks for the network every ten seconds.
  let wifi: any WiFi

  init(process: AppProcess, app: InstalledApp) {
    self.process = process
    self.app = app
    wifi = JoinedWiFi(process: process)
  }

  private var phone: SimulatedPhone? { process.phone }

  var clock: any Clock { self }
  var application: any Application { self }
  var device: any Device { self }
  var http: any HTTPClient { self }
  var backgroundTasks: any BackgroundTaskScheduler { self }
  var container: any Container { ProcessContainer(process: process, container: app.container) }

  var backgroundTransfers: any BackgroundTransfers { ProcessTransfers(process: process) }
  var notifications: any UserNotificationCenter { ProcessNotifications(process: process) }
  var push: any PushRegistry { ProcessPush(process: process) }
  var motionActivity: any MotionActivityManager { ProcessMotion(process: process) }
  var pedometer: any Pedometer { ProcessMotion(process: process) }
  var altimeter: any Altimeter { ProcessMotion(process: process) }
  var geocoder: any Geocoder { ProcessGeocoder(process: process) }
  var cryptography: any CryptographicServices { ProcessCryptography(process: process) }
  var audioSession: any AudioSession { ProcessCar(process: process) }
  var bluetooth: any BluetoothCentral { ProcessCar(process: process) }

  func makeLocationManager() -> any LocationManager {
    phone?.location.makeClient(for: process) ?? LocationClient(number: 0, process: process)
  }

  func makeLocationMonitor(named name: String) -> any LocationMonitor {
    ProcessLocationMonitor(name: name, process: process)
  }

  func note(_ behavior: String, _ message: @autoclosure () -> String) {
    phone?.note(.app, behavior, message)
  }

  // MARK: Clock

  var now: Instant { process.now }
  var uptime: TimeSpan { phone?.uptime ?? .zero }
  var calendar: LocalCalendar { phone.map { $0.world.clocks.calendar(at: $0.now) } ?? .utc }

  func schedule(
    after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void
  ) -> TimerToken {
    guard let phone else { return TimerToken(rawValue: .max) }
    let wait = max(delay, .zero)
    // A repeating timer of zero length would stop simulated time.
    let period = repeats ? max(wait, .milliseconds(1)) : nil
    let slot = process.addTimer(period: period, callback)
    phone.schedule(.process(process.number, .timer(slot: slot)), after: period ?? wait)
    return TimerToken(rawValue: UInt64(slot))
  }

  func cancel(_ timer: TimerToken) {
    if let slot = Int(exactly: timer.rawValue) { process.removeTimer(slot: slot) }
  }

  // MARK: Application

  var state: ApplicationState { process.state == .foreground ? .active : .background }

  var backgroundTimeRemainingSeconds: Double {
    guard let phone, process.state == .background else { return .infinity }
    if !process.runTimes.isEmpty || phone.location.keepsAlive(process) { return .infinity }
    let ends = process.backgroundTasks.values.compactMap(\.ends) + [process.graceEnds ?? phone.now]
    return ends.reduce(0) { max($0, ($1 - phone.now).seconds) }
  }

  func beginBackgroundTask(
    named name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskToken? {
    phone?.apps.beginBackgroundTask(process, expiration: expirationHandler)
      .map(BackgroundTaskToken.init)
  }

  func endBackgroundTask(_ token: BackgroundTaskToken) {
    phone?.apps.endBackgroundTask(process, token: token.rawValue)
  }

  func didWork(processorSeconds: Double) {
    phone?.apps.didWork(process, seconds: processorSeconds)
  }

  var isIdleTimerDisabled: Bool {
    get { process.isIdleTimerDisabled }
    set {
      process.isIdleTimerDisabled = newValue
      phone?.screen.idleTimerChanged()
    }
  }

  var backgroundRefreshStatus: BackgroundRefreshStatus {
    phone?.permissions.isBackgroundRefreshOn == true ? .available : .denied
  }

  var isProtectedDataAvailable: Bool { phone?.isUnlocked == true }

  // MARK: Device

  var isBatteryMonitoringEnabled: Bool {
    get { process.isBatteryMonitored }
    set {
      process.isBatteryMonitored = newValue && process.isAlive
      process.knownPower = phone?.powerToTell(process)
      phone?.scheduleBatteryCheck(after: .zero)
    }
  }

  var batteryLevel: Double {
    guard process.isBatteryMonitored else { return -1 }
    return process.withPhone { $0.batteryLevel } ?? -1
  }

  var batteryState: BatteryState {
    guard process.isBatteryMonitored else { return .unknown }
    return process.withPhone { $0.batteryState } ?? .unknown
  }

  var isLowPowerModeEnabled: Bool { phone?.isLowPowerModeOn == true }
  var thermalState: ThermalState { phone?.thermalState ?? .nominal }
  var identifierForVendor: String { "00000000-0000-4000-8000-00000000000A" }
  var systemVersion: String { phone?.systemVersion ?? "" }
  var onPowerChange: (() -> Void)? {
    get { process.onPowerChange }
    set {
      process.onPowerChange = process.isAlive ? newValue : nil
      process.knownPower = phone?.powerToTell(process)
    }
  }

  var onThermalStateChange: (() -> Void)? {
    get { process.handlers.thermalStateChanged }
    set {
      process.handlers.thermalStateChanged = process.isAlive ? newValue : nil
      process.knownThermalState = thermalState
    }
  }

  var onBackgroundRefreshChange: (() -> Void)? {
    get { process.handlers.backgroundRefreshChanged }
    set {
      process.handlers.backgroundRefreshChanged = process.isAlive ? newValue : nil
      process.knowsBackgroundRefreshIsOn = backgroundRefreshStatus == .available
    }
  }

  // MARK: HTTP

  var availability: ServiceAvailability { .available }
  var reachability: Reachability { phone?.http.reachability ?? .none }
  var onReachabilityChange: (() -> Void)? {
    get { process.handlers.reachabilityChanged }
    set {
      process.handlers.reachabilityChanged = process.isAlive ? newValue : nil
      process.knownReachability = reachability
    }
  }

  func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    phone?.http.send(request, from: process, completion: completion)
  }

  // MARK: Background tasks

  func register(
    identifier: String, launchHandler: @escaping (any BackgroundTask) -> Void
  ) -> Bool {
    guard process.isAlive, process.mayRegisterTasks, process.taskHandlers[identifier] == nil,
      app.installation.manifest.permittedTaskIdentifiers.contains(identifier)
    else { return false }
    process.taskHandlers[identifier] = launchHandler
    return true
  }

  func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError) {
    guard let phone else { throw .unavailable }
    try phone.tasks.submit(request)
  }

  func cancel(identifier: String) { phone?.tasks.cancel(identifier: identifier) }
  func cancelAll() { phone?.tasks.cancel(identifier: nil) }
  var pendingRequests: [BackgroundTaskRequest] { phone?.tasks.pending ?? [] }
}

/// An app's process that can crash: the link to a real process reports its end.
public protocol CrashableApplication: Application {
  /// Ends the process as a crash does, after the current callback.
  func crash()
}

extension ProcessPhone: CrashableApplication {
  func crash() {
    let process = process
    process.callSoon(after: .zero) { process.phone?.apps.kill(process, .crash) }
  }
}

/// The Wi-Fi service of one process, with the name of the network that the phone has joined.
private final class JoinedWiFi: WiFi {
  private let process: AppProcess
  init(process: AppProcess) { self.process = process }
  var availability: ServiceAvailability { .available }
  var networkName: String? { process.withPhone { $0.joinedWiFiName } ?? nil }
}

/// The installation's container, open while the process runs and after the first unlock (LIFE-12).
///
/// A dead process reads nothing from the container and writes nothing to it. Secrets with the
/// accessibility `whenUnlocked` need a phone that is unlocked now.
private final class ProcessContainer: Container {
  private let process: AppProcess
  private let container: AppContainer

  init(process: AppProcess, container: AppContainer) {
    self.process = process
    self.container = container
  }

  private var open: AppContainer? { process.phone?.isUnlocked == true ? container : nil }

  private var isUnlockedNow: Bool { process.phone?.lock.state == .unlocked }

  var directoryPath: String? { open?.directoryPath }
  func value(forKey key: String) -> String? { open?.value(forKey: key) }
  func set(_ value: String?, forKey key: String) { open?.set(value, forKey: key) }
  func secret(forKey key: String) -> String? {
    open?.secret(forKey: key, isUnlockedNow: isUnlockedNow)
  }
  func setSecret(
    _ value: String?, forKey key: String, accessible: SecretAccessibility
  ) -> Bool {
    guard let open, accessible == .afterFirstUnlock || isUnlockedNow else { return false }
    open.setSecret(value, forKey: key, accessible: accessible)
    return true
  }
}
