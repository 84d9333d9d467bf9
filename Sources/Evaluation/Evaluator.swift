import Geodesy
import Timekeeping
import World

/// The judge: follows a run from outside and says how much of the person's day the records show.
///
/// It is told, in order of time, what the app had (`recorded`), what the server has (`received`) and what
/// stood between (`phaseChanged`), and compares with the true world, piece by piece. Three passes:
///
/// - live (`LiveCoverage`): the time since the last event, against what was known during it;
/// - settled (`SettledPass`): the records in the order of their stamps, a day later, when nothing can come
///   between them any more;
/// - truth (`TruthPass`): the true day by itself, when a stretch has ended.
///
/// No record is kept beyond those. Calls between stretches, or with a time before the last one's, change
/// counts only. One instance judges one run on one thread.
package final class Evaluator {
  private let world: World
  private let options: EvaluationOptions
  private let home: Home?
  @exclusivity(unchecked) private var live: LiveCoverage
  @exclusivity(unchecked) private var settled: SettledPass
  @exclusivity(unchecked) private var delivery = Delivery()
  @exclusivity(unchecked) private var recordedCount = 0
  @exclusivity(unchecked) private var stretchStart: Instant?
  private var truth: TruthPass
  private var matching: StayMatching
  private var states = StateErrors()
  private var derivedTrips: DerivedTripMatching
  private var geofences: GeofenceMatching
  private var gates: GateArrivals
  private var truePlaces: PlaceShares
  private var recordedPlaces: PlaceShares

  package init(world: World, options: EvaluationOptions = EvaluationOptions()) {
    self.world = world
    self.options = options
    home = Evaluator.home(options, world)
    var finger = TrajectoryCursor()
    let origin = finger.position(at: world.start, on: world.person).coordinate
    live = LiveCoverage(world: world, options: options)
    settled = SettledPass(options: options, home: home, origin: origin)
    truth = TruthPass(options: options, home: home, origin: origin)
    matching = StayMatching(options: options)
    derivedTrips = DerivedTripMatching(options: options)
    geofences = GeofenceMatching(options: options)
    gates = GateArrivals(options: options)
    truePlaces = PlaceShares(separationMeters: options.placeSeparationMeters)
    recordedPlaces = truePlaces
  }

  private static func home(_ options: EvaluationOptions, _ world: World) -> Home? {
    switch options.home {
    case .place(let index) where world.places.indices.contains(index):
      Home(world.places[index].coordinate, radiusMeters: options.homeRadiusMeters)
    case .coordinate(let coordinate):
      Home(coordinate, radiusMeters: options.homeRadiusMeters)
    case .place, nil: nil
    }
  }

  /// Has somebody hear of each piece of uncovered time as it is judged, in order, and of each stretch's
  /// stays when it has ended; for pictures of a day.
  package func watch(
    onUncovered: @escaping (_ start: Instant, _ end: Instant, GapCause) -> Void,
    onStays: @escaping (_ truth: [JudgedStay], _ recorded: [JudgedStay]) -> Void
  ) {
    live.onUncovered = onUncovered
    matching.onStays = onStays
  }

  // MARK: - What happens

  /// The phone and the app are as at the start, and nothing is known.
  package func beginStretch(_ stretch: Stretch) {
    stretchStart = stretch.start
    truth.beginStretch()
    live.beginStretch(at: stretch.start, firstOrdinal: recordedCount)
    settled.beginStretch(stretch, world: world)
  }

  /// Everything that was to be recorded has been; `time` may be before the stretch's planned end.
  package func endStretch(at time: Instant) {
    guard let start = stretchStart else { return }
    stretchStart = nil
    live.endStretch(at: time, world: world)
    settled.endStretch(at: time, world: world)
    truth.judge(
      Interval(start, max(start, time)), world: world, epochsWithRecord: settled.epochs,
      quartersWithRecord: settled.quarters)
    matching.compare(truth: truth.stays, records: settled.stays)
    derivedTrips.compare(truth: truth.stays.trips)
    geofences.endStretch(Interval(start, max(start, time)), world: world)
    gates.endStretch(Interval(start, max(start, time)), world: world)
    truePlaces.add(truth.stays.stays)
    recordedPlaces.add(settled.stays.stays)
    truth.resetStays()
    settled.resetStays()
  }

  package func phaseChanged(to phase: TrackingPhase, at time: Instant) {
    advance(to: time)
    live.phaseChanged(to: phase)
  }

  /// The tracker has the position, at its `recordedAt`. What is no place on Earth is counted only.
  package func recorded(_ position: RecordedPosition) {
    advance(to: position.recordedAt)
    let ordinal = recordedCount
    recordedCount += 1
    if options.tracksDelivery { delivery.recorded(position, ordinal: ordinal) }
    guard stretchStart != nil, position.coordinate.isValid else { return }
    live.recorded(position, ordinal: ordinal)
    settled.recorded(position, world: world)
  }

  /// The server has that record, for the first time.
  package func received(identity: UInt64, at time: Instant) {
    advance(to: time)
    if let record = delivery.received(identity, at: time) { live.received(record) }
  }

  /// The server got a record that it had.
  package func duplicated(at time: Instant) {
    advance(to: time)
    delivery.duplicated()
  }

  /// The tracker has dropped a record that the server does not have.
  package func lost(identity: UInt64, at time: Instant) {
    advance(to: time)
    if let record = delivery.lost(identity) { live.lost(record) }
  }

  /// The tracker takes the record for delivered; if the server does not have it, it never will.
  package func acknowledged(identity: UInt64, at time: Instant) {
    if delivery.isPending(identity) { lost(identity: identity, at: time) }
  }

  /// The tracker derives intervals of this kind; without any of them, the opposite state is meant.
  package func announce(_ kind: DetectedInterval.Kind) {
    if kind == .trip { derivedTrips.isAnnounced = true } else { states.announce(kind) }
  }

  /// May come at any time, in any order.
  package func detected(_ interval: DetectedInterval) {
    if interval.kind == .trip {
      derivedTrips.detected(interval)
    } else {
      states.detected(interval)
    }
  }

  /// The fence whose crossings the tracker tells of lies there from now on, or nowhere.
  package func fence(is circle: Circle?, at time: Instant) { geofences.fence(is: circle, at: time) }

  /// The tracker tells that the person came in, or went out.
  package func crossedFence(isEntry: Bool, at time: Instant) {
    geofences.told(isEntry: isEntry, at: time)
  }

  /// The person has the app before them from now on.
  package func opened(at time: Instant) { truth.opened(at: time) }

  /// The gate has heard that it is to open.
  package func askedGate(at time: Instant) { gates.asked(at: time) }

  @inline(__always)
  private func advance(to time: Instant) {
    if stretchStart != nil { live.advance(to: time, world: world) }
  }

  // MARK: - What it amounts to

  /// Of the stretches that have ended.
  package func report() -> Assessment {
    Assessment(
      coverage: coverage,
      gapCauses: GapCauseReport(
        recorded: live.recordedCauses.report,
        received: options.tracksDelivery ? live.receivedCauses.report : nil),
      delivery: options.tracksDelivery ? delivery.report : nil, longGaps: live.gaps.longGaps,
      derivedTrips: derivedTrips.report)
  }

  /// Of which `mobilityBias` is the difference.
  package var trueMobility: MobilityFigures {
    MobilityFigures(
      truth.mobility, places: truePlaces, tripCount: matching.tripCounts.truth, home: home)
  }

  package var recordedMobility: MobilityFigures {
    MobilityFigures(
      settled.mobility, places: recordedPlaces, tripCount: matching.tripCounts.detected,
      home: home)
  }

  /// Every local day, in order.
  package var days: [CoveredDay] { truth.days.covered }

  private var coverage: CoverageReport {
    var coverage = CoverageReport()
    live.report(into: &coverage)
    settled.report(into: &coverage)
    truth.report(into: &coverage)
    matching.report(into: &coverage)
    geofences.report(into: &coverage)
    gates.report(into: &coverage)
    var states = states
    states.judged = truth.judged
    states.trulyAway = truth.away
    states.trulyOutdoors = truth.outdoors
    states.report(into: &coverage, knowsHome: home != nil)
    coverage.mobilityBias = MobilityBias(recorded: recordedMobility, truth: trueMobility)
    coverage.fixCount = recordedCount
    return coverage
  }
}
