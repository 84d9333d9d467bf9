import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Serves the sum of all location requests with the cheapest hardware that satisfies them (STD-4).
///
/// A session counts while its process runs, is permitted, and in the background may have updates. The
/// dearest demand decides: satellites for best and 10 m, Wi-Fi and cell for 100 m, an occasional
/// network fix for coarser ones. Every fix goes to every session, through its own distance filter. What
/// sessions add up to is held against reports from the field (EN-1, EN-2, EN-3, EN-4).
final class LocationDaemon {
  /// What the hardware is asked for now.
  enum Demand: Int, Comparable {
    case nothing, coarse, hundredMeters, fine
    static func < (a: Demand, b: Demand) -> Bool { a.rawValue < b.rawValue }
  }

  unowned(unsafe) let phone: SimulatedPhone
  let system: OperatingSystemParameters
  let processor: ProcessorParameters
  private let network: NetworkPositioningParameters
  let pauses: Chance
  let silences: Chance
  let significantChanges: SignificantChangeService
  let visits: VisitMonitor
  let geofences: GeofenceWatcher
  let regions: RegionMonitor
  let conditions: ConditionMonitor
  let fine: FinePositioning

  @exclusivity(unchecked) var latestFix: Location?
  @exclusivity(unchecked) private(set) var clients: [LocationClient] = []
  @exclusivity(unchecked) private(set) var demand = Demand.nothing
  /// What the watched app asks for, of which the demand is all or part.
  @exclusivity(unchecked) private(set) var asked = Demand.nothing
  /// Who the app's demand is charged to.
  @exclusivity(unchecked) private(set) var cause = EnergyCause.standardUpdates
  /// The newest fix was computed and passed no session's distance filter.
  @exclusivity(unchecked) var isHolding = false
  /// Positions are asked for and none has come yet.
  @exclusivity(unchecked) private(set) var awaitsFirstFix = false
  @exclusivity(unchecked) var deliveredFixes = 0
  /// Only the area may be known (BG-7).
  @exclusivity(unchecked) var isReduced = false
  /// No position is delivered in the background for now (BG-4).
  @exclusivity(unchecked) var isSilent = false
  /// A position came meanwhile, and the app has not had it.
  @exclusivity(unchecked) var isWithholding = false
  /// Either of them.
  @exclusivity(unchecked) var isOutOfTheOrdinary = false
  /// The system takes the phone to rest; positions may show otherwise (MOT-8).
  @exclusivity(unchecked) var isPhoneAtRest = false
  /// The app was suspended because the phone stands (BG-4).
  var suspendedAtStop: (process: Int, since: Instant)?
  var reduced: ReducedAccuracy
  private var networkFixes: EventKernel<PhoneEvent>.Identifier?
  /// The number of the newest scan of access points that a session's network position came from.
  private var lastScan: Int64?
  /// Who pays for the work of computing a fix.
  @exclusivity(unchecked) private var computingCause = EnergyCause.standardUpdates
  private var nextClient = 0

  init(phone: SimulatedPhone, model: PhoneModel, chance: Chance) {
    self.phone = phone
    system = model.system
    processor = model.device.processor
    network = model.device.networkPositioning
    pauses = chance.stream("pause")
    silences = chance.stream("silence")
    significantChanges = SignificantChangeService(
      phone: phone, system: model.system, chance: chance)
    visits = VisitMonitor(phone: phone, system: model.system, chance: chance)
    geofences = GeofenceWatcher(phone: phone, system: model.system, chance: chance)
    regions = RegionMonitor(phone: phone, system: model.system, fences: geofences)
    conditions = ConditionMonitor(phone: phone, system: model.system, fences: geofences)
    fine = FinePositioning(phone: phone, model: model)
    reduced = ReducedAccuracy(system: model.system.permission)
    isReduced = phone.permissions.isAccuracyReduced
    isOutOfTheOrdinary = isReduced
  }

  // MARK: Clients

  func makeClient(for process: AppProcess) -> LocationClient {
    nextClient += 1
    let client = LocationClient(number: nextClient, process: process)
    process.clients.append(client)
    clients.append(client)
    return client
  }

  func remove(_ client: LocationClient) {
    stopUpdates(client)
    client.process?.clients.removeAll { $0 === client }
    clients.removeAll { $0 === client }
    client.disconnect()
  }

  func client(_ number: Int) -> LocationClient? { clients.first { $0.number == number } }

  func processWillLaunch() { significantChanges.processWillLaunch() }

  /// A session that runs in the foreground may go on when the app leaves it, wherever it began.
  func processCameToForeground(_ process: AppProcess) {
    for client in process.clients where client.wantsStandardUpdates {
      client.session = .on(mayOutlastWakeWindow: true)
    }
    phone.sessions.resumeLiveUpdates()
    process.hasBeenInForeground = true
    visits.processCameToForeground(process)
    conditions.processCameToForeground(process)
    reconsider()
  }

  func processDied(_ process: AppProcess) {
    clients.removeAll { $0.process === process || $0.process == nil }
    significantChanges.processDied()
  }

  /// One-shot requests do not outlive the run time that they were made in.
  func processWasSuspended(_ process: AppProcess) {
    for client in process.clients { client.oneShotEnds = nil }
    significantChanges.processWasSuspended()
    processStopsListening(process)
    reconsider()
  }

  /// Whether circles are still watched after a restart is disputed (REG-9).
  func phoneRestarted() {
    guard system.regions.afterReboot == .forgotten, !geofences.fences.isEmpty else { return }
    phone.note(.operatingSystem, "REG-9") { "watches no regions and conditions any more" }
    geofences.forgetAll()
  }

  // MARK: Fixes

  /// A fix has been computed: everybody who is served has it. The phone is handed on, since asking
  /// for it again would count a reference each time.
  @inline(__always)
  func take(_ fix: Location, on phone: SimulatedPhone) {
    if isOutOfTheOrdinary { return takeOutOfTheOrdinary(fix) }
    keep(fix, on: phone)
    distribute(fix, on: phone)
  }

  func take(_ fix: Location) { take(fix, on: phone) }

  func networkFix() {
    scheduleNetworkFix(isFirst: false)
    let scan = NetworkPositioning.scan(at: phone.now)
    let isStep = demand == .hundredMeters && phone.isLyingStill && scan == lastScan
    lastScan = scan
    if let fix = phone.networkFix(for: cause, isStep: isStep) { take(fix) }
  }

  /// Keeps the newest fix for whoever asks, and books the work of computing it.
  @inline(__always)
  func keep(_ fix: Location, on phone: SimulatedPhone) {
    latestFix = fix
    if awaitsFirstFix { firstFixIsHere() }
    phone.addImpulse(processor.hostJoulesPerFixComputed, .processor, computingCause)
    if isPhoneAtRest { phone.motion.take(fix) }
  }

  func firstFixIsHere() {
    awaitsFirstFix = false
    phone.statusMayHaveChanged()
  }

  /// A fix that a low-power service has paid for.
  func remember(_ fix: Location) {
    latestFix = fix
    for client in clients where client.isMissingOut { miss(fix, client) }
  }

  @inline(__always)
  func distribute(_ fix: Location, on phone: SimulatedPhone) {
    var isHeld = false
    var index = 0
    while index < clients.count {
      let client = clients[index]
      index += 1
      guard client.isServed else {
        if client.isMissingOut { miss(fix, client) }
        continue
      }
      if client.oneShotEnds != nil, isGoodEnough(fix, for: client) {
        client.oneShotEnds = nil
        deliver(fix, to: client)
        reconsider()
      } else if case .on = client.session {
        if passesFilter(fix, client) {
          deliver(fix, to: client, for: cause, on: phone)
        } else {
          isHeld = true
        }
      }
    }
    if isHeld != isHolding {
      isHolding = isHeld && demand != .nothing
      phone.statusMayHaveChanged()
    }
  }

  private func isGoodEnough(_ fix: Location, for client: LocationClient) -> Bool {
    isReduced || fix.horizontalAccuracyMeters <= max(client.desiredAccuracy.meters, 20)
  }

  /// A filter saves the app's work, not the positioning's (STD-8, STD-20).
  @inline(__always)
  private func passesFilter(_ fix: Location, _ client: LocationClient) -> Bool {
    guard let filter = client.distanceFilterMeters, let last = client.lastDelivered else {
      return true
    }
    return phone.scale(at: fix.coordinate).distanceMeters(last, fix.coordinate) >= filter
  }

  @inline(__always)
  func deliver(_ fix: Location, to client: LocationClient) {
    deliver(fix, to: client, for: cause)
  }

  @inline(__always)
  func deliver(_ fix: Location, to client: LocationClient, for cause: EnergyCause) {
    deliver(fix, to: client, for: cause, on: phone)
  }

  @inline(__always)
  private func deliver(
    _ fix: Location, to client: LocationClient, for cause: EnergyCause, on phone: SimulatedPhone
  ) {
    client.lastDelivered = fix.coordinate
    deliveredFixes += 1
    phone.addImpulse(processor.hostJoulesPerFixDelivered, .processor, cause)
    client.delegate?.locationManager(client, didUpdateLocations: [fix])
  }

  // MARK: Arbitration

  /// Looks again who is served, what the hardware has to do for them, and whether that keeps the app
  /// running; cheap, and called at every change of a request, of permission or of the app's state.
  func reconsider() {
    var wanted = Demand.nothing
    var isOneShot = true
    var isHeadingWanted = false
    var isHeadingHeard = false
    for client in clients {
      client.isServed = mayHaveFixes(client)
      if client.wantsHeading, client.process?.isRunning == true {
        isHeadingWanted = true
        if client.delegate?.hearsHeadings == true { isHeadingHeard = true }
      }
      guard client.isServed, client.wantsStandardUpdates || client.oneShotEnds != nil else {
        continue
      }
      // With reduced accuracy nothing that the app desires has effect (BG-7).
      wanted = max(wanted, isReduced ? .coarse : Demand(client.desiredAccuracy))
      if client.wantsStandardUpdates { isOneShot = false }
    }
    if !phone.isOn { wanted = .nothing }
    phone.heading.setWanted(
      isHeadingWanted && phone.isOn, isHeard: isHeadingHeard && phone.isOn)
    if wanted != .nothing { cause = isOneShot ? .locationRequest : .standardUpdates }
    if asked == .nothing, wanted != .nothing { awaitsFirstFix = true }
    asked = wanted
    if wanted == .nothing { isHolding = false }
    phone.motion.setFollowed(hasStandardUpdates || phone.sessions.hasLiveUpdates)
    serve(wanted)
    phone.apps.reconsider()
    phone.statusMayHaveChanged()
  }

  /// Together with what other apps ask for: a receiver that is on for a navigation app costs nobody else
  /// anything, and its fixes are for all (EN-7).
  private func serve(_ asked: Demand) {
    let areOthersServed = phone.isOn && phone.otherApps.holdFineLocation
    let wanted = areOthersServed ? .fine : asked
    computingCause = areOthersServed ? .person : cause
    if wanted == .fine { phone.gnss.cause = computingCause }
    if wanted != demand { change(to: wanted) }
  }

  private func change(to wanted: Demand) {
    phone.note(.operatingSystem, "STD-4") {
      "positioning is asked for \(wanted.words), after \(demand.words)"
    }
    demand = wanted
    fine.setWanted(wanted == .fine)
    scheduleNetworkFix(isFirst: true)
  }

  /// The next network position for a demand that needs no satellites (STD-3, STD-17, STD-19).
  func scheduleNetworkFix(isFirst: Bool) {
    if let networkFixes { phone.cancel(networkFixes) }
    networkFixes = nil
    let isStill = phone.isLyingStill && !system.isUnrestricted
    let seconds: Double
    switch demand {
    case .nothing, .fine: return
    case .hundredMeters:
      seconds =
        isFirst
        ? network.wifiFixSeconds
        : isStill ? secondsToNextStep : system.networkFixIntervalSeconds
    case .coarse where isReduced && !isFirst && !isStill:
      seconds = reduced.secondsToNext(from: phone.now)
    case .coarse:
      seconds =
        isFirst
        ? network.cellFixSeconds
        : isStill ? system.stillFixSecondsIndoors : system.coarseFixIntervalSeconds
    }
    networkFixes = phone.schedule(.location(.networkFix), after: .seconds(seconds))
  }

  /// At rest the position steps towards that of the newest scan; once it is there, and every
  /// session filters by distance, nothing comes of it before the next scan (STD-19).
  private var secondsToNextStep: Double {
    let sinceScan = NetworkPositioning.secondsSinceScan(at: phone.now)
    let step = system.networkFixStillIntervalSeconds
    let isDone =
      sinceScan >= 6 * step && clients.allSatisfy { !$0.isServed || $0.distanceFilterMeters != nil }
    return isDone ? NetworkPositioning.scanSeconds - sinceScan + 0.01 : step
  }

  // MARK: What the app asks for, as the report wants to know it

  var isPaused: Bool {
    clients.contains { if case .paused = $0.session { true } else { false } }
  }
  var hasStandardUpdates: Bool { clients.contains { $0.wantsStandardUpdates } }
  var hasOneShot: Bool { clients.contains { $0.oneShotEnds != nil } }
}

extension LocationDaemon.Demand {
  /// Satellites for best and 10 m, Wi-Fi for 100 m, the cell for less, with Wi-Fi where it is at hand (STD-4):
  /// so that in a town even 3 km gets about 100 m (STD-5).
  init(_ accuracy: DesiredAccuracy) {
    self = accuracy.needsGNSS ? .fine : accuracy == .hundredMeters ? .hundredMeters : .coarse
  }
}
