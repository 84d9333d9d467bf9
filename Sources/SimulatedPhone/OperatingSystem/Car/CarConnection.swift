import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// Events of the connection between the phone and the car.
enum CarEvent: Sendable { case connects, disconnects }

/// The connection of the phone with the person's car: its audio, and an accessory in it.
///
/// The phone connects some seconds after each drive begins, and disconnects some seconds after the
/// drive ends (CAR-3). Audio changes reach only a running app (CAR-1). An accessory that the app
/// has asked for wakes or launches the app (CAR-2).
final class CarConnection: PhonePart {
  private enum State {
    case away
    case connecting(EventKernel<PhoneEvent>.Identifier)
    case connected
    case leaving(EventKernel<PhoneEvent>.Identifier)
  }

  /// The longest halt on the way at which the engine goes on (CAR-3).
  private static let haltMax = TimeSpan.minutes(3)

  private let parameters: CarParameters
  private let car: Car?
  private var state = State.away

  init(phone: SimulatedPhone, parameters: CarParameters, car: Car?) {
    self.parameters = parameters
    self.car = car
    super.init(phone: phone)
  }

  // MARK: Drives

  /// Handles the start of a span of the day, which may begin or end a drive.
  func spanChanged() {
    guard car != nil else { return }
    let isDriving = phone.span.mode == .automotive
    switch (state, isDriving) {
    case (.away, true):
      state = .connecting(
        phone.schedule(.car(.connects), after: .seconds(parameters.connectSeconds)))
    case (.connecting(let event), false):
      phone.cancel(event)
      state = .away
    case (.connected, false):
      leave()
    case (.leaving(let event), true):
      phone.cancel(event)
      state = .connected
    case (.leaving(let event), false) where !mayWaitInCar:
      phone.cancel(event)
      leave()
    case (.away, false), (.connecting, true), (.connected, true), (.leaving, false): break
    }
  }

  private func leave() {
    let wait = mayWaitInCar ? Self.haltMax : .zero
    state = .leaving(
      phone.schedule(.car(.disconnects), after: wait + .seconds(parameters.disconnectSeconds)))
  }

  /// True if the person stands at no named place, as at a traffic light. The engine then goes on
  /// for some minutes.
  private var mayWaitInCar: Bool {
    phone.span.mode == .still && phone.world.place(of: phone.span) == nil
  }

  /// Connects anew after a start of the phone.
  func phoneRestarted() {
    switch state {
    case .connecting(let event), .leaving(let event): phone.cancel(event)
    case .away, .connected: break
    }
    state = .away
    phone.updateCharger()
    spanChanged()
  }

  func handle(_ event: CarEvent) {
    switch event {
    case .connects: state = .connected
    case .disconnects: state = .away
    }
    // A car speeds up the recognition of driving as a charger does (MOT-3).
    phone.updateCharger()
    let verb = isConnected ? "connects to" : "disconnects from"
    if let port = port {
      phone.note(.operatingSystem, "CAR-1") { "\(verb) the car's audio \(port.name)" }
      if let process = phone.app?.process, process.isRunning { process.handlers.routeChanged?() }
    }
    if let name = car?.accessoryName, phone.app?.accessories.contains(name) == true {
      phone.note(.operatingSystem, "CAR-2") { "\(verb) the accessory \(name)" }
      receiver()?.handlers.accessoryChanged?(name, isConnected)
    }
  }

  /// Returns the process that receives an event of an accessory; nil if the app may not run now.
  private func receiver() -> AppProcess? {
    guard phone.declares(.bluetoothCentral) else {
      return phone.app?.process.flatMap { $0.isRunning ? $0 : nil }
    }
    return phone.apps.wake(.bluetooth, windowSeconds: parameters.accessoryWakeSeconds)
  }

  // MARK: What an app sees

  private var isConnected: Bool {
    switch state {
    case .connected, .leaving: true
    case .away, .connecting: false
    }
  }

  private var port: AudioPort? {
    guard let car else { return nil }
    if car.hasCarPlay { return AudioPort(.carAudio, name: "CarPlay") }
    return car.bluetoothName.map { AudioPort(.bluetoothHFP, name: $0) }
  }

  /// True if the phone plays to the car.
  var hasAudio: Bool { isConnected && port != nil }

  var outputs: [AudioPort] { isConnected ? [port].compactMap { $0 } : [] }

  var connectedAccessories: [String] {
    guard isConnected, let name = car?.accessoryName, phone.app?.accessories.contains(name) == true
    else { return [] }
    return [name]
  }

  func connect(_ name: String, for process: AppProcess) {
    guard let app = phone.app, app.accessories.insert(name).inserted, isConnected,
      name == car?.accessoryName
    else { return }
    process.callSoon { [process] in
      guard process.phone?.car.connectedAccessories.contains(name) == true else { return }
      process.handlers.accessoryChanged?(name, true)
    }
  }
}

/// The car's audio and accessory as one process sees them.
final class ProcessCar: AudioSession, BluetoothCentral {
  private let process: AppProcess

  init(process: AppProcess) { self.process = process }

  private var car: CarConnection? { process.phone?.car }

  var availability: ServiceAvailability {
    process.isAlive ? .available : .unavailable("the process has ended")
  }

  var outputs: [AudioPort] { car?.outputs ?? [] }
  var onRouteChange: (() -> Void)? {
    get { process.handlers.routeChanged }
    set { if process.isAlive { process.handlers.routeChanged = newValue } }
  }

  var connected: [String] { car?.connectedAccessories ?? [] }
  func connect(accessory name: String) {
    guard process.isAlive, states else { return }
    car?.connect(name, for: process)
  }
  func cancelConnection(accessory name: String) { process.phone?.app?.accessories.remove(name) }
  var onConnectionChange: ((String, Bool) -> Void)? {
    get { process.handlers.accessoryChanged }
    set { if process.isAlive { process.handlers.accessoryChanged = newValue } }
  }

  /// True if the app's manifest states why the app uses Bluetooth. The person always allows it.
  private var states: Bool {
    process.phone?.app?.installation.manifest.usageDescriptions.contains(.bluetoothAlways) == true
  }
}
