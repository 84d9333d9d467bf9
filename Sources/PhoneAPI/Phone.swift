import Geodesy
import Timekeeping

/// The services of the phone, as one process of one app sees them.
///
/// Mirrors iOS under the names that iOS developers know. Rules that hold for all of it:
/// - Callbacks come one at a time, never from inside a call into the phone.
/// - Services belong to the process they were handed to. After its death every call is a no-op and
///   every question gets the answer of a phone that knows nothing.
/// - A service that the phone lacks says so by `availability`; calling it is harmless.
/// - None of it is Sendable: a run is built, lives and dies on one thread. Only values cross.
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
  var cryptography: any CryptographicServices { get }

  /// A location manager of its own settings and delegate, like `CLLocationManager`; several may live
  /// side by side, and the phone serves the sum of what they ask.
  func makeLocationManager() -> any LocationManager

  /// The condition monitor of this name, like `CLMonitor`; what it watches outlives the process.
  func makeLocationMonitor(named name: String) -> any LocationMonitor

  /// Writes a line into the timeline that `--explain` prints: what the app did, and which part of it.
  func note(_ behavior: String, _ message: @autoclosure () -> String)
}

/// Whether the phone has a service at all.
public enum ServiceAvailability: Sendable, Hashable {
  case available
  /// Not modeled or not fitted; the reason in a few words. Provisional services say so here.
  case unavailable(String)

  public var isAvailable: Bool { self == .available }
}

/// The app's view of time. The wall clock may jump; uptime only grows while the phone is on.
public protocol Clock: AnyObject {
  /// What the phone believes the time to be; stamps on fixes and records.
  var now: Instant { get }
  /// Since the phone was switched on, sleep included; for measuring spans.
  var uptime: TimeSpan { get }
  /// The zone that the phone shows local time in.
  var calendar: LocalCalendar { get }

  /// Calls back once after `delay`, or each `delay` when `repeats`, while the process runs.
  ///
  /// A suspended process is not called; a timer that came due meanwhile fires once, right after the
  /// process resumes. A negative delay counts as zero.
  func schedule(after delay: TimeSpan, repeats: Bool, _ callback: @escaping () -> Void)
    -> TimerToken

  /// Harmless for a timer that fired or was cancelled.
  func cancel(_ timer: TimerToken)
}

public struct TimerToken: Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The process and what the system lets it do, like `UIApplication`.
public protocol Application: AnyObject {
  var state: ApplicationState { get }

  /// Seconds of background run time left, as the system would tell; infinite while kept alive.
  var backgroundTimeRemainingSeconds: Double { get }

  /// Asks for about 30 s more after leaving the foreground or a wake-up (LIFE-2).
  ///
  /// `expirationHandler` is called when the time is over; a task not ended by then gets the app killed.
  /// Nil when the system grants none.
  func beginBackgroundTask(
    named name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskToken?
  func endBackgroundTask(_ token: BackgroundTaskToken)

  /// Says what the app's work since its last callback takes on a phone's processor, for a phone on
  /// which code takes no time. A real phone knows by itself: there this does nothing.
  func didWork(processorSeconds: Double)

  /// Keeps the screen from locking while the app is in the foreground.
  var isIdleTimerDisabled: Bool { get set }

  /// The Background App Refresh switch for this app (SLC-13).
  var backgroundRefreshStatus: BackgroundRefreshStatus { get }

  /// False from a restart until the person first unlocks the phone (LIFE-12).
  var isProtectedDataAvailable: Bool { get }
}

extension Application {
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

/// Battery and power state, like `UIDevice` and `ProcessInfo`.
public protocol Device: AnyObject {
  var isBatteryMonitoringEnabled: Bool { get set }
  /// 0 to 1 as the gauge shows it, in steps of a hundredth; -1 while not monitored.
  var batteryLevel: Double { get }
  var batteryState: BatteryState { get }
  var isLowPowerModeEnabled: Bool { get }
  var thermalState: ThermalState { get }
  /// Stays the same for all apps of one vendor on one phone.
  var identifierForVendor: String { get }
  var systemVersion: String { get }

  /// Called on changes of battery level, battery state and Low Power Mode, while the process runs.
  var onPowerChange: (() -> Void)? { get set }
}

public enum BatteryState: String, Sendable, Hashable { case unknown, unplugged, charging, full }
public enum ThermalState: String, Sendable, Hashable { case nominal, fair, serious, critical }

/// What an app keeps on the phone; outlives the process, not the app's removal.
///
/// Protected parts cannot be read between a restart and the first unlock (LIFE-12, SLC-14): reads
/// give nil, as real defaults then read empty, and writes are refused.
public protocol Container: AnyObject {
  /// A folder of the app's own for files and databases; nil where the phone keeps all in memory, and
  /// before the first unlock.
  var directoryPath: String? { get }

  func value(forKey key: String) -> String?
  /// Nil removes the key. Set at once and for good: a later kill does not lose it.
  func set(_ value: String?, forKey key: String)

  func secret(forKey key: String) -> String?
  /// False when the lock class forbids it now.
  @discardableResult
  func setSecret(_ value: String?, forKey key: String, accessible: SecretAccessibility) -> Bool
}

/// When a secret may be read, as the keychain's classes.
public enum SecretAccessibility: String, Sendable, Hashable {
  case whenUnlocked, afterFirstUnlock
}
