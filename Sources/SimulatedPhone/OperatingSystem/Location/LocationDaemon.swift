import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// The system's location service. It serves all location requests with the cheapest hardware that
/// satisfies them (STD-4).
///
/// A session gets fixes while its process runs and has permission. For fixes in the background, the
/// app must also meet the rules in `mayHaveFixes`. The most demanding request determines the
/// hardware: satellites for best and 10 m, Wi-Fi and cell for 100 m, an occasional network fix for
/// coarser accuracy. Every session gets every fix that passes the session's distance filter. Tests
/// compare the energy of sessions with published values (EN-1, EN-2, EN-3, EN-4).
final class LocationDaemon: PhonePart {
  /// The accuracy that the hardware has to deliver.
  enum Demand: Int, Comparable {
    case nothing, coarse, hundredMeters, fine
    static func < (a: Demand, b: Demand) -> Bool { a.rawValue < b.rawValue }
  }

  let system: OperatingSystemParameters
  let processor: ProcessorParameters
  let network: NetworkPositioningParameters
  let pauses: SeededRandom
  let silences: SeededRandom
  let significantChanges: SignificantChangeService
  let visits: VisitMonitor
  let geofences: GeofenceWatcher
  let regions: RegionMonitor
  let conditions: ConditionMonitor
  let fine: FinePositioning

  @exclusivity(unchecked) var latestFix: Location?
  @exclusivity(unchecked) private(set) var clients: [LocationClient] = [] {
    didSet { recipientsChanged() }
  }
  /// The app's only manager with its delegate; nil if the app has several, or none with a delegate.
  @exclusivity(unchecked) var onlyRecipient: Recipient?
  /// The number of changes of managers and delegates.
  @exclusivity(unchecked) var recipientsVersion = 0
  @exclusivity(unchecked) var demand = Demand.nothing
  /// The accuracy that the tracking app alone requests. Other apps can make `demand` higher.
  @exclusivity(unchecked) var asked = Demand.nothing
  /// The cause to which the ledger charges the positions for the app.
  @exclusivity(unchecked) var cause = EnergyCause.standardUpdates
  /// True if some session did not get the newest fix, because of the session's distance filter or
  /// because of `isSilent`.
  @exclusivity(unchecked) var isHolding = false
  /// True if the app has requested positions and none has come yet.
  @exclusivity(unchecked) var awaitsFirstFix = false
  @exclusivity(unchecked) var deliveredFixes = 0
  /// The array that takes one fix to an app with several managers, or outside of updates. The next
  /// delivery reuses its memory, unless the app has kept the array.
  @exclusivity(unchecked) var delivery: [Location] = []
  /// True if the app may get only the area instead of positions (BG-7).
  @exclusivity(unchecked) var isReduced = false
  /// True if the system delivers no positions in the background at present (BG-4).
  @exclusivity(unchecked) var isSilent = false
  /// True if a position came while `isSilent` was true, and was not delivered to the app.
  @exclusivity(unchecked) var isWithholding = false
  /// True if `isReduced` or `isSilent` is true.
  @exclusivity(unchecked) var isOutOfTheOrdinary = false
  /// True if the system assumes that the phone rests. Positions may show otherwise (MOT-8).
  @exclusivity(unchecked) var isPhoneAtRest = false
  /// The process that was suspended because the phone stands, and the time of the suspension
  /// (BG-4).
  var suspendedAtStop: (process: Int, since: Instant)?
  var reduced: ReducedAccuracy
  /// The next position from the network; nil if none is scheduled.
  var networkFixes: EventKernel<PhoneEvent>.Identifier?
  /// The number of the newest scan of access points that gave a session a network position.
  private var lastScan: Int64?
  /// The cause to which the ledger charges the computation of a fix.
  @exclusivity(unchecked) var computingCause = EnergyCause.standardUpdates
  private var nextClient = 0

  init(phone: SimulatedPhone, model: PhoneModel, chance: SeededRandom) {
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
    super.init(phone: phone)
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

  /// Updates the sessions of a process that came to the foreground. These sessions may continue
  /// when the app leaves the foreground, even if they began in the background.
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

  /// Ends one-shot requests, because they do not outlive the run time in which the app made them.
  func processWasSuspended(_ process: AppProcess) {
    for client in process.clients { client.oneShotEnds = nil }
    significantChanges.processWasSuspended()
    processStopsListening(process)
    reconsider()
  }

  /// Deletes the circles after a restart, in the model variant in which the system does not keep
  /// them. Sources disagree about this behavior (REG-9).
  func phoneRestarted() {
    guard system.regions.afterReboot == .forgotten, !geofences.fences.isEmpty else { return }
    phone.note(.operatingSystem, "REG-9") { "no longer watches regions and conditions" }
    geofences.forgetAll()
  }

  // MARK: Fixes

  /// Delivers a computed fix to every session that may receive fixes.
  @inline(__always)
  func take(_ fix: Location) {
    if isOutOfTheOrdinary { return takeOutOfTheOrdinary(fix) }
    keep(fix)
    distribute(fix)
  }

  func networkFix() {
    scheduleNetworkFix(isFirst: false)
    let scan = NetworkPositioning.scan(at: phone.now)
    let isStep = demand == .hundredMeters && phone.isLyingStill && scan == lastScan
    lastScan = scan
    if let fix = phone.networkFix(for: cause, isStep: isStep) { take(fix) }
  }

  /// Stores the newest fix, and books the energy of computing it.
  @inline(__always)
  func keep(_ fix: Location) {
    latestFix = fix
    if awaitsFirstFix { firstFixIsHere() }
    phone.addImpulse(processor.hostJoulesPerFixComputed, .processor, computingCause)
    if isPhoneAtRest { phone.motion.take(fix) }
  }

  func firstFixIsHere() {
    awaitsFirstFix = false
    phone.statusMayHaveChanged()
  }

  /// Stores a fix whose energy is already booked for a low-power service.
  func remember(_ fix: Location) {
    latestFix = fix
    for client in clients where client.isMissingOut { miss(fix, client) }
  }

  // MARK: The app's requests, for the report

  var isPaused: Bool {
    clients.contains { if case .paused = $0.session { true } else { false } }
  }
  var hasStandardUpdates: Bool { clients.contains { $0.wantsStandardUpdates } }
  var hasOneShot: Bool { clients.contains { $0.oneShotEnds != nil } }
}
