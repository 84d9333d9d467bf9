import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// Detects that the phone enters or leaves a circle. The detection is late and not exact. Regions,
/// notifications and conditions use the watcher.
///
/// The watcher detects crossings from cells and Wi-Fi:
///
/// - Exit: the phone has to be beyond the edge by an extra distance, the cushion, for 20 s (REG-2).
///   The cushion is about 100 m. A radius of less than 100 m counts as 100 m. The exit from a
///   circle of 25 m is therefore detected some 200 m from its center (REG-7). With Wi-Fi off, the
///   cushion is several times larger (REG-4).
/// - Late exit: some exits are detected only after one or two kilometers. Such an exit is never
///   detected on a shorter trip (REG-7, REG-13).
/// - Entry: the phone has to be inside the circle. A small radius counts as 100 to 200 m (REG-5).
/// - Early entry: some entries are detected up to a kilometer away, even if the phone only passes
///   the circle (REG-6).
///
/// The checks cost no energy. They detect a departure sooner than `VisitMonitor` does (EN-8).
///
/// An entry is reported minutes after the crossing. The delay of an exit report counts from the
/// departure or from the crossing of the edge, depending on the model variant (REG-3, REG-7). The
/// exit report never comes before the phone has been beyond the cushion for 20 s (REG-2). A report
/// needs a network (REG-3) and a phone that was unlocked since its start (REG-9).
///
/// Random draws depend on the circle's place and on the half hour in which the last crossing was
/// detected. Two regions at one place, of the same app or of two apps, have the same draws. Their
/// reports therefore come within seconds of each other (REG-6). If the app sets up a circle again,
/// the draws of later crossings stay the same.
final class GeofenceWatcher: PhonePart {
  /// The receiver of the reports for a circle: the app (for a region), a notification, or a
  /// condition of a monitor.
  enum Owner: Equatable {
    case app
    case notification(Int)
    case condition(monitor: String)

    /// The launch reason of a crossing; nil if a crossing does not launch the app.
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
    /// The time since which the phone has been inside or outside, as detected by the watcher.
    var since: Instant
    /// The side of the edge that the app knows from the last report: true for inside, false for
    /// outside. Before the first report, it is the side at the start of watching, or the app's own
    /// assumption. It is nil if the app assumes neither side.
    var knownInside: Bool?
    /// The distance from the center at which the watcher will detect a crossing [m]. For an exit
    /// this includes the cushion.
    var borderMeters = 0.0
    var cushionMeters = 0.0
    /// The time since which the phone has been beyond the edge of the circle itself, without the
    /// cushion.
    var beyondEdgeSince: Instant?
    /// The time since which the phone has been beyond the border, which includes the cushion.
    var crossedAt: Instant?
    var crossings = 0
    /// True if a report waits for a network or for the first unlock of the phone.
    var isHeld = false
    /// True if the circle is not checked, because its last event waits until the app opens the
    /// monitor (MON-1).
    var isSuspended = false
  }

  let system: RegionParameters
  let chance: SeededRandom
  private(set) var fences: [Fence] = []
  private var serials = 0
  /// The time since which the phone has been moving; nil while it rests.
  private var underWaySince: Instant?

  init(phone: SimulatedPhone, system: OperatingSystemParameters, chance: SeededRandom) {
    self.system = system.regions
    self.chance = chance
    super.init(phone: phone)
  }

  func movementChanged(isMoving: Bool) { underWaySince = isMoving ? phone.now : nil }

  var hasCrossingInDoubt: Bool { fences.contains { $0.crossedAt != nil } }

  func fence(_ owner: Owner, _ identifier: String) -> Fence? {
    fences.first { $0.owner == owner && $0.region.identifier == identifier }
  }

  /// Starts to watch a circle. The new circle replaces a circle with the same owner and identifier.
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
      "watches \(region.identifier), \(Int(min(region.radiusMeters, 1e9))) m, phone "
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

  /// Deletes the circles of regions and conditions. The circles of notifications stay.
  func forgetAll() {
    fences.removeAll { $0.owner.reason != nil }
    phone.notify(.watches([]))
  }

  private func circlesChanged() {
    phone.notify(.watches(fences.map(\.region)))
    phone.statusMayHaveChanged()
  }

  /// Sets the app's assumption that the phone is inside or outside of the circle. A report corrects
  /// a wrong assumption.
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
    fences[index].beyondEdgeSince = nil
    if !isSuspended { phone.watchMovement() }
  }

  private func index(of serial: Int) -> Int? { fences.firstIndex { $0.serial == serial } }

  // MARK: Crossings

  /// Checks every circle. It is called every ten seconds while the phone moves.
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
    noteEdge(&fences[index], distance)
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
    let beginning = beginningOfLatency(fences[index], crossedAt: since)
    cross(&fences[index])
    scheduleReport(fences[index], from: beginning)
  }

  /// Stores the time since which the phone has been beyond the edge. For an exit, the edge is the
  /// circle itself. For an entry, it is the distance at which the phone counts as inside.
  private func noteEdge(_ fence: inout Fence, _ meters: Double) {
    let isBeyond =
      fence.isInside ? meters > fence.region.radiusMeters : meters < fence.borderMeters
    if !isBeyond {
      fence.beyondEdgeSince = nil
    } else if fence.beyondEdgeSince == nil {
      fence.beyondEdgeSince = phone.now
    }
  }

  private func cross(_ fence: inout Fence) {
    fence.isInside.toggle()
    fence.since = phone.now
    fence.crossedAt = nil
    fence.beyondEdgeSince = nil
    fence.crossings += 1
    fence.isHeld = false
    let enteredAt = fence.borderMeters
    setBorder(of: &fence)
    // After an early entry the phone must not count as outside again at once.
    if fence.isInside {
      fence.borderMeters = max(fence.borderMeters, enteredAt + fence.cushionMeters)
    }
  }

  // MARK: Reports

  private func beginningOfLatency(_ fence: Fence, crossedAt: Instant) -> Instant {
    let edge = fence.beyondEdgeSince ?? crossedAt
    guard fence.isInside, let underWaySince else { return edge }
    switch system.exitLatency {
    case .fromCrossing: return edge
    case .fromDeparture: return min(edge, max(underWaySince, fence.since))
    }
  }

  /// Schedules the report of a crossing. The watcher has detected the crossing: the phone has been
  /// beyond the cushion for the required time.
  private func scheduleReport(_ fence: Fence, from beginning: Instant) {
    phone.schedule(
      .regionCrossed(region: fence.serial, crossing: fence.crossings),
      at: max(phone.now, beginning + .seconds(latencySeconds(fence))))
  }

  /// Reports a crossing that is due. If the phone crossed the same circle again since, neither of
  /// the two crossings is reported.
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

  /// Sends the held reports when there is a network again, or when the phone has been unlocked.
  func deliverHeld() {
    for fence in fences where fence.isHeld {
      report(region: fence.serial, crossing: fence.crossings)
    }
  }

  private func distance(to region: CircularRegion) -> Double {
    region.center.distanceMeters(to: phone.truth().coordinate)
  }
}
