import Geodesy
import PhoneAPI
import Timekeeping

/// The behavior that requests to open a gate when the user comes near, once in each approach.
///
/// The setting `gate` is the place of the gate. The phone watches a ring around the gate as a
/// region, because only a region wakes an app that has stopped.
final class GateTrigger: Behavior {
  static let regionIdentifier = "gate"
  private static let approachKey = "gateApproach"

  let events: Events = [.launch, .tracking, .delivery, .region, .settings]
  private unowned let tracker: Tracker
  private var gate: HomeZone?
  private var approach = GateApproach.done

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    approach =
      tracker.phone.container.value(forKey: Self.approachKey).flatMap(GateApproach.init) ?? .done
  }

  func trackingBegan() {
    gate = settings.gate.map { HomeZone(center: $0, radiusMeters: settings.gateRingMeters) }
    guard let gate else { return drop() }
    let region = CircularRegion(
      identifier: Self.regionIdentifier, center: gate.center, radiusMeters: gate.radiusMeters)
    if !tracker.manager.monitoredRegions.contains(region) {
      tracker.manager.startMonitoring(region)
    }
  }

  func trackingEnded() {
    gate = nil
    drop()
    set(.done)
  }

  func settingsChanged() { gate = nil }

  func entered(_ region: CircularRegion) {
    if region.identifier == Self.regionIdentifier, approach == .outside || tracker.lastFix == nil {
      set(.near)
    }
  }

  func exited(_ region: CircularRegion) {
    if region.identifier == Self.regionIdentifier { set(.outside) }
  }

  func delivered(_ locations: [Location], at now: Instant) {
    guard let gate, let fix = locations.last else { return }
    let radius = isOnFoot ? settings.gateRadiusOnFootMeters : settings.gateRadiusMeters
    // A fix less accurate than the ring's radius does not show on which side of it the user is.
    guard fix.horizontalAccuracyMeters >= 0, fix.horizontalAccuracyMeters <= gate.radiusMeters
    else { return }
    let meters = Double(gate.relation(to: fix.coordinate).distanceMeters)
    var next = approach
    let asks = next.move(
      toMeters: meters, ring: gate.radiusMeters,
      radius: fix.horizontalAccuracyMeters <= radius ? radius : -1)
    if asks { ask(fix, meters: meters, at: now) }
    if next != approach { set(next) }
  }

  private var settings: DriveSettings { tracker.settings.drives }

  private var isOnFoot: Bool {
    let motion = tracker.motion
    return !motion.contains(.automotive) && !motion.isDisjoint(with: [.walking, .running])
  }

  private func ask(_ fix: Location, meters: Double, at now: Instant) {
    tracker.note(.gateTrigger, "asks the gate to open, \(Int(meters.rounded())) m away")
    tracker.record(fix, kind: .gate, source: .standard, at: now)
  }

  /// Stores the state of the approach.
  ///
  /// If the app is killed near the gate, the next process then does not open the gate again.
  private func set(_ next: GateApproach) {
    approach = next
    tracker.phone.container.set(next.rawValue, forKey: Self.approachKey)
  }

  private func drop() {
    for region in tracker.manager.monitoredRegions
    where region.identifier == Self.regionIdentifier {
      tracker.manager.stopMonitoring(region)
    }
  }
}
