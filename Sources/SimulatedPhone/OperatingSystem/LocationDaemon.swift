import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Serves the sum of all location requests with the cheapest hardware that satisfies them (STD-4).
///
/// A session counts while its process runs, is permitted, and in the background may have updates. The
/// dearest demand decides: satellites for best and 10 m, Wi-Fi and cell for 100 m, an occasional
/// network fix for coarser ones. Every fix goes to every session, through its own distance filter.
final class LocationDaemon {
  /// What the hardware is asked for now.
  enum Demand: Int, Comparable {
    case nothing, coarse, hundredMeters, fine
    static func < (a: Demand, b: Demand) -> Bool { a.rawValue < b.rawValue }
  }

  private unowned(unsafe) let phone: SimulatedPhone
  private let system: OperatingSystemParameters
  private let device: DeviceParameters
  private let pauses: Chance
  let significantChanges: SignificantChangeService
  let regions: RegionMonitor
  let fine: FinePositioning

  @exclusivity(unchecked) private(set) var latestFix: Location?
  @exclusivity(unchecked) private var clients: [LocationClient] = []
  @exclusivity(unchecked) private(set) var demand = Demand.nothing
  /// The newest fix was computed and passed no session's distance filter.
  @exclusivity(unchecked) private(set) var isHolding = false
  private(set) var deliveredFixes = 0
  private var networkFixes: EventKernel<PhoneEvent>.Identifier?
  private var nextClient = 0

  init(phone: SimulatedPhone, model: PhoneModel, chance: Chance) {
    self.phone = phone
    system = model.system
    device = model.device
    pauses = chance.stream("pause")
    significantChanges = SignificantChangeService(
      phone: phone, system: model.system, chance: chance)
    regions = RegionMonitor(phone: phone, system: model.system, chance: chance)
    fine = FinePositioning(phone: phone, model: model)
  }

  // MARK: Clients

  func makeClient(for process: AppProcess) -> LocationClient {
    nextClient += 1
    let client = LocationClient(number: nextClient, process: process)
    process.clients.append(client)
    clients.append(client)
    return client
  }

  func client(_ number: Int) -> LocationClient? { clients.first { $0.number == number } }

  func processWillLaunch() { significantChanges.processWillLaunch() }

  func processDied(_ process: AppProcess) {
    clients.removeAll { $0.process === process || $0.process == nil }
    significantChanges.processDied()
  }

  /// One-shot requests do not outlive the run time that they were made in.
  func processWasSuspended(_ process: AppProcess) {
    for client in process.clients { client.oneShotEnds = nil }
    significantChanges.processWasSuspended()
    reconsider()
  }

  // MARK: Requests

  func startUpdates(_ client: LocationClient) {
    guard !client.wantsStandardUpdates, let process = client.process else { return }
    guard phone.permissions.allowsLocation else {
      client.delegate?.locationManager(client, didFail: .denied)
      return
    }
    client.session = .on(since: phone.now, mayOutlastWakeWindow: mayStartLasting(process))
    client.lastDelivered = nil
    if latestFix != nil {
      phone.schedule(.cachedFix(client: client.number), after: .milliseconds(50))
    }
    if phone.isLyingStill { schedulePause(client) }
    reconsider()
    phone.apps.reconsider()
  }

  func stopUpdates(_ client: LocationClient) {
    guard client.session != .off else { return }
    client.session = .off
    reconsider()
    phone.apps.reconsider()
  }

  func requestOneFix(_ client: LocationClient) {
    guard phone.permissions.allowsLocation else {
      client.delegate?.locationManager(client, didFail: .denied)
      return
    }
    client.oneShotEnds = phone.now + .seconds(system.oneShotSeconds)
    phone.schedule(.oneShotOver(client: client.number), after: .seconds(system.oneShotSeconds))
    reconsider()
  }

  /// The time for a one-shot request is over: the best that network positioning gives, or nothing.
  func oneShotOver(client number: Int) {
    guard let client = client(number), let end = client.oneShotEnds, end <= phone.now else {
      return
    }
    if let fix = phone.networkFix(for: .locationRequest) { keep(fix) }
    client.oneShotEnds = nil
    reconsider()
    if let fix = latestFix, phone.now - fix.timestamp < .seconds(system.oneShotSeconds) {
      deliver(fix, to: client)
    } else {
      client.delegate?.locationManager(client, didFail: .locationUnknown)
    }
  }

  /// The first delivery of a session may be what the phone knew before (STD-7).
  func deliverCached(client number: Int) {
    guard let client = client(number), client.wantsStandardUpdates, isServed(client),
      let fix = latestFix
    else { return }
    deliver(fix, to: client)
  }

  // MARK: Fixes

  @inline(__always)
  func satelliteFix(_ fix: Location) {
    keep(fix)
    distribute(fix)
  }

  func satellitesNotFound() { fine.satellitesNotFound() }

  func networkFix() {
    scheduleNetworkFixes()
    guard let fix = phone.networkFix(for: .standardUpdates) else { return }
    keep(fix)
    distribute(fix)
  }

  /// Keeps the newest fix for whoever asks, and books the work of computing it.
  @inline(__always)
  func keep(_ fix: Location) {
    latestFix = fix
    phone.addImpulse(device.hostJoulesPerFixComputed, .processor, fine.cause)
  }

  @inline(__always)
  func distribute(_ fix: Location) {
    var held = false
    var index = 0
    while index < clients.count {
      let client = clients[index]
      index += 1
      guard isServed(client) else { continue }
      if case .on = client.session {
        if passesFilter(fix, client) { deliver(fix, to: client) } else { held = true }
      } else if client.oneShotEnds != nil,
        fix.horizontalAccuracyMeters <= max(client.desiredAccuracy.meters, 20)
      {
        client.oneShotEnds = nil
        deliver(fix, to: client)
        reconsider()
      }
    }
    if held != isHolding {
      isHolding = held
      phone.statusMayHaveChanged()
    }
  }

  @inline(__always)
  private func passesFilter(_ fix: Location, _ client: LocationClient) -> Bool {
    guard let filter = client.distanceFilterMeters, let last = client.lastDelivered else {
      return true
    }
    return phone.scale(at: fix.coordinate).distanceMeters(last, fix.coordinate) >= filter
  }

  @inline(__always)
  func deliver(_ fix: Location, to client: LocationClient) {
    client.lastDelivered = fix.coordinate
    deliveredFixes += 1
    phone.addImpulse(device.hostJoulesPerFixDelivered, .processor, fine.cause)
    client.delegate?.locationManager(client, didUpdateLocations: [fix])
  }

  // MARK: Arbitration

  /// Looks again what the hardware has to do; cheap, and called at every change of a request.
  func reconsider() {
    var wanted = Demand.nothing
    var isOneShot = true
    for client in clients where isServed(client) && isAsking(client) {
      let accuracy = client.desiredAccuracy
      let own: Demand =
        accuracy.needsGNSS ? .fine : accuracy == .hundredMeters ? .hundredMeters : .coarse
      wanted = max(wanted, own)
      if client.wantsStandardUpdates { isOneShot = false }
    }
    if !phone.isOn { wanted = .nothing }
    fine.cause = isOneShot && wanted != .nothing ? .locationRequest : .standardUpdates
    if wanted != demand { change(to: wanted) }
    updateProcessorPower()
    phone.statusMayHaveChanged()
  }

  private func change(to wanted: Demand) {
    phone.note(.operatingSystem, "STD-4") { "positioning serves \(wanted), after \(demand)" }
    let hadNetworkFixes = demand == .hundredMeters || demand == .coarse
    demand = wanted
    if hadNetworkFixes, let networkFixes { phone.cancel(networkFixes) }
    networkFixes = nil
    fine.setWanted(wanted == .fine)
    if wanted == .hundredMeters || wanted == .coarse {
      networkFixes = phone.schedule(.networkFix, after: .seconds(device.wifiFixSeconds))
    }
  }

  private func scheduleNetworkFixes() {
    let isStill = phone.isLyingStill
    let seconds: Double =
      switch demand {
      case .hundredMeters:
        isStill ? system.networkFixStillIntervalSeconds : system.networkFixIntervalSeconds
      case .coarse:
        isStill ? system.stillFixSecondsIndoors : system.coarseFixIntervalSeconds
      case .nothing, .fine: 0
      }
    networkFixes = seconds > 0 ? phone.schedule(.networkFix, after: .seconds(seconds)) : nil
  }

  private func isAsking(_ client: LocationClient) -> Bool {
    client.wantsStandardUpdates || client.oneShotEnds != nil
  }

  /// Whether the client's process may have fixes now.
  @inline(__always)
  private func isServed(_ client: LocationClient) -> Bool {
    guard let process = client.process, process.isRunning else { return false }
    if process.state == .foreground { return phone.permissions.allowsLocation }
    guard phone.permissions.location == .always || client.showsBackgroundLocationIndicator else {
      return false
    }
    // In a wake window or a scheduled task fixes come even without background updates (BG-2).
    return client.allowsBackgroundLocationUpdates || process.wakeReason != nil
  }

  // MARK: Keeping alive

  private func mayStartLasting(_ process: AppProcess) -> Bool {
    if process.state == .foreground { return true }
    switch process.wakeReason {
    case .significantChange: return true
    case .region: return system.regionWakeEarnsSession
    default: return false
    }
  }

  /// Whether a location session keeps the background process running (BG-1, BG-2, BG-3).
  func keepsAlive(_ process: AppProcess) -> Bool {
    process.clients.contains { client in
      guard case .on(_, let mayLast) = client.session, mayLast,
        client.allowsBackgroundLocationUpdates, isServed(client)
      else { return false }
      return !isLowGrade(client)
    }
  }

  /// From iOS 16.4: beside significant changes, an Always app's session with a filter or with 1 km and
  /// coarser does not keep the app alive unless the indicator shows (BG-3).
  private func isLowGrade(_ client: LocationClient) -> Bool {
    system.suspendsLowGradeSessions && significantChanges.isMonitoring
      && phone.permissions.location == .always && !client.showsBackgroundLocationIndicator
      && (client.distanceFilterMeters != nil || client.desiredAccuracy.meters >= 1000)
  }

  /// Why nothing holds the process any more, for the timeline.
  func suspensionReason(_ process: AppProcess) -> (text: String, fact: String) {
    for client in process.clients {
      switch client.session {
      case .paused: return ("its updates are paused", "PAU-1")
      case .on(_, let mayLast) where !client.allowsBackgroundLocationUpdates || !mayLast:
        return ("its updates may not go on in the background", mayLast ? "BG-1" : "BG-2")
      case .on: return ("its location session is low-grade", "BG-3")
      case .off: continue
      }
    }
    return ("nothing keeps it running", process.wakeReason == nil ? "LIFE-1" : "SLC-9")
  }

  /// A kept-alive session keeps the processor awake for a share of the time, by accuracy class (EN-1).
  private func updateProcessorPower() {
    let process = phone.app?.process
    let isKept = process?.state == .background && demand != .nothing
    let share =
      switch demand {
      case .nothing: 0.0
      case .coarse: device.awakeShareCoarse
      case .hundredMeters: device.awakeShareHundredMeters
      case .fine: device.awakeShareFine
      }
    phone.setPower(isKept ? device.awakeIdleWatts * share : 0, .processor, .standardUpdates)
  }

  // MARK: Automatic pause

  func phoneLiesStill() {
    fine.phoneLiesStill()
    for client in clients { schedulePause(client) }
  }

  func phoneMoves() { fine.phoneMoves() }

  /// Ten to fifteen minutes of lying still and a session pauses, if its app lets it (PAU-1, PAU-2).
  private func schedulePause(_ client: LocationClient) {
    guard client.pausesLocationUpdatesAutomatically, client.wantsStandardUpdates else { return }
    let wait = pauses.uniform(
      in: system.pauseSecondsMin...system.pauseSecondsMax, at: Int64(phone.stillnessCount))
    phone.schedule(
      .pauseDue(client: client.number, since: phone.stillnessCount), after: .seconds(wait))
  }

  func pauseDue(client number: Int, since stillness: Int) {
    guard let client = client(number), phone.isLyingStill, phone.stillnessCount == stillness,
      client.pausesLocationUpdatesAutomatically,
      case .on(_, let mayLast) = client.session, client.process?.isRunning == true
    else { return }
    phone.note(.operatingSystem, "PAU-2") { "pauses location updates: the phone lies still" }
    client.session = .paused(mayOutlastWakeWindow: mayLast)
    reconsider()
    client.delegate?.locationManagerDidPauseLocationUpdates(client)
    if let process = client.process, process.state == .background {
      process.graceEnds = phone.now + .seconds(system.backgroundGraceSeconds)
    }
    phone.apps.reconsider()
  }

  // MARK: What the app asks for, as the report wants to know it

  var isPaused: Bool {
    clients.contains { if case .paused = $0.session { true } else { false } }
  }
  var hasStandardUpdates: Bool { clients.contains { $0.wantsStandardUpdates } }
  var hasOneShot: Bool { clients.contains { $0.oneShotEnds != nil } }
}
