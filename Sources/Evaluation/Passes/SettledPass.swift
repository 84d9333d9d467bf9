import Geodesy
import Timekeeping
import World

/// The second pass over the records. It compares the records with the truth in the order of their
/// timestamps.
///
/// A record waits in a `ReorderingWindow` as long as records with earlier timestamps may still
/// arrive. Then the pass judges the record. It also judges the line from the previous record to
/// this record, which is a part of the rebuilt track.
struct SettledPass {
  private(set) var reconstruction = ReconstructedCoverage()
  private(set) var path = PathCoverage()
  private(set) var error = PositionError()
  private(set) var stays: StayDetector
  private(set) var mobility: MobilitySums
  private(set) var epochs: RecordedSlots
  /// The quarters of an hour that contain a record. Local hours are computed from these, since all
  /// time zones differ by multiples of a quarter of an hour.
  private(set) var quarters = RecordedSlots(length: .minutes(15))
  private(set) var phantomMeters = 0.0
  private(set) var tooLateToReorder = 0

  private let options: EvaluationOptions
  /// The square of the distance within which both the rebuilt position and its path are covered.
  private let squaredNearMeters: Double
  private let home: Home?
  private var window: ReorderingWindow
  /// The time at which the app had the last record that was not too late.
  private var lastRecording = Instant.distantPast
  private var cursor = TrajectoryCursor()
  private var scale = LocalScale(latitude: 0)
  private var spanState = SpanState()
  private var segmentEnd = Instant.distantPast
  /// The instant up to which the truth has been judged. `truthAtFrontier` is the true place at this
  /// instant.
  private var frontier = Instant.distantPast
  private var truthAtFrontier = Coordinate(latitude: 0, longitude: 0)
  /// The way from the last judged record to the true place at that record.
  private var offsetAtFrontier = Displacement(eastMeters: 0, northMeters: 0)
  /// The square of the length of `offsetAtFrontier`.
  private var squaredErrorAtFrontier = 0.0
  private var lastFix: Fix?
  /// The index of the span of the truth that contains the last record. Nil if that record was not
  /// judged, since the truth was not known.
  private var lastJudgedSpan: Int?
  /// The place of the last record that is accurate enough for stays.
  private var lastPrecise: Coordinate?
  /// True if a less accurate record came after it.
  private var isAfterVague = false

  init(options: EvaluationOptions, home: Home?, origin: Coordinate) {
    self.options = options
    let nearMeters = min(options.coverageRadiusMeters, options.pathToleranceMeters)
    squaredNearMeters = nearMeters * nearMeters
    self.home = home
    stays = StayDetector(options: options)
    mobility = MobilitySums(origin: origin)
    epochs = RecordedSlots(length: options.epoch)
    window = ReorderingWindow(length: options.reorderingWindow)
  }

  mutating func resetStays() { stays.reset() }

  mutating func beginSegment(_ segment: Segment, world: TruePaths) {
    let start = segment.start
    segmentEnd = segment.end
    var finger = TrajectoryCursor()
    truthAtFrontier = finger.position(at: start, on: world.person).coordinate
    frontier = start
    spanState = SpanState()
    enter(finger.indexOfSpan(at: start, on: world.person), at: start, on: world.person)
    lastFix = nil
    epochs.beginSegment(at: start)
    quarters.beginSegment(at: start)
  }

  mutating func endSegment(at end: Instant, world: TruePaths) {
    segmentEnd = end
    while let block = window.popFirst() { settle(block, world: world) }
    judgeTruth(until: end, bracket: lastFix.map { Bracket(holding: $0) }, world: world)
    if spanState.isTruthKnown { stays.finish(at: end) }
  }

  @inline(__always)
  mutating func recorded(_ position: RecordedPosition, world: TruePaths) {
    if position.timestamp < lastFix?.stamp ?? .distantPast {
      tooLateToReorder += 1
      return
    }
    if position.timestamp + options.reorderingWindow < lastRecording {
      return recordedLate(position, world: world)
    }
    insert(position)
    if let block = window.popBlock(now: position.recordedAt) { settle(block, world: world) }
  }

  @inline(__always)
  private mutating func insert(_ position: RecordedPosition) {
    lastRecording = position.recordedAt
    window.insert(
      Fix(
        stamp: position.timestamp, coordinate: position.coordinate,
        accuracyMeters: position.horizontalAccuracyMeters))
  }

  /// Adds a record that may be too late. First settles the records that were old enough when the
  /// last record came.
  @inline(never)
  private mutating func recordedLate(_ position: RecordedPosition, world: TruePaths) {
    settle(window.popSettled(now: lastRecording), world: world)
    if position.timestamp < lastFix?.stamp ?? .distantPast {
      tooLateToReorder += 1
    } else {
      insert(position)
    }
  }

  @inline(never)
  private mutating func settle(_ fixes: [Fix], world: TruePaths) {
    guard let first = fixes.first else { return }
    var last = lastFix ?? first
    if lastFix == nil {
      judgeTruth(until: first.stamp, bracket: Bracket(holding: first), world: world)
    }
    for fix in fixes {
      settle(fix, after: last, world: world)
      last = fix
    }
    lastFix = last
  }

  @inline(__always)
  private mutating func settle(_ fix: Fix, after last: Fix, world: TruePaths) {
    if settleOnPath(fix, after: last) || settlePieceByPiece(fix, after: last, world: world) {
      judge(fix, after: last)
    }
  }

  /// Judges the line to the next record and moves the frontier there. Returns false if the truth is
  /// not known at the record.
  @inline(never)
  private mutating func settlePieceByPiece(
    _ fix: Fix, after last: Fix, world: TruePaths
  ) -> Bool {
    judgeTruth(until: fix.stamp, bracket: Bracket(from: last, to: fix), world: world)
    guard fix.stamp == frontier, spanState.isTruthKnown else { return false }
    scale.follow(truthAtFrontier)
    offsetAtFrontier = scale.displacement(from: fix.coordinate, to: truthAtFrontier)
    squaredErrorAtFrontier = offsetAtFrontier.squaredMeters
    return true
  }

  /// Judges the line to the next record and moves the frontier there, if the last record was judged
  /// and both lie on the straight path that the cursor read last. Otherwise does nothing and
  /// returns false.
  ///
  /// Most records of continuous GPS are such. The line to the true place is then known for the
  /// last record, and need not be computed again.
  @inline(__always)
  private mutating func settleOnPath(_ fix: Fix, after last: Fix) -> Bool {
    guard frontier == last.stamp, lastJudgedSpan == spanState.spanIndex, fix.stamp <= segmentEnd,
      frontier < fix.stamp,
      cursor.isOnPath(from: frontier, to: fix.stamp, inSpan: spanState.spanIndex)
    else { return false }
    let truth = cursor.coordinateOnPath(at: fix.stamp)
    guard scale.reaches(truth) else { return false }
    let offset = scale.displacement(from: fix.coordinate, to: truth)
    let squaredError = offset.squaredMeters
    if squaredErrorAtFrontier <= squaredNearMeters, squaredError <= squaredNearMeters {
      reconstruction.add(coveredNanoseconds: fix.stamp.nanoseconds - frontier.nanoseconds)
      if spanState.isMoving {
        path.add(coveredMeters: scale.distanceMeters(truthAtFrontier, truth))
      }
    } else {
      judge(to: truth, offset, Bracket(from: last, to: fix))
    }
    frontier = fix.stamp
    truthAtFrontier = truth
    offsetAtFrontier = offset
    squaredErrorAtFrontier = squaredError
    return true
  }

  /// Judges the time from the frontier to the second record of a bracket, where the person is at
  /// `truth`.
  @inline(never)
  private mutating func judge(to truth: Coordinate, _ offset: Displacement, _ bracket: Bracket) {
    let piece = Piece(
      start: frontier, end: bracket.to.stamp, from: truthAtFrontier, to: truth,
      spanIndex: spanState.spanIndex)
    judge(piece, way: StraightMovement(from: offsetAtFrontier, to: offset), bracket)
  }

  /// Judges the time up to `end`, in which the rebuilt position is between the records of a
  /// bracket, or not known, and moves the frontier there.
  @inline(never)
  private mutating func judgeTruth(until end: Instant, bracket: Bracket?, world: TruePaths) {
    let end = min(end, segmentEnd)
    while frontier < end, let piece = reach(end, world: world) {
      guard spanState.isTruthKnown else { continue }
      if let bracket { judge(piece, bracket) } else { miss(piece) }
    }
    frontier = max(frontier, end)
  }

  /// Moves the frontier to the end of the next piece of the true path, or to `end`. Returns nil if
  /// no path is left.
  @inline(__always)
  private mutating func reach(_ end: Instant, world: TruePaths) -> Piece? {
    guard let piece = cursor.piece(from: frontier, to: end, on: world.person) else { return nil }
    if piece.spanIndex != spanState.spanIndex {
      enter(piece.spanIndex, at: piece.start, on: world.person)
    }
    frontier = piece.end
    truthAtFrontier = piece.to
    if spanState.isTruthKnown { scale.follow(piece.from) }
    return piece
  }

  @inline(__always)
  private mutating func judge(_ piece: Piece, _ bracket: Bracket) {
    let from = bracket.position(at: piece.start)
    let to = bracket.position(at: piece.end)
    let way = StraightMovement(
      from: scale.displacement(from: from, to: piece.from),
      to: scale.displacement(from: to, to: piece.to))
    judge(piece, way: way, bracket)
  }

  /// - Parameter way: The line from the rebuilt position to the true position.
  @inline(never)
  private mutating func judge(_ piece: Piece, way: StraightMovement, _ bracket: Bracket) {
    reconstruction.judge(way, over: piece.interval, radiusMeters: options.coverageRadiusMeters)
    if spanState.isMoving {
      path.judge(
        piece, way: way, bracket: bracket, scale: scale,
        toleranceMeters: options.pathToleranceMeters)
    }
  }

  private mutating func miss(_ piece: Piece) {
    reconstruction.miss(piece.interval)
    if spanState.isMoving { path.miss(piece, scale: scale) }
  }

  /// Switches to another span of the truth. If the truth becomes unknown, as at the end of a
  /// segment, the current stay ends. The distance between a record before the unknown time and a
  /// record after it is not counted.
  private mutating func enter(_ spanIndex: Int, at time: Instant, on trajectory: Trajectory) {
    let wasKnown = spanState.isTruthKnown
    spanState = SpanState(of: spanIndex, on: trajectory)
    guard wasKnown != spanState.isTruthKnown else { return }
    lastJudgedSpan = nil
    lastPrecise = nil
    isAfterVague = false
    if wasKnown { stays.finish(at: time) } else { stays.begin(at: time) }
  }

  /// Judges a record at `frontier`, where the true place is known. `squaredErrorAtFrontier` must be
  /// that of this record.
  @inline(__always)
  private mutating func judge(_ fix: Fix, after last: Fix) {
    error.add(squaredMeters: squaredErrorAtFrontier, accuracyMeters: fix.accuracyMeters)
    epochs.insert(fix.stamp)
    quarters.insert(fix.stamp)
    if let home { mobility.addDistance(from: home, to: fix.coordinate) }
    var step = 0.0
    if let lastJudgedSpan {
      step = scale.distanceMeters(last.coordinate, fix.coordinate)
      mobility.addDistance(step)
      hold(last, until: fix.stamp)
      if lastJudgedSpan == spanState.spanIndex, !spanState.isMoving { phantomMeters += step }
    }
    lastJudgedSpan = spanState.spanIndex
    // A tracker may record no accuracy, which is no number.
    if fix.accuracyMeters > options.stayAccuracyMetersMax {
      isAfterVague = true
      return
    }
    if isAfterVague {
      step = lastPrecise.map { scale.distanceMeters($0, fix.coordinate) } ?? 0
      isAfterVague = false
    }
    stays.move(to: fix.coordinate, at: fix.stamp, stepMeters: step)
    lastPrecise = fix.coordinate
  }

  @inline(__always)
  private mutating func hold(_ fix: Fix, until time: Instant) {
    let duration = time - fix.stamp
    guard duration <= options.recordHold else { return }
    mobility.addTime(at: fix.coordinate, nanoseconds: duration.nanoseconds)
    if let home {
      mobility.addTime(near: home, at: fix.coordinate, nanoseconds: duration.nanoseconds)
    }
  }
}
