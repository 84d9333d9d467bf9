import Geodesy
import Timekeeping
import World

/// Compares a run with the true world and reports how much of the person's day the records show.
///
/// The runner reports, in order of time, the positions that the app has (`recorded`), the records
/// that the server has (`received`), and the state of phone and app (`phaseChanged`). The evaluator
/// compares these with the true world in three passes:
///
/// - live (`LiveCoverage`): the time since the last event, compared with the positions known at
///   that time;
/// - settled (`SettledPass`): the records in the order of their timestamps, judged in blocks from a
///   day later on, when the evaluator no longer expects a record with an earlier timestamp;
/// - truth (`TruthPass`): the true day without the records, when a segment has ended.
///
/// No record is kept after its settled pass. A position that is recorded between segments is
/// counted, but not judged. An instance judges a single run, on one thread.
package final class Evaluator {
  private var world: World
  private let paths: TruePaths
  private let options: EvaluationOptions
  private let home: Home?
  @exclusivity(unchecked) private var live: LiveCoverage
  @exclusivity(unchecked) private var settled: SettledPass
  @exclusivity(unchecked) private var delivery = Delivery()
  @exclusivity(unchecked) private var recordedCount = 0
  @exclusivity(unchecked) private var segmentStart: Instant?
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
    paths = TruePaths(world)
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

  /// Sets callbacks for drawing a day. `onUncovered` receives each piece of uncovered time as soon
  /// as it is judged, in order. `onStays` receives the stays of each segment when it has ended.
  package func watch(
    onUncovered: @escaping (_ start: Instant, _ end: Instant, GapCause) -> Void,
    onStays: @escaping (_ truth: [JudgedStay], _ recorded: [JudgedStay]) -> Void
  ) {
    live.onUncovered = onUncovered
    matching.onStays = onStays
  }

  // MARK: - Events

  /// Begins a segment. The phone and the app are in their initial state, and no position is known.
  package func beginSegment(_ segment: Segment) {
    segmentStart = segment.start
    truth.beginSegment()
    live.beginSegment(at: segment.start, firstOrdinal: recordedCount)
    settled.beginSegment(segment, world: paths)
  }

  /// Ends the segment after its last record. `time` may be before the planned end of the segment.
  package func endSegment(at time: Instant) {
    guard let start = segmentStart else { return }
    segmentStart = nil
    live.endSegment(at: time, world: paths)
    settled.endSegment(at: time, world: paths)
    truth.judge(
      Interval(start, max(start, time)), world: world, epochsWithRecord: settled.epochs,
      quartersWithRecord: settled.quarters)
    matching.compare(truth: truth.stays, records: settled.stays)
    derivedTrips.compare(truth: truth.stays.trips)
    geofences.endSegment(Interval(start, max(start, time)), world: world)
    gates.endSegment(Interval(start, max(start, time)), world: world)
    truePlaces.add(truth.stays.stays)
    recordedPlaces.add(settled.stays.stays)
    truth.resetStays()
    settled.resetStays()
  }

  package func phaseChanged(to phase: TrackingPhase, at time: Instant) {
    advance(to: time)
    live.phaseChanged(to: phase)
  }

  /// Adds a position that the tracker recorded at the time `recordedAt`. A position with an invalid
  /// coordinate is counted and then ignored.
  package func recorded(_ position: RecordedPosition) {
    if segmentStart != nil { live.advance(to: position.recordedAt, world: paths) }
    let ordinal = recordedCount
    recordedCount += 1
    if options.tracksDelivery { delivery.recorded(position, ordinal: ordinal) }
    guard segmentStart != nil, position.coordinate.isValid else { return }
    live.recorded(position, ordinal: ordinal)
    settled.recorded(position, world: paths)
  }

  /// Adds the first arrival of a record at the server.
  package func received(identity: UInt64, at time: Instant) {
    advance(to: time)
    if let record = delivery.received(identity, at: time) { live.received(record) }
  }

  /// Counts a record that the server received again.
  package func duplicated(at time: Instant) {
    advance(to: time)
    delivery.duplicated()
  }

  /// Notes that a record is lost: the tracker dropped it before the server received it.
  package func lost(identity: UInt64, at time: Instant) {
    advance(to: time)
    if let record = delivery.lost(identity) { live.lost(record) }
  }

  /// Notes that the tracker considers a record delivered. If the server does not have it, the
  /// record is lost.
  package func acknowledged(identity: UInt64, at time: Instant) {
    if delivery.isPending(identity) { lost(identity: identity, at: time) }
  }

  /// Announces that the tracker derives intervals of this kind. Time outside of these intervals
  /// counts as the opposite state.
  package func announce(_ kind: DetectedInterval.Kind) {
    if kind == .trip { derivedTrips.isAnnounced = true } else { states.announce(kind) }
  }

  /// Adds an interval that the tracker derived. Call it at any time and in any order.
  package func detected(_ interval: DetectedInterval) {
    if interval.kind == .trip {
      derivedTrips.detected(interval)
    } else {
      states.detected(interval)
    }
  }

  /// Sets the fence whose crossings the tracker reports from now on; nil for no fence.
  package func fence(is circle: Circle?, at time: Instant) { geofences.fence(is: circle, at: time) }

  /// Adds a crossing of the fence that the tracker reported. `isEntry` is true if the person came
  /// in.
  package func crossedFence(isEntry: Bool, at time: Instant) {
    geofences.reported(isEntry: isEntry, at: time)
  }

  /// Adds a time at which the person opened the app.
  package func opened(at time: Instant) { truth.opened(at: time) }

  /// Adds a time at which the gate received a request to open.
  package func askedGate(at time: Instant) { gates.asked(at: time) }

  @inline(__always)
  private func advance(to time: Instant) {
    if segmentStart != nil { live.advance(to: time, world: paths) }
  }

  /// Continues on a world whose trajectories have grown, and are the same as before up to the
  /// latest event.
  package func extend(to world: World) {
    self.world = world
    paths.extend(to: world)
  }

  // MARK: - Results

  /// Returns the share of the judged time so far at which the app knew the person's position; nil
  /// if no time was judged. The segment goes on.
  package func positionCoverage(until time: Instant) -> Double? {
    var live = live
    live.endSegment(at: time, world: paths)
    var coverage = CoverageReport()
    live.report(into: &coverage)
    return coverage.positionCoverage
  }

  /// Returns the results of the segments that have ended.
  package func report() -> Assessment {
    Assessment(
      coverage: coverage,
      gapCauses: GapCauseReport(
        recorded: live.recordedCauses.report,
        received: options.tracksDelivery ? live.receivedCauses.report : nil),
      delivery: options.tracksDelivery ? delivery.report : nil, longGaps: live.gaps.longGaps,
      derivedTrips: derivedTrips.report)
  }

  /// The true figures of mobility. `mobilityBias` is the recorded figures minus these.
  package var trueMobility: MobilityFigures {
    MobilityFigures(
      truth.mobility, places: truePlaces, tripCount: matching.tripCounts.truth, home: home)
  }

  package var recordedMobility: MobilityFigures {
    MobilityFigures(
      settled.mobility, places: recordedPlaces, tripCount: matching.tripCounts.detected,
      home: home)
  }

  /// All local days of which some time was simulated, in order.
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
