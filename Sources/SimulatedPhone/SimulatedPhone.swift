import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// A phone in virtual time, with at most one app to be watched on it.
///
///     World ──truth──▶ Hardware ──fixes──▶ OperatingSystem ──callbacks──▶ App
///       ▲                 │ watts                ▲ requests                │
///       └── time ── EventKernel     PowerSupply  └────────── PhoneAPI ◀────┘
///
/// A run is built, lives and dies on one thread. One event is taken from the queue at a time, and the
/// app is only ever called from its handler.
public final class SimulatedPhone {
  public struct Configuration {
    public var world: World
    public var stretch: Stretch
    public var model: PhoneModel
    public var systemVersion: String
    /// 0 to 1, of this phone's usable capacity.
    public var batteryLevel: Double
    public var permissions: Permissions
    /// Nil for the same day without a tracker.
    public var app: AppInstallation?
    /// In order of time.
    public var person: [PersonEvent]
    public var server: (any SimulatedServer)?
    public var outages: [ServerOutage]
    public var chance: Chance

    public init(
      world: World, stretch: Stretch, model: PhoneModel, systemVersion: String = "17.6",
      batteryLevel: Double = 1, permissions: Permissions = Permissions(),
      app: AppInstallation? = nil, person: [PersonEvent] = [],
      server: (any SimulatedServer)? = nil, outages: [ServerOutage] = [], chance: Chance
    ) {
      self.world = world
      self.stretch = stretch
      self.model = model
      self.systemVersion = systemVersion
      self.batteryLevel = batteryLevel
      self.permissions = permissions
      self.app = app
      self.person = person
      self.server = server
      self.outages = outages
      self.chance = chance
    }
  }

  public let world: World
  public let stretch: Stretch
  let model: PhoneModel
  let systemVersion: String
  private let person: [PersonEvent]
  private let trajectory: Trajectory
  private let installation: AppInstallation?

  @exclusivity(unchecked) private var kernel: EventKernel<PhoneEvent>
  @exclusivity(unchecked) private var power: PowerSupply
  @exclusivity(unchecked) private var cursor = TrajectoryCursor()
  @exclusivity(unchecked) private var localScale: LocalScale
  @exclusivity(unchecked) private(set) var span: Span
  @exclusivity(unchecked) private(set) var app: InstalledApp?
  public private(set) var permissions: Permissions
  public private(set) var isOn = true
  public private(set) var firstShutOff: Instant?
  public private(set) var secondsOff = 0.0
  private var offSince: Instant?
  private(set) var isLyingStill = false
  private(set) var stillnessCount = 0
  private var isWatchingMovement = false
  private var tokens: UInt64 = 0
  private var lastStatus: PhoneStatus?
  public weak var observer: (any PhoneObserver)?

  // The parts are made after `self`, and live exactly as long.
  private(set) var gnss: GNSSReceiver! = nil
  private(set) var modem: Modem! = nil
  private(set) var screen: Screen! = nil
  private(set) var location: LocationDaemon! = nil
  private(set) var apps: AppLifecycle! = nil
  private(set) var tasks: TaskScheduler! = nil
  private(set) var http: HTTPService! = nil
  private let network: NetworkPositioning

  public init(_ configuration: Configuration) {
    world = configuration.world
    stretch = configuration.stretch
    model = configuration.model
    systemVersion = configuration.systemVersion
    person = configuration.person
    permissions = configuration.permissions
    trajectory = configuration.world.phone
    installation = configuration.app
    let start = configuration.stretch.start
    kernel = EventKernel(startingAt: start)
    power = PowerSupply(
      battery: Battery(
        capacityJoules: configuration.model.device.batteryJoules,
        level: configuration.batteryLevel, at: start),
      at: start)
    span = cursor.span(at: start, on: trajectory)
    localScale = LocalScale(
      latitude: cursor.position(at: start, on: trajectory).coordinate.latitude)
    let chance = configuration.chance.stream("day")
    network = NetworkPositioning(chance: chance)
    assemble(configuration, chance: chance)
  }

  private func assemble(_ configuration: Configuration, chance: Chance) {
    gnss = GNSSReceiver(phone: self, device: model.device, chance: chance)
    modem = Modem(phone: self, device: model.device)
    screen = Screen(phone: self, device: model.device)
    location = LocationDaemon(phone: self, model: model, chance: chance)
    apps = AppLifecycle(phone: self, system: model.system, chance: configuration.chance)
    tasks = TaskScheduler(phone: self, system: model.system, chance: chance)
    http = HTTPService(
      phone: self, system: model.system, chance: chance, server: configuration.server,
      outages: configuration.outages)
    bootUp()
    if !person.contains(where: { $0.action == .installsApp }) { app = installation.map(InstalledApp.init) }
    for index in person.indices { kernel.schedule(.person(index), at: person[index].time) }
    if span.end < stretch.end { kernel.schedule(.spanChanged, at: span.end) }
    isLyingStill = !span.mode.isMoving
    apps.schedulePressure(0)
    tasks.scheduleOccasion(0)
    kernel.schedule(.batteryCheck, after: .zero)
  }

  deinit { if let process = app?.process { process.die() } }

  // MARK: Running

  public var now: Instant { kernel.now }
  public private(set) var eventCount = 0

  /// Delivers every event up to and including `deadline`.
  public func run(until deadline: Instant) throws(Livelock) {
    while try step(until: deadline) {}
  }

  /// Delivers one event; false when none is due at or before `deadline`, which is then `now`.
  public func step(until deadline: Instant) throws(Livelock) -> Bool {
    guard let event = try kernel.next(until: deadline) else { return false }
    eventCount += 1
    handle(event)
    return true
  }

  /// Ends the app's process between two events, as the system or a crash would; for tests.
  public func killApp(_ cause: AppDeath) {
    if let process = app?.process { apps.kill(process, cause) }
  }

  private func handle(_ event: PhoneEvent) {
    switch event {
    case .gnssTick: gnss.tick()
    case .person(let index): act(person[index].action)
    case .batteryCheck: checkBattery()
    case .spanChanged where isOn: spanChanged()
    case .spanChanged: advanceSpan()
    case .memoryPressure(let ordinal): apps.memoryPressure(ordinal)
    case .refreshOpportunity(let ordinal): tasks.occasion(ordinal)
    case _ where !isOn: return
    case .gnssFirstFix(let attempt): gnss.firstFix(attempt: attempt)
    case .gnssGiveUp(let attempt): gnss.giveUp(attempt: attempt)
    case .gnssTailOver: gnss.powerDown()
    case .movementCheck: checkMovement()
    case .stillNoticed, .movingNoticed: noticeMotion(event)
    case .cellularTailOver: modem.tailOver()
    default: handleLocation(event)
    }
  }

  private func handleLocation(_ event: PhoneEvent) {
    switch event {
    case .fallbackFix: location.fine.fallbackFix()
    case .restFix: location.fine.restFix()
    case .networkFix: location.networkFix()
    case .cachedFix(let client): location.deliverCached(client: client)
    case .oneShotOver(let client): location.oneShotOver(client: client)
    case .pauseDue(let client, let since): location.pauseDue(client: client, since: since)
    case .regionCrossed(let region, let crossing):
      location.regions.report(region: region, crossing: crossing)
    case .significantStart: location.significantChanges.deliverFirst()
    default: handleProcess(event)
    }
  }

  private func handleProcess(_ event: PhoneEvent) {
    switch event {
    case .runTimeOver: apps.reconsider()
    case .taskExpires(let process): tasks.expire(process: process)
    case .backgroundTaskOver(let process, let token):
      apps.backgroundTaskOver(process: process, token: token)
    case .backgroundTaskOverrun(let process, let token):
      apps.backgroundTaskOverrun(process: process, token: token)
    case .timer(let number, let slot): process(number)?.timerDue(slot: slot)
    case .requestReachesServer(let process, let slot):
      http.reachServer(process: process, slot: slot)
    case .answerArrives(let process, let slot): http.answerArrives(process: process, slot: slot)
    case .permissionAnswered(let process): permissionAnswered(process: process)
    default: break
    }
  }

  // MARK: The person

  private func act(_ action: PersonEvent.Action) {
    switch action {
    case .installsApp:
      guard app == nil, let installation else { return }
      note(.person, "scenario") { "installs the app" }
      app = InstalledApp(installation)
    case .opensApp where isOn: apps.open()
    case .leavesApp where isOn: apps.leave()
    case .forceQuitsApp where isOn: apps.forceQuit()
    default: break
    }
    statusMayHaveChanged()
  }

  func askForLocation(_ wanted: AuthorizationStatus, _ client: LocationClient) {
    let isOpen =
      permissions.location == .notDetermined
      || (permissions.location == .whenInUse && wanted == .always)
    guard isOpen, permissions.answer != nil, let process = client.process else { return }
    schedule(.permissionAnswered(process: process.number), after: .seconds(4 as Int64))
  }

  private func permissionAnswered(process number: Int) {
    guard let answer = permissions.answer, permissions.location != answer else { return }
    permissions.location = answer
    note(.person, "BG-5") { "answers the permission prompt: \(answer)" }
    guard let process = process(number) else { return }
    for client in process.clients {
      client.delegate?.locationManagerDidChangeAuthorization(client)
    }
    location.reconsider()
  }

  // MARK: Moving through the day

  private func advanceSpan() {
    span = cursor.span(at: now, on: trajectory)
    if span.end < stretch.end { kernel.schedule(.spanChanged, at: span.end) }
  }

  private func spanChanged() {
    let old = span
    advanceSpan()
    if old.sky != span.sky { location.fine.skyChanged(to: span) }
    updateCharger()
    updateSearch()
    guard old.mode.isMoving != span.mode.isMoving else { return }
    stillnessCount += 1
    if span.mode.isMoving {
      kernel.schedule(
        .movingNoticed(since: stillnessCount), after: .seconds(model.system.movingNoticedSeconds))
      watchMovement()
    } else {
      kernel.schedule(
        .stillNoticed(since: stillnessCount), after: .seconds(model.system.stillNoticedSeconds))
    }
  }

  private func noticeMotion(_ event: PhoneEvent) {
    switch event {
    case .stillNoticed(stillnessCount):
      isLyingStill = true
      location.phoneLiesStill()
    case .movingNoticed(stillnessCount):
      isLyingStill = false
      location.phoneMoves()
    default: break
    }
  }

  /// Low-power services look around every ten seconds while the phone moves, and cost nothing else.
  func watchMovement() {
    guard !isWatchingMovement,
      location.significantChanges.isMonitoring || location.regions.isMonitoring
    else { return }
    isWatchingMovement = true
    kernel.schedule(.movementCheck, after: .seconds(10 as Int64))
  }

  private func checkMovement() {
    isWatchingMovement = false
    location.regions.check()
    location.significantChanges.check(at: truth().coordinate)
    // After the phone comes to rest circles still need their dwell time.
    if span.mode.isMoving || !isLyingStill || location.regions.hasCrossingInDoubt {
      watchMovement()
    }
  }

  @inline(__always)
  func truth() -> TruePosition { cursor.position(at: kernel.now, on: trajectory) }

  /// The scale of degrees here, renewed when the phone has come far enough north or south.
  @inline(__always)
  func scale(at coordinate: Coordinate) -> LocalScale {
    if abs(coordinate.latitude - localScale.latitude) > LocalScale.reachDegrees {
      localScale = LocalScale(latitude: coordinate.latitude)
    }
    return localScale
  }

  var joinedWiFiName: String? {
    span.place.flatMap { world.places[$0].wifiName }
  }

  var uptime: TimeSpan { now - stretch.start }
  func localTime() -> TimeOfDay { world.calendar.fields(of: now).time }

  // MARK: Fixes that are not the receiver's own second by second

  /// A position from Wi-Fi or cell, and what it costs; nil without a network.
  func networkFix(for cause: EnergyCause) -> Location? {
    guard let method = network.method(span: span, at: now) else { return nil }
    let device = model.device
    if method == .wifi { addImpulse(device.wifiScanJoules, .networkPositioning, cause) }
    let isAwake = app?.process?.isRunning == true
    if !isAwake { addImpulse(device.networkFixHostJoules, .processor, cause) }
    let truth = truth()
    return network.fix(truth, method: method, scale: scale(at: truth.coordinate), at: now)
  }

  /// What a low-power service hands out: the receiver's fix if it is on anyway (EN-7), else the network's.
  func freshFix(for cause: EnergyCause) -> Location? {
    if gnss.isTracking, let latest = location.latestFix,
      now - latest.timestamp < .seconds(5 as Int64)
    {
      return latest
    }
    return networkFix(for: cause)
  }

  /// One satellite fix after a short start, for a phone that lies still under the sky.
  func satelliteSnapshot() -> Location? {
    var errors = GNSSErrorModel(device: model.device, chance: snapshotChance)
    errors.turnOn(at: now)
    addImpulse(
      model.device.gnssAcquiringWatts * model.device.gnssHotStartSeconds, .gnss,
      location.fine.cause)
    let truth = truth()
    return errors.fix(truth, sky: span.sky, scale: scale(at: truth.coordinate), at: now)
  }

  private var snapshotChance: Chance { network.chance }

  // MARK: Power

  @inline(__always)
  func setPower(_ watts: Double, _ component: EnergyComponent, _ cause: EnergyCause) {
    guard isOn || watts == 0 else { return }
    power.setPower(watts, component, cause, at: kernel.now)
  }

  @inline(__always)
  func addImpulse(_ joules: Double, _ component: EnergyComponent, _ cause: EnergyCause) {
    power.addImpulse(joules, component, cause)
  }

  /// The processor is woken, works a moment and lingers before it sleeps again (CPU-7).
  func addWake(_ cause: EnergyCause) { addImpulse(model.device.wakeJoules, .processor, cause) }

  public var ledger: EnergyLedger { power.ledger }
  /// As of the last booking; `settle()` first to have it at `now`.
  public var battery: Battery { power.battery }
  public func settle() { power.advanceBattery(to: now) }

  var batteryLevel: Double {
    settle()
    return power.battery.level
  }
  var batteryGaugeLevel: Double {
    settle()
    return power.battery.gaugeLevel
  }
  var batteryState: BatteryState {
    power.battery.isCharging ? (power.battery.isFull ? .full : .charging) : .unplugged
  }

  private func bootUp() {
    setPower(
      model.device.suspendedWatts + model.device.systemBackgroundWatts, .base, .system)
    setPower(model.device.motionWatts, .motion, .system)
    updateCharger()
    updateSearch()
  }

  /// Without service the modem searches (RAD-12).
  private func updateSearch() {
    setPower(span.network == .none ? model.device.noServiceSearchWatts : 0, .modem, .system)
  }

  private func updateCharger() {
    let isPluggedIn = !span.mode.isMoving && (span.place.map { world.places[$0].hasCharger } ?? false)
    power.setCharger(watts: isPluggedIn ? model.device.chargeWatts : 0, at: now)
  }

  /// Looks at the charge each minute when it is low and half-hourly else; shuts off when it is empty.
  private func checkBattery() {
    power.advanceBattery(to: now)
    if isOn, power.battery.isEmpty { shutOff() }
    if !isOn, power.battery.level > 0.03 { restart() }
    var wait = TimeSpan.seconds(power.battery.level < 0.2 ? 60 as Int64 : 1800)
    if isOn, let left = power.battery.timeToEmpty() { wait = min(wait, left + .milliseconds(1)) }
    kernel.schedule(.batteryCheck, after: max(wait, .seconds(1 as Int64)))
    statusMayHaveChanged()
  }

  private func shutOff() {
    note(.hardware, "BAT-10") { "shuts off: the battery is empty" }
    killApp(.phoneOff)
    isOn = false
    if firstShutOff == nil { firstShutOff = now }
    offSince = now
    gnss.powerDown()
    modem.powerDown()
    location.reconsider()
    power.cutAll(at: now)
  }

  private func restart() {
    note(.hardware, "BAT-10") { "starts again: there is charge" }
    if let since = offSince { secondsOff += (now - since).seconds }
    offSince = nil
    isOn = true
    bootUp()
  }

  /// Time without power so far, the present outage included.
  public var secondsOffSoFar: Double {
    secondsOff + (offSince.map { (now - $0).seconds } ?? 0)
  }

  // MARK: The queue, for the parts

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

  // MARK: What observers see

  public var deliveredFixes: Int { location.deliveredFixes }
  public var launches: Int { app?.launches ?? 0 }

  func note(_ actor: PhoneNote.Actor, _ reason: String, _ text: () -> String) {
    guard let observer, observer.wantsNotes else { return }
    observer.phone(notes: PhoneNote(instant: now, actor: actor, reason: reason, text: text()))
  }

  func statusMayHaveChanged() {
    guard let observer else { return }
    let status = currentStatus
    guard status != lastStatus else { return }
    lastStatus = status
    observer.phone(statusIs: status, at: now)
  }

  private var currentStatus: PhoneStatus {
    PhoneStatus(
      isOn: isOn, app: appLife, authorization: permissions.location,
      hasStandardUpdates: hasStandardUpdates, isPaused: location.isPaused,
      watchesSignificantChanges: location.significantChanges.isMonitoring,
      watchesRegions: location.regions.isMonitoring, hasPendingTask: tasks.hasPending,
      hasOneShot: location.hasOneShot, positioning: positioning,
      isFixHeld: location.isHolding, batteryPercent: Int(power.battery.gaugeLevel * 100))
  }

  /// For a dead app, what it had asked for when it died.
  private var hasStandardUpdates: Bool {
    guard let app else { return false }
    return app.process == nil ? app.hadStandardUpdatesAtDeath : location.hasStandardUpdates
  }

  private var appLife: PhoneStatus.AppLife {
    guard let app else { return .notInstalled }
    guard let process = app.process else {
      guard let death = app.lastDeath else { return .notRunningYet }
      return .dead(death, mayBeWoken: mayBeWoken)
    }
    switch process.state {
    case .foreground: return .foreground
    case .background: return .background
    default: return .suspended
    }
  }

  private var mayBeWoken: Bool {
    let byLocation =
      location.significantChanges.isMonitoring && apps.mayLaunch(.significantChange)
      || location.regions.isMonitoring && apps.mayLaunch(.region)
    return byLocation || (tasks.hasPending && apps.mayLaunch(.backgroundTask))
  }

  private var positioning: PhoneStatus.Positioning {
    guard location.demand != .nothing else { return .off }
    guard location.demand == .fine else { return span.network == .none ? .noSignal : .network }
    switch location.fine.state {
    case .off: return .off
    case .resting: return .resting
    case .network: return span.network == .none ? .noSignal : .network
    case .satellites:
      if gnss.isTracking { return .tracking }
      return span.sky == .none ? .noSignal : .acquiring
    }
  }
}
