import Foundation
import PhoneAPI
import Timekeeping

/// A phone that uses this machine's network, files and clock.
///
/// Services that the machine lacks report themselves as unavailable. The phone has one app, which
/// is always in the foreground. A `LivePhone` object lasts for one process of the app. The app's
/// folder remains after the process ends. Use a `LivePhone` only on the thread that runs `loop`.
package final class LivePhone: Phone {
  package let loop: LiveLoop
  private let ownClock: LiveClock
  private let ownContainer: LiveProcessContainer
  package let http: any HTTPClient
  private let process = LiveProcess()
  private let ownDevice: LiveDevice
  private let motion: LiveMotion
  package let wifi: any WiFi
  private let tasks: LiveTaskScheduler
  private let notificationCenter: LiveNotificationCenter
  private let absent = AbsentServices()
  private let fedAltimeter: FedAltimeter?
  private let source: (any LiveLocationSource)?
  private let location: LiveLocation?
  private let onNote: ((_ behavior: String, _ message: String) -> Void)?

  /// Creates a phone.
  ///
  /// - Parameters:
  ///   - folder: The folder of the app's data. It is created if it is missing, for its owner only.
  ///   - calendar: The time zone of the phone.
  ///   - location: The receiver, started with the phone; nil for no location services.
  ///   - manifest: The app's declarations; nil for an app that declares everything.
  ///   - motion: The source of motion data.
  ///   - notifier: The means to show notifications; nil for none.
  ///   - machine: A machine to use instead of this one, for tests.
  ///   - onNote: Called with notes on the app's actions, as `--explain` prints them.
  package convenience init(
    folder: String, calendar: LocalCalendar, location: (any LiveLocationSource)? = nil,
    manifest: AppManifest? = nil, motion: LiveMotionSource = .none,
    notifier: (any Notifier)? = nil, machine: Machine = Machine(),
    onNote: ((_ behavior: String, _ message: String) -> Void)? = nil
  ) throws(LiveContainerError) {
    let container = try LiveContainer(path: folder) { onNote?("container", $0) }
    self.init(
      container: container, calendar: calendar, location: location, manifest: manifest,
      motion: motion, notifier: notifier, machine: machine, onNote: onNote)
  }

  /// Creates a phone with a given container.
  ///
  /// - Parameter makeHTTP: Creates the HTTP client that the phone uses instead of `LiveHTTPClient`.
  package init(
    container: LiveContainer, calendar: LocalCalendar, location: (any LiveLocationSource)? = nil,
    manifest: AppManifest? = nil, motion: LiveMotionSource = .none,
    notifier: (any Notifier)? = nil, machine: Machine = Machine(),
    makeHTTP: ((any Clock) -> any HTTPClient)? = nil,
    onNote: ((_ behavior: String, _ message: String) -> Void)? = nil
  ) {
    self.onNote = onNote
    loop = LiveLoop(time: machine.time)
    ownClock = LiveClock(loop, calendar: calendar)
    ownContainer = LiveProcessContainer(container, loop)
    let interfaces = NetworkInterfaces(machine.root)
    http = makeHTTP?(ownClock) ?? LiveHTTPClient(loop, interfaces)
    wifi = LiveWiFi(interfaces, of: machine.root)
    let device = LiveDevice(container, loop, machine.root)
    ownDevice = device
    let note: (String, String) -> Void = { onNote?($0, $1) }
    tasks = LiveTaskScheduler(
      loop, container, manifest, isPlugged: { device.isPluggedIn },
      isConnected: { interfaces.reachability != .none }, note: note)
    self.motion = LiveMotion(motion, loop, machine, ownDevice) { onNote?("motion", $0) }
    fedAltimeter = machine.sensors == nil ? nil : FedAltimeter()
    source = location
    self.location = location.map { [loop] source in
      LiveLocation(
        loop: loop, container: container, device: source.device, manifest: manifest, notify: note)
    }
    let center = LiveNotificationCenter(
      loop, container, self.location?.circles, notifier ?? AbsentNotifier(), note: note)
    notificationCenter = center
    self.location?.onFix = { center.take($0, elapsed: $1) }
    location?.start(on: loop) { [weak self] event in
      self?.onReceiverEvent?(event)
      self?.location?.receive(event)
    }
    machine.sensors?.listen(on: loop) { [weak self] readings in
      for reading in readings { self?.take(reading) }
    }
  }

  /// Processes a reading of another device. `FedLocationSource` takes the positions.
  private func take(_ reading: SensorReading) {
    switch reading.value {
    case .acceleration, .location: break
    case .pressure(let hectopascals):
      fedAltimeter?.take(hectopascals: hectopascals, at: reading.time ?? clock.now)
    case .battery(let level, let state, let isLowPower):
      let power = PowerSupplies.Reading(
        level: level, state: state, isPluggedIn: state == .charging || state == .full)
      ownDevice.fed = LiveDevice.Status(power: power, isLowPowerModeEnabled: isLowPower)
    case .steps(let count): motion.take(fedSteps: count)
    }
  }

  /// The current state of the receiver.
  package var receiver: ReceiverStatus { location?.status ?? ReceiverStatus() }
  /// The fixes that the phone did not deliver to the app since the start.
  package var undelivered: UndeliveredFixes { location?.undelivered ?? UndeliveredFixes() }
  /// Called with every event of the receivers, before the app gets the event.
  package var onReceiverEvent: ((GPSDEvent) -> Void)?

  /// Ends the app's process. The phone then makes no further callbacks, and cancels pending
  /// requests.
  package func end() {
    motion.end()
    loop.discardEverything()
    source?.end()
    location?.end()
    (http as? LiveHTTPClient)?.end()
  }

  package var clock: any Clock { ownClock }
  package var container: any Container { ownContainer }
  package var application: any Application { process }
  package var device: any Device { ownDevice }
  package var backgroundTasks: any BackgroundTaskScheduler { tasks }
  package var backgroundTransfers: any BackgroundTransfers { absent }
  package var notifications: any UserNotificationCenter { notificationCenter }
  package var push: any PushRegistry { absent }
  package var motionActivity: any MotionActivityManager { motion }
  package var pedometer: any Pedometer { motion }
  package var altimeter: any Altimeter { fedAltimeter ?? absent }
  package var geocoder: any Geocoder { absent }
  package var audioSession: any AudioSession { absent }
  package var bluetooth: any BluetoothCentral { absent }
  package let cryptography: any CryptographicServices = SystemCryptography()

  package func makeLocationManager() -> any LocationManager {
    location?.makeManager() ?? AbsentLocationManager()
  }
  package func makeLocationMonitor(named name: String) -> any LocationMonitor {
    location?.makeMonitor(named: name) ?? AbsentLocationMonitor(name: name)
  }

  package func note(_ behavior: String, _ message: @autoclosure () -> String) {
    onNote?(behavior, message())
  }
}

/// The app's process, which is never suspended.
final class LiveProcess: Application {
  private var taskCount: UInt64 = 0

  let state = ApplicationState.active
  let backgroundTimeRemainingSeconds = Double.infinity
  var isIdleTimerDisabled = false
  let backgroundRefreshStatus = BackgroundRefreshStatus.available
  let isProtectedDataAvailable = true

  func beginBackgroundTask(
    named name: String, expirationHandler: @escaping () -> Void
  ) -> BackgroundTaskToken? {
    taskCount += 1
    return BackgroundTaskToken(rawValue: taskCount)
  }

  func endBackgroundTask(_ token: BackgroundTaskToken) {}
}
