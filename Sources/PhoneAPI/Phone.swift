import Geodesy
import Timekeeping

/// The services of the phone, as one process of one app sees them.
///
/// The names are those of iOS. Rules for all services:
/// - Callbacks arrive one at a time, never from inside a call into the phone.
/// - Services belong to the process that received them from the phone. After the process ends,
///   every call is a no-op. Every query then returns a neutral value, such as nil or zero.
/// - If the phone lacks a service, the service's `availability` says so. Calling that service is
///   harmless.
/// - No service is Sendable: a simulation run stays on one thread. Only values are passed between
///   threads.
public protocol Phone: AnyObject {
  var clock: any Clock { get }
  var application: any Application { get }
  var device: any Device { get }
  var container: any Container { get }
  var backgroundTasks: any BackgroundTaskScheduler { get }
  var http: any HTTPClient { get }
  var backgroundTransfers: any BackgroundTransfers { get }
  var notifications: any UserNotificationCenter { get }
  var push: any PushRegistry { get }
  var motionActivity: any MotionActivityManager { get }
  var pedometer: any Pedometer { get }
  var altimeter: any Altimeter { get }
  var wifi: any WiFi { get }
  var geocoder: any Geocoder { get }
  var audioSession: any AudioSession { get }
  var bluetooth: any BluetoothCentral { get }
  var cryptography: any CryptographicServices { get }

  /// Returns a new location manager with its own settings and delegate, like `CLLocationManager`.
  ///
  /// An app may have several at the same time. The phone combines the requests of all managers.
  func makeLocationManager() -> any LocationManager

  /// Returns the condition monitor of this name, like `CLMonitor`. The monitor's conditions remain
  /// after the process ends.
  func makeLocationMonitor(named name: String) -> any LocationMonitor

  /// Writes a line into the timeline that `--explain` prints, with the name of the app's behavior
  /// and the action that it took.
  func note(_ behavior: String, _ message: @autoclosure () -> String)
}

/// The availability of a service on this phone.
public enum ServiceAvailability: Sendable, Hashable {
  case available
  /// The simulator does not model the service, or the phone lacks it. The text is the reason in a
  /// few words.
  case unavailable(String)

  public var isAvailable: Bool { self == .available }
}

/// The app's clocks. The wall clock may jump. The uptime only increases while the phone is on.
public protocol Clock: AnyObject {
  /// The wall-clock time of the phone. The phone stamps fixes with this time, and the app stamps
  /// records with it.
  var now: Instant { get }
  /// The time since the phone was switched on, including sleep. Use it to measure time spans.
  var uptime: TimeSpan { get }
  /// The calendar of the time zone in which the phone shows local time.
  var calendar: LocalCalendar { get }

  /// Calls `callback` once after `delay`, or after each `delay` if `repeats`, while the process
  /// runs.
  ///
  /// A suspended process gets no callbacks. A timer that was due during the suspension fires once,
  /// immediately after the process resumes. A negative delay counts as zero.
  func schedule(after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void)
    -> TimerToken

  /// Cancels a timer. The call has no effect if the timer has already fired or was canceled.
  func cancel(_ timer: TimerToken)
}

public struct TimerToken: Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The state of the app's process, and its requests for run time, like `UIApplication`.
public protocol Application: AnyObject {
  var state: ApplicationState { get }

  /// The background run time left, in seconds, as the system reports it. The value is infinite
  /// while a service keeps the app running.
  var backgroundTimeRemainingSeconds: Double { get }

  /// Asks for about 30 s more run time after the app left the foreground or was woken (LIFE-2).
  ///
  /// The system calls `expirationHandler` when the time is over, and ends the app if the task is
  /// still running then. Returns nil if the system grants no time.
  func beginBackgroundTask(
    named name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskToken?
  func endBackgroundTask(_ token: BackgroundTaskToken)

  /// Reports the processor time of the app's work since its last callback. A simulated phone needs
  /// this report, because code takes no simulated time. On a real phone the call has no effect.
  func didWork(processorSeconds: Double)

  /// True if the screen must not lock while the app is in the foreground.
  var isIdleTimerDisabled: Bool { get set }

  /// The state of the Background App Refresh switch for this app (SLC-13).
  var backgroundRefreshStatus: BackgroundRefreshStatus { get }

  /// True if the app can read protected data. It is false from a restart until the user first
  /// unlocks the phone (LIFE-12).
  var isProtectedDataAvailable: Bool { get }

  /// Called on changes of `backgroundRefreshStatus`, while the process runs; after a suspension,
  /// when it resumes.
  var onBackgroundRefreshChange: (() -> Void)? { get set }
}

extension Application {
  /// A phone that reports no changes.
  public var onBackgroundRefreshChange: (() -> Void)? {
    get { nil }
    set {}
  }
  public func didWork(processorSeconds: Double) {}
}

public enum ApplicationState: String, Sendable, Hashable { case active, inactive, background }

public enum BackgroundRefreshStatus: String, Sendable, Hashable {
  case available, denied, restricted
}

public struct BackgroundTaskToken: Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The state of the battery and of power saving, like `UIDevice` and `ProcessInfo`.
public protocol Device: AnyObject {
  var isBatteryMonitoringEnabled: Bool { get set }
  /// The displayed battery level, from 0 to 1 in steps of 0.01; -1 while the app does not monitor
  /// the battery.
  var batteryLevel: Double { get }
  var batteryState: BatteryState { get }
  var isLowPowerModeEnabled: Bool { get }
  var thermalState: ThermalState { get }
  /// An identifier that is the same for all apps of one vendor on one phone.
  var identifierForVendor: String { get }
  var systemVersion: String { get }

  /// Called on changes of battery level, battery state and Low Power Mode, while the process runs.
  var onPowerChange: (() -> Void)? { get set }
  /// Called on changes of `thermalState`, while the process runs; after a suspension, when it
  /// resumes.
  var onThermalStateChange: (() -> Void)? { get set }
}

extension Device {
  /// A phone that reports no changes.
  public var onThermalStateChange: (() -> Void)? {
    get { nil }
    set {}
  }
}

public enum BatteryState: String, Sendable, Hashable { case unknown, unplugged, charging, full }
public enum ThermalState: String, Sendable, Hashable { case nominal, fair, serious, critical }

/// The data that an app stores on the phone. The data remain after the process ends, until the user
/// removes the app.
///
/// Protected data is not available between a restart and the first unlock (LIFE-12, SLC-14). During
/// that time every read returns nil, and every write fails.
public protocol Container: AnyObject {
  /// The app's own folder for files and databases. It is nil before the first unlock, and if the
  /// phone keeps all data in memory.
  var directoryPath: String? { get }

  func value(forKey key: String) -> String?
  /// Stores a value; nil removes the key. The value is stored at once, so that a later kill does
  /// not lose it.
  func set(_ value: String?, forKey key: String)

  func secret(forKey key: String) -> String?
  /// Stores a secret. Returns false if the phone is locked and `accessible` forbids access at this
  /// time.
  @discardableResult
  func setSecret(_ value: String?, forKey key: String, accessible: SecretAccessibility) -> Bool
}

/// The condition under which an app may read a secret, like the keychain's accessibility classes.
public enum SecretAccessibility: String, Sendable, Hashable {
  case whenUnlocked, afterFirstUnlock
}
