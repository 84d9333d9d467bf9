import Geodesy
import Timekeeping
import World

/// The pass over the truth of a segment, for the measures that do not need single records. Some of
/// them need the epochs or quarters of an hour that have a record.
///
/// The truth is cut into pieces at the borders of epochs. So a long stay needs only one piece per
/// epoch.
struct TruthPass {
  private(set) var stays: StayDetector
  private(set) var mobility: MobilitySums
  private(set) var epochs: Epochs
  private(set) var days: Days
  private(set) var simulatedNanoseconds: Int64 = 0
  private(set) var judged = IntervalSet()
  private(set) var away = IntervalSet()
  private(set) var outdoors = IntervalSet()

  private let options: EvaluationOptions
  private let home: Home?
  private var cursor = TrajectoryCursor()
  private var scale = LocalScale(latitude: 0)
  private var spanState = SpanState()
  private var isOutdoors = false
  private var epoch = EpochTruth()

  init(options: EvaluationOptions, home: Home?, origin: Coordinate) {
    self.options = options
    self.home = home
    stays = StayDetector(options: options)
    mobility = MobilitySums(origin: origin)
    epochs = Epochs(knowsHome: home != nil)
    days = Days(options: options)
  }

  mutating func resetStays() { stays.reset() }

  mutating func beginSegment() { epochs.beginSegment() }

  mutating func opened(at time: Instant) { epochs.opened(at: time) }

  mutating func judge(
    _ segment: Interval, world: World, epochsWithRecord: RecordedSlots,
    quartersWithRecord: RecordedSlots
  ) {
    simulatedNanoseconds += segment.nanoseconds
    spanState = SpanState()
    forEachSlot(of: epochsWithRecord, in: segment, world: world) { pass, slot, day in
      pass.judgeEpoch(slot, of: epochsWithRecord, in: segment, day: day, world: world)
    }
    if spanState.isTruthKnown { stays.finish(at: segment.end) }
    forEachSlot(of: quartersWithRecord, in: segment, world: world) { pass, slot, day in
      guard quartersWithRecord.contains(slot) else { return }
      let time = day.timeOfDay(at: quartersWithRecord.interval(ofSlot: slot).start)
      pass.days.addRecord(on: day, hour: time.hour)
    }
  }

  private mutating func forEachSlot(
    of slots: RecordedSlots, in segment: Interval, world: World,
    _ body: (inout TruthPass, Int64, LocalDay) -> Void
  ) {
    var slot = slots.slot(of: segment.start)
    let first = slots.interval(ofSlot: slot).start
    var day = LocalDay(of: first, in: world.clocks.calendar(at: first))
    while slots.interval(ofSlot: slot).start < segment.end {
      let start = slots.interval(ofSlot: slot).start
      if !day.contains(start) || !world.clocks.isOneZone {
        day = LocalDay(of: start, in: world.clocks.calendar(at: start))
      }
      body(&self, slot, day)
      slot += 1
    }
  }

  private mutating func judgeEpoch(
    _ slot: Int64, of slots: RecordedSlots, in segment: Interval, day: LocalDay, world: World
  ) {
    let whole = slots.interval(ofSlot: slot)
    let part = Interval(max(whole.start, segment.start), min(whole.end, segment.end))
    epoch = EpochTruth()
    var cursor = cursor
    world.person.forEachPiece(from: part.start, to: part.end, using: &cursor) { piece in
      if piece.spanIndex != spanState.spanIndex { enter(piece, on: world.person) }
      if spanState.isTruthKnown { judge(piece) }
    }
    self.cursor = cursor
    let time = day.timeOfDay(at: whole.start)
    days.add(judged: epoch.judged, simulated: part.nanoseconds, on: day, hour: time.hour)
    epochs.add(
      epoch, of: whole, isMissing: !slots.contains(slot), on: day, time: time)
  }

  private mutating func enter(_ piece: Piece, on trajectory: Trajectory) {
    let wasKnown = spanState.isTruthKnown
    spanState = SpanState(of: piece.spanIndex, on: trajectory)
    isOutdoors = !trajectory.spans[piece.spanIndex].isIndoors
    if wasKnown && !spanState.isTruthKnown { stays.finish(at: piece.start) }
    if !wasKnown && spanState.isTruthKnown { stays.begin(at: piece.start) }
  }

  @inline(__always)
  private mutating func judge(_ piece: Piece) {
    let nanoseconds = piece.interval.nanoseconds
    scale.follow(piece.from)
    let length = scale.distanceMeters(piece.from, piece.to)
    judged.append(piece.interval)
    if isOutdoors { outdoors.append(piece.interval) }
    epoch.judged += nanoseconds
    if spanState.isMoving { epoch.moving += nanoseconds }
    stays.travel(piece, lengthMeters: length)
    mobility.addDistance(length)
    mobility.addTime(from: piece.from, to: piece.to, nanoseconds: nanoseconds)
    if let home { judgeHome(piece, home) }
  }

  @inline(__always)
  private mutating func judgeHome(_ piece: Piece, _ home: Home) {
    let way = home.way(from: piece.from, to: piece.to)
    mobility.addDistanceFromHome(way.from, at: piece.from)
    mobility.addDistanceFromHome(way.to, at: piece.to)
    let part = way.partInDisc(radiusMeters: home.radiusMeters)
    let atHome = Interval(
      piece.interval.instant(atShare: part.lower), piece.interval.instant(atShare: part.upper))
    epoch.atHome += atHome.nanoseconds
    mobility.addTimeAtHome(atHome.nanoseconds)
    away.append(Interval(piece.start, atHome.start))
    away.append(Interval(atHome.end, piece.end))
  }
}

extension TruthPass {
  func report(into coverage: inout CoverageReport) {
    epochs.report(into: &coverage)
    days.report(into: &coverage)
    coverage.simulatedSeconds = secondsOf(simulatedNanoseconds)
    coverage.judgedShare = share(judged.nanoseconds, of: simulatedNanoseconds)
  }
}
