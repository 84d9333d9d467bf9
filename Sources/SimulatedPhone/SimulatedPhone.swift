import EventKernel
import Geodesy
import MotionSensing
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// A simulated phone in virtual time, with at most one tracking app.
///
///     World ──truth──▶ Hardware ──fixes──▶ OperatingSystem ──callbacks──▶ App
///       ▲                 │ watts                ▲ requests                │
///       └── time ── EventKernel     PowerSupply  └────────── PhoneAPI ◀────┘
///
/// A run is created, runs and ends on one thread. The phone takes one event from the queue at a
/// time, and calls the app only from the handler of an event.
public final class SimulatedPhone {
  public struct Configuration {
    public var world: World
    public var segment: Segment
    public var model: PhoneModel
    public var systemVersion: String
    /// The battery level that the gauge shows at the start, 0 to 1.
    public var batteryLevel: Double
    public var permissions: AppPermissions
    /// The tracking app; nil for a day without a tracker.
    public var app: AppInstallation?
    public var person: [PersonAction]
    public var server: (any SimulatedServer)?
    public var outages: [ServerOutage]
    /// The pushes that the app's server sends through Apple.
    public var pushes: [SimulatedPush] = []
    /// The person's car; nil if the phone connects to none.
    public var car: Car?
    /// A recorded accelerometer signal, played in a loop from the start on; nil for a synthetic
    /// signal.
    package var accelerometer: RecordedSignal?
    /// A cache of the features of acceleration windows, for all phones that simulate this day one
    /// after another. The cache shortens the computing time and changes no result.
    public var rememberedWindows: RememberedWindows?
    /// The SHA-256 function for apps that sign in. Without it, all hashes are empty.
    public var sha256: (([UInt8]) -> [UInt8])?
    public var chance: SeededRandom

    public init(
      world: World, segment: Segment, model: PhoneModel, systemVersion: String = "17.6",
      batteryLevel: Double = 1, permissions: AppPermissions = AppPermissions(),
      app: AppInstallation? = nil, person: [PersonAction] = [],
      server: (any SimulatedServer)? = nil, outages: [ServerOutage] = [],
      accelerometer: RecordedSignal? = nil, chance: SeededRandom
    ) {
      self.world = world
      self.segment = segment
      self.model = model
      self.systemVersion = systemVersion
      self.batteryLevel = batteryLevel
      self.permissions = permissions
      self.app = app
      self.person = person
      self.server = server
      self.outages = outages
      self.accelerometer = accelerometer
      self.chance = chance
    }
  }

  public internal(set) var world: World
  public internal(set) var segment: Segment
  let model: PhoneModel
  let systemVersion: String
  @exclusivity(unchecked) var trajectory: Trajectory
  let installation: AppInstallation?

  @exclusivity(unchecked) var kernel: EventKernel<PhoneEvent>
  @exclusivity(unchecked) var power: PowerSupply
  @exclusivity(unchecked) var cursor = TrajectoryCursor()
  @exclusivity(unchecked) var localScale: LocalScale
  @exclusivity(unchecked) var span: Span
  var spanChange: EventKernel<PhoneEvent>.Identifier?
  @exclusivity(unchecked) var app: InstalledApp?
  public internal(set) var permissions: AppPermissions
  var heldEvents: [HeldEvent] = []
  /// True while the phone is on.
  ///
  /// Swift's exclusivity check is off, because the phone reads this value at every event.
  @exclusivity(unchecked) public internal(set) var isOn = true
  public internal(set) var firstShutOff: Instant?
  /// Called when the phone shuts off for the first time.
  package var onFirstShutOff: (() -> Void)?
  var secondsOff = 0.0
  var bootedAt: Instant
  /// The phone's thermal state, which `setThermalState` sets.
  var thermalState = ThermalState.nominal
  var isPluggedInByHand = false
  var staysPluggedInHere = false
  var switches = PhoneSwitches()
  var otherApps = OtherApps()
  var cryptography: SimulatedCryptography
  var offSince: Instant?
  var batteryCheck: EventKernel<PhoneEvent>.Identifier?
  var stillnessCount = 0
  var movementCheck: MovementCheck?
  private var tokens: UInt64 = 0
  var lastStatus: PhoneStatus?
  /// The observer of the phone. The reference is strong, because a weak one would cost time at
  /// every fix.
  package var observer: (any PhoneObserver)?

  // The parts are created after `self`, and exist exactly as long.
  @exclusivity(unchecked) private(set) var gnss: GNSSReceiver! = nil
  private(set) var modem: Modem! = nil
  private(set) var screen: Screen! = nil
  private(set) var processor: Processor! = nil
  private(set) var lowPower: LowPowerMode! = nil
  @exclusivity(unchecked) private(set) var location: LocationDaemon! = nil
  private(set) var lock: DeviceLock! = nil
  private(set) var apps: AppLifecycle! = nil
  private(set) var usage: PhoneUsage! = nil
  private(set) var prompts: PermissionPrompts! = nil
  private(set) var sessions: LocationSessions! = nil
  private(set) var heading: HeadingService! = nil
  private(set) var motion: MotionService! = nil
  private(set) var tasks: TaskScheduler! = nil
  private(set) var http: HTTPService! = nil
  private(set) var push: PushService! = nil
  private(set) var transfers: BackgroundTransferService! = nil
  private(set) var notifications: NotificationService! = nil
  private(set) var geocoding: GeocodingService! = nil
  private(set) var car: CarConnection! = nil
  private(set) var person: Person! = nil
  /// The satellite receiver without reference counting, which would cost time at each fix.
  @exclusivity(unchecked) private(set) var gnssUncounted: Uncounted<GNSSReceiver>! = nil
  @exclusivity(unchecked) private(set) var locationUncounted: Uncounted<LocationDaemon>! = nil
  @exclusivity(unchecked) private(set) var motionUncounted: Uncounted<MotionService>! = nil
  let network: NetworkPositioning

  public init(_ configuration: Configuration) {
    world = configuration.world
    segment = configuration.segment
    model = configuration.model
    systemVersion = configuration.systemVersion
    permissions =
      configuration.model.system.isUnrestricted ? AppPermissions() : configuration.permissions
    trajectory = configuration.world.phone
    installation = configuration.app
    cryptography = SimulatedCryptography(
      hash: configuration.sha256, chance: configuration.chance.stream("secrets"))
    let start = configuration.segment.start
    kernel = EventKernel(startingAt: start)
    bootedAt = start
    power = PowerSupply(
      battery: Battery(
        configuration.model.device.battery, gauge: configuration.batteryLevel, at: start),
      at: start)
    span = cursor.span(at: start, on: trajectory)
    localScale = LocalScale(
      latitude: cursor.position(at: start, on: trajectory).coordinate.latitude)
    // Each segment of a recording is a day of its own: its start keys the random numbers.
    let chance = configuration.chance.stream("day").stream(Int(start.wholeSeconds))
    network = NetworkPositioning(
      parameters: configuration.model.device.networkPositioning,
      places: configuration.world.places, chance: chance)
    assemble(configuration, chance: chance)
  }

  private func assemble(_ configuration: Configuration, chance: SeededRandom) {
    gnss = GNSSReceiver(phone: self, parameters: model.device.gnss, chance: chance)
    modem = Modem(phone: self, parameters: model.device.modem)
    screen = Screen(phone: self, parameters: model.device.screen)
    processor = Processor(phone: self, parameters: model.device.processor)
    lowPower = LowPowerMode(
      phone: self, parameters: model.device.battery.lowPower, chance: chance)
    location = LocationDaemon(phone: self, model: model, chance: chance)
    gnssUncounted = Uncounted(gnss)
    locationUncounted = Uncounted(location)
    lock = DeviceLock(phone: self, life: model.system.life, chance: chance)
    apps = AppLifecycle(
      phone: self, system: model.system, chance: chance, traits: configuration.chance)
    usage = PhoneUsage(phone: self, tasks: model.system.tasks)
    tasks = TaskScheduler(
      phone: self, parameters: model.system.tasks, chance: chance, traits: configuration.chance)
    prompts = PermissionPrompts(phone: self, system: model.system.permission)
    sessions = LocationSessions(
      phone: self, system: model.system.permission, chance: chance)
    heading = HeadingService(phone: self, device: model.device.compass, chance: chance)
    motion = MotionService(
      phone: self, parameters: model.system.motion,
      coprocessor: MotionCoprocessor(
        phone: self, parameters: model.system.motion, recorded: configuration.accelerometer,
        remembered: configuration.rememberedWindows, chance: configuration.chance),
      chance: chance)
    motionUncounted = Uncounted(motion)
    http = HTTPService(
      phone: self, system: model.system, chance: chance, server: configuration.server,
      outages: configuration.outages)
    assembleMessaging(configuration, chance: chance)
    person = Person(phone: self, actions: configuration.person)
    bootUp()
    if !person.installsLater { app = installation.map(InstalledApp.init) }
    prompts.begin()
    location.scheduleSilence(0)
    car.spanChanged()
    person.begin()
    scheduleSpanChange()
    apps.schedulePressure(0)
    apps.schedulePrewarm(0)
    scheduleBatteryCheck(after: .zero)
  }

  private func assembleMessaging(_ configuration: Configuration, chance: SeededRandom) {
    push = PushService(
      phone: self, parameters: model.system.push, chance: chance, pushes: configuration.pushes)
    transfers = BackgroundTransferService(phone: self, parameters: model.system.transfers)
    notifications = NotificationService(phone: self, parameters: model.system.notifications)
    geocoding = GeocodingService(phone: self)
    car = CarConnection(phone: self, parameters: model.system.car, car: configuration.car)
    push.begin()
  }

  deinit { if let process = app?.process { process.die() } }

  // MARK: Running

  public var now: Instant { kernel.now }
  public internal(set) var eventCount = 0

  /// Ends the app's process between two events, as the system or a crash would. This is for tests.
  public func killApp(_ cause: AppDeath) {
    if let process = app?.process { apps.kill(process, cause) }
  }

  /// Returns the activities that the phone has recognized by now, in the order of their times.
  package func recognizedActivities() -> [MotionActivity] {
    motion.coprocessor.catchUp(to: now)
    return motion.coprocessor.history(from: .distantPast).activities
  }

  /// The battery level that the gauge shows [%].
  package var gaugePercent: Int {
    settle()
    return power.battery.gaugePercent
  }

  /// Sends a message of another app, such as a keep-alive. Experiments that step a phone use it.
  package func sendKeepAlive(bytes: Int) {
    _ = modem.transfer(bytes: bytes, over: span.network, from: .others)
  }

  func installApp() {
    guard app == nil, let installation else { return }
    note(.person, "scenario") { "installs the app" }
    app = InstalledApp(installation)
  }

  // MARK: Access to the queue, for the parts

  @discardableResult
  func schedule(_ event: PhoneEvent, after delay: TimeSpan) -> EventKernel<PhoneEvent>.Identifier {
    kernel.schedule(event, after: delay)
  }

  @discardableResult
  func schedule(_ event: PhoneEvent, at instant: Instant) -> EventKernel<PhoneEvent>.Identifier {
    kernel.schedule(event, at: instant)
  }

  func scheduleRepeating(
    _ event: PhoneEvent, first: Instant, every period: TimeSpan
  ) -> EventKernel<PhoneEvent>.Identifier {
    kernel.scheduleRepeating(event, first: first, every: period)
  }

  func cancel(_ identifier: EventKernel<PhoneEvent>.Identifier) { kernel.cancel(identifier) }

  func process(_ number: Int) -> AppProcess? {
    guard let process = app?.process, process.number == number else { return nil }
    return process
  }

  func nextToken() -> UInt64 {
    tokens += 1
    return tokens
  }

  func declares(_ mode: BackgroundMode) -> Bool {
    app?.installation.manifest.backgroundModes.contains(mode) ?? false
  }
}
