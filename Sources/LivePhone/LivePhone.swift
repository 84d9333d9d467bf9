import Foundation
import PhoneAPI
import Timekeeping

/// A phone that is this machine: its network, its files and its clock.
///
/// What the machine lacks reports itself unavailable. There is one app, always in the foreground; one
/// object is one process of it, and the folder outlives it. Use it from one thread, the one that runs
/// `loop`.
public final class LivePhone: Phone {
  public let loop = LiveLoop()
  private let ownClock: LiveClock
  private let ownContainer: LiveContainer
  public let http: any HTTPClient
  private let machine: LiveMachine
  private let absent = AbsentServices()
  private let location: (any LiveLocationSource)?
  private let onNote: ((_ behaviour: String, _ message: String) -> Void)?

  /// - Parameters:
  ///   - folder: what the app keeps; made where it is missing, for its owner alone.
  ///   - calendar: the zone of local days.
  ///   - location: the receiver, started with the phone; without one there is no location.
  ///   - onNote: hears what the app does, as `--explain` prints it.
  public convenience init(
    folder: String, calendar: LocalCalendar, location: (any LiveLocationSource)? = nil,
    onNote: ((_ behaviour: String, _ message: String) -> Void)? = nil
  ) throws(LiveContainerError) {
    let container = try LiveContainer(path: folder) { onNote?("container", $0) }
    self.init(container: container, calendar: calendar, location: location, onNote: onNote)
  }

  /// - Parameter makeHTTP: what stands in for the machine's network.
  public init(
    container: LiveContainer, calendar: LocalCalendar, location: (any LiveLocationSource)? = nil,
    makeHTTP: ((any Clock) -> any HTTPClient)? = nil,
    onNote: ((_ behaviour: String, _ message: String) -> Void)? = nil
  ) {
    self.onNote = onNote
    ownClock = LiveClock(loop, calendar: calendar)
    ownContainer = container
    http = makeHTTP?(ownClock) ?? LiveHTTPClient(loop)
    machine = LiveMachine(ownContainer)
    self.location = location
    location?.start(on: loop) { [weak self] in self?.hear($0) }
  }

  /// How things stand with the receiver.
  public private(set) var receiver = ReceiverStatus()
  /// Hears all that the receiver says, before the app does.
  public var onReceiverEvent: ((GPSDEvent) -> Void)?

  private func hear(_ event: GPSDEvent) {
    onReceiverEvent?(event)
  }

  /// The process is over: nothing is called any more, and what is under way is broken off.
  public func end() {
    loop.forgetEverything()
    location?.end()
    (http as? LiveHTTPClient)?.end()
  }

  public var clock: any Clock { ownClock }
  public var container: any Container { ownContainer }
  public var application: any Application { machine }
  public var device: any Device { machine }
  public var backgroundTasks: any BackgroundTaskScheduler { absent }
  public var backgroundTransfers: any BackgroundTransfers { absent }
  public var notifications: any UserNotificationCenter { absent }
  public var push: any PushRegistry { absent }
  public var motionActivity: any MotionActivityManager { AbsentMotionActivity() }
  public var pedometer: any Pedometer { absent }
  public var altimeter: any Altimeter { absent }
  public var wifi: any WiFi { absent }
  public var geocoder: any Geocoder { absent }
  public let cryptography: any CryptographicServices = SystemCryptography()

  public func makeLocationManager() -> any LocationManager { AbsentLocationManager() }
  public func makeLocationMonitor(named name: String) -> any LocationMonitor {
    AbsentLocationMonitor(name: name)
  }

  public func note(_ behaviour: String, _ message: @autoclosure () -> String) {
    onNote?(behaviour, message())
  }
}

/// The process, which nobody suspends, on a machine that runs from a socket.
final class LiveMachine: Application, Device {
  private static let identifierKey = "identifierForVendor"
  private var taskCount: UInt64 = 0

  init(_ container: LiveContainer) {
    if let identifier = container.value(forKey: Self.identifierKey) {
      identifierForVendor = identifier
    } else {
      identifierForVendor = UUID().uuidString
      container.set(identifierForVendor, forKey: Self.identifierKey)
    }
  }

  let state = ApplicationState.active
  let backgroundTimeRemainingSeconds = Double.infinity
  var isIdleTimerDisabled = false
  let backgroundRefreshStatus = BackgroundRefreshStatus.restricted
  let isProtectedDataAvailable = true

  func beginBackgroundTask(
    named name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskToken? {
    taskCount += 1
    return BackgroundTaskToken(rawValue: taskCount)
  }

  func endBackgroundTask(_ token: BackgroundTaskToken) {}

  var isBatteryMonitoringEnabled = false
  let batteryLevel = -1.0
  let batteryState = BatteryState.unknown
  let isLowPowerModeEnabled = false
  let thermalState = ThermalState.nominal
  let identifierForVendor: String
  let systemVersion = ProcessInfo.processInfo.operatingSystemVersionString
  var onPowerChange: (() -> Void)?
}
