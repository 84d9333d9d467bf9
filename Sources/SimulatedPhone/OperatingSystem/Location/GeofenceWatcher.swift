import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds out on which side of circles the phone is, late and roughly: for regions, notifications and
/// conditions.
///
/// Crossings are judged from cells and Wi-Fi. To leave a circle the phone has to be past its edge by a
/// cushion, for 20 s (REG-2), so that a circle of 25 m is left after some 200 m (REG-7); with Wi-Fi off
/// the cushion is several times as large (REG-4). To enter one it has to be inside, where small circles
/// count as 100 to 200 m (REG-5). Some exits are noticed only a kilometre or two away, and so never on a
/// short trip (REG-7, REG-13); some entries up to a kilometre early, and even by those who pass (REG-6).
/// Looking costs nothing, and is quicker than what visits wait for (EN-8). The report follows minutes later, and needs a network (REG-3) and an unlocked phone (REG-9).
///
/// Chance is keyed by the circle's place and the half hour of the last crossing: so two apps, or two
/// circles of one, agree within seconds (REG-6), and arming a circle again does not shift what later
/// crossings meet.
final class GeofenceWatcher {
  /// Who wants to know.
  enum Owner: Equatable {
    case app
    case notification(Int)
    case condition(monitor: String)

    /// Why its crossing launches the app; nil if it does not.
    var reason: LaunchReason? {
      switch self {
      case .app: .region
      case .notification: nil
      case .condition: .condition
      }
    }

    var isCondition: Bool { if case .condition = self { true } else { false } }
  }

  struct Fence {
    let owner: Owner
    let region: CircularRegion
    let serial: Int
    var isInside: Bool
    /// Since when the phone has been on this side, as far as the watcher knows.
    var since: Instant
    /// What the owner was told last, or could see for itself when it began; nil if it does not know.
    var knownInside: Bool?
    /// Where the phone counts as on the other side, from the centre; leaving, the cushion is within it.
    var borderMeters = 0.0
    var cushionMeters = 0.0
    /// Since when the phone has been on the other side.
    var crossedAt: Instant?
    var crossings = 0
    /// A report waits for a network or for the first unlock.
    var isHeld = false
    /// Not looked at while an event waits for somebody to take it (MON-1).
    var isSuspended = false
  }

  private unowned(unsafe) let phone: SimulatedPhone
  private let system: RegionParameters
  private let chance: Chance
  private(set) var fences: [Fence] = []
  private var serials = 0

  init(phone: SimulatedPhone, system: OperatingSystemParameters, chance: Chance) {
    self.phone = phone
    self.system = system.regions
    self.chance = chance
  }

  var hasCrossingInDoubt: Bool { fences.contains { $0.crossedAt != nil } }

  func fence(_ owner: Owner, _ identifier: String) -> Fence? {
    fences.first { $0.owner == owner && $0.region.identifier == identifier }
  }

  /// Takes the place of a circle of the same owner and identifier.
  @discardableResult
  func start(_ region: CircularRegion, for owner: Owner) -> Fence {
    stop(region.identifier, of: owner)
    serials += 1
    let isInside = distance(to: region) < max(region.radiusMeters, system.radiusMetersMin)
    var fence = Fence(
      owner: owner, region: region, serial: serials, isInside: isInside, since: phone.now,
      knownInside: isInside)
    setBorder(of: &fence)
    fences.append(fence)
    phone.note(.operatingSystem, "REG-11") {
      "watches \(region.identifier), \(Int(region.radiusMeters)) m, phone "
        + (isInside ? "inside" : "outside")
    }
    phone.watchMovement()
    circlesChanged()
    return fence
  }

  func stop(_ identifier: String, of owner: Owner) {
    fences.removeAll { $0.owner == owner && $0.region.identifier == identifier }
    circlesChanged()
  }

  func stopAll(of owner: Owner) {
    fences.removeAll { $0.owner == owner }
    circlesChanged()
  }

  /// Of regions and conditions; notifications are kept elsewhere and stay.
  func forgetAll() {
    fences.removeAll { $0.owner.reason != nil }
    phone.tell(.watches([]))
  }

  private func circlesChanged() {
    phone.tell(.watches(fences.map(\.region)))
    phone.statusMayHaveChanged()
  }

  /// The owner believes something else than what is; it will be told.
  func assume(inside: Bool?, of serial: Int) {
    guard let index = index(of: serial), fences[index].isInside != inside else { return }
    fences[index].knownInside = inside
    phone.schedule(
      .regionCrossed(region: serial, crossing: fences[index].crossings),
      after: .seconds(system.conditionSeconds))
  }

  func setSuspended(_ isSuspended: Bool, serial: Int) {
    guard let index = index(of: serial) else { return }
    fences[index].isSuspended = isSuspended
    fences[index].crossedAt = nil
    if !isSuspended { phone.watchMovement() }
  }

  private func index(of serial: Int) -> Int? { fences.firstIndex { $0.serial == serial } }

  // MARK: Crossings

  /// Looks at every circle; called every ten seconds on the move.
  func check() {
    guard !fences.isEmpty else { return }
    let here = phone.truth().coordinate
    let isWiFiOff = phone.isWiFiOff
    for index in fences.indices { check(index, from: here, isWiFiOff: isWiFiOff) }
  }

  private func check(_ index: Int, from here: Coordinate, isWiFiOff: Bool) {
    guard !fences[index].isSuspended else { return }
    let distance = fences[index].region.center.distanceMeters(to: here)
    var border = fences[index].borderMeters
    let isInside = fences[index].isInside
    if isInside, isWiFiOff {
      border += fences[index].cushionMeters * (system.wifiOffCushionFactor - 1)
    }
    guard isInside ? distance > border : distance < border else {
      fences[index].crossedAt = nil
      return
    }
    guard let since = fences[index].crossedAt else {
      fences[index].crossedAt = phone.now
      return
    }
    guard (phone.now - since).seconds >= system.dwellSeconds else { return }
    noteCrossing(fences[index], at: distance, isWiFiOff: isWiFiOff)
    cross(&fences[index])
    scheduleReport(fences[index])
  }

  private func cross(_ fence: inout Fence) {
    fence.isInside.toggle()
    fence.since = phone.now
    fence.crossedAt = nil
    fence.crossings += 1
    fence.isHeld = false
    let enteredAt = fence.borderMeters
    setBorder(of: &fence)
    // Who came in early is not out again at once.
    if fence.isInside {
      fence.borderMeters = max(fence.borderMeters, enteredAt + fence.cushionMeters)
    }
  }

  /// How far from the centre this stay inside or outside will end.
  private func setBorder(of fence: inout Fence) {
    let radius = fence.region.radiusMeters
    let index = floorDivide(fence.since.wholeSeconds, 1800)
    guard fence.isInside else {
      let early = draw("early", for: fence)
      let isEarly = early.happens(withProbability: system.earlyEntryProbability, at: index)
      let meters = system.earlyEntryMetersMax * early.stream("meters").uniform(at: index)
      fence.borderMeters = max(radius + (isEarly ? meters : 0), system.radiusMetersMin)
      return
    }
    fence.cushionMeters = system.cushionMeters
    fence.borderMeters = max(radius + system.cushionMeters, system.radiusMetersMin)
    let missed = draw("missed", for: fence)
    if missed.happens(withProbability: system.missedExitProbability, at: index) {
      let late = missed.stream("meters").uniform(
        in: system.lateExitMetersMin...system.lateExitMetersMax, at: index)
      fence.borderMeters = max(fence.borderMeters, radius + late)
    }
  }

  private func noteCrossing(_ fence: Fence, at meters: Double, isWiFiOff: Bool) {
    let radius = fence.region.radiusMeters
    let fact =
      fence.isInside
      ? (meters > radius + system.lateExitMetersMin ? "REG-7" : isWiFiOff ? "REG-4" : "REG-2")
      : (meters > max(radius, system.radiusMetersMin) ? "REG-6" : "REG-5")
    phone.note(.operatingSystem, fact) {
      "finds the phone \(Int(meters)) m from the centre of \(fence.region.identifier): "
        + (fence.isInside ? "it has left" : "it has entered")
    }
  }

  // MARK: Reports

  /// Circles of one place share their draws, but regions and conditions do not (REG-6, MON-2).
  private func draw(_ name: String, for fence: Fence) -> Chance {
    let kind = if case .condition = fence.owner { "condition" } else { "region" }
    let center = fence.region.center
    let row = Int((center.latitude * 1000).rounded(.down))
    let column = Int((center.longitude * 1000).rounded(.down))
    return chance.stream(kind).stream(name).stream(row &* 1_000_003 &+ column)
  }

  private func scheduleReport(_ fence: Fence) {
    let index = floorDivide(fence.since.wholeSeconds, 1800)
    let sigma = system.latencySigma
    let median = medianOfLogNormal(mean: system.latencyMeanSeconds, sigma: sigma)
    let latency = draw("latency", for: fence)
    let common = latency.logNormal(median: median, sigma: sigma, at: index)
    // Two that watch the same circle differ by less than half a minute.
    let own =
      latency.stream(fence.region.identifier)
      .uniform(in: -0.5...0.5, at: index) * system.agreementSeconds
    let limits = RegionParameters.latencySeconds
    phone.schedule(
      .regionCrossed(region: fence.serial, crossing: fence.crossings),
      after: .seconds(
        min(max(common + own, limits.lowerBound), limits.upperBound) * phone.reportLatencyFactor))
  }

  /// A report is due; a later crossing of the same circle makes it void, and with it its own.
  func report(region serial: Int, crossing: Int) {
    guard let index = index(of: serial), fences[index].crossings == crossing,
      fences[index].knownInside != fences[index].isInside
    else { return }
    fences[index].isHeld = isHolding(fences[index])
    guard !fences[index].isHeld else { return }
    if let reason = fences[index].owner.reason, phone.admission(of: reason) == .onceAnswered {
      return phone.hold(.region(serial, crossing: crossing))
    }
    fences[index].knownInside = fences[index].isInside
    switch fences[index].owner {
    case .app, .notification: phone.location.regions.crossed(fences[index])
    case .condition: phone.location.conditions.crossed(fences[index])
    }
  }

  private func isHolding(_ fence: Fence) -> Bool {
    if phone.span.network == .none {
      phone.note(.operatingSystem, "REG-3") {
        "holds the report of \(fence.region.identifier): no network"
      }
      return true
    }
    if !phone.isUnlocked {
      phone.note(.operatingSystem, "REG-9") {
        "holds the report of \(fence.region.identifier) until the first unlock"
      }
      return true
    }
    return false
  }

  /// There is a network again, or the phone has been unlocked.
  func deliverHeld() {
    for fence in fences where fence.isHeld {
      report(region: fence.serial, crossing: fence.crossings)
    }
  }

  private func distance(to region: CircularRegion) -> Double {
    region.center.distanceMeters(to: phone.truth().coordinate)
  }
}

/// The median of a log-normal distribution by its mean and the deviation of its logarithm.
func medianOfLogNormal(mean: Double, sigma: Double) -> Double { mean / exp(sigma * sigma / 2) }
