import Geodesy
import Timekeeping
import World

/// Computes `positionCoverage`, `aliveCoverage` and the causes of gaps.
///
/// These measures judge a live map, which shows the newest position at each moment.
///
///     positionCoverage = time at which |truth − newest| ≤ radius  ÷  judged time
///
/// `newest` is the position with the newest timestamp among all records so far. A late record with
/// an older timestamp does not replace it. `positionCoverageMoving` and `positionCoverageStill` use
/// only the judged time in which the person moves, or does not move.
///
/// `aliveCoverage` is divided by the same judged time. It counts only covered time in which the app
/// could have detected a move (`TrackingPhase.mayLearnOfMoves`). At other times, the last position
/// is near the person only because the person has not moved far.
///
/// There are two views: `recorded` is based on the positions that the app has, and `received` on
/// those that the server has. All times are whole nanoseconds, so the causes add up exactly to the
/// uncovered time.
struct LiveCoverage {
  private(set) var judgedMoving: Int64 = 0
  private(set) var judgedStill: Int64 = 0
  private(set) var coveredMoving: Int64 = 0
  private(set) var coveredStill: Int64 = 0
  private(set) var coveredAlive: Int64 = 0
  private(set) var recordedCauses = CauseTimes()
  private(set) var receivedCauses = CauseTimes()
  private(set) var gaps: GapList

  /// The callback that receives every piece of uncovered time, in order.
  var onUncovered: ((_ start: Instant, _ end: Instant, GapCause) -> Void)?

  private let options: EvaluationOptions
  private var company: PhoneWithPerson
  private var cursor = TrajectoryCursor()
  private var now = Instant.distantPast
  private var phase = TrackingPhase()
  private var mayLearnOfMoves = false
  private var recorded = NewestPosition()
  private var received = NewestPosition()
  private var isNewestLost = false
  private var firstOrdinalOfSegment = 0
  private var spanState = SpanState()

  init(world: World, options: EvaluationOptions) {
    self.options = options
    company = PhoneWithPerson(world: world, distanceMetersMax: options.phoneDistanceMetersMax)
    gaps = GapList(longerThan: options.listedGapMin, countMax: options.listedGapCountMax)
  }

  mutating func beginSegment(at start: Instant, firstOrdinal: Int) {
    now = start
    firstOrdinalOfSegment = firstOrdinal
    phase = TrackingPhase()
    mayLearnOfMoves = false
    recorded = NewestPosition()
    received = NewestPosition()
    isNewestLost = false
  }

  mutating func endSegment(at end: Instant, world: TruePaths) {
    advance(to: end, world: world)
    gaps.close()
  }

  mutating func phaseChanged(to phase: TrackingPhase) {
    self.phase = phase
    mayLearnOfMoves = phase.mayLearnOfMoves
  }

  @inline(__always)
  mutating func recorded(_ position: RecordedPosition, ordinal: Int) {
    if recorded.take(position.coordinate, stamp: position.timestamp, ordinal: ordinal) {
      isNewestLost = false
    }
  }

  /// Adds a record that the server received. A record from an earlier segment is ignored.
  mutating func received(_ record: PendingRecord) {
    guard record.ordinal >= firstOrdinalOfSegment else { return }
    _ = received.take(record.coordinate, stamp: record.stamp, ordinal: record.ordinal)
  }

  mutating func lost(_ record: PendingRecord) {
    if record.ordinal == recorded.ordinal { isNewestLost = true }
  }

  /// Judges the time from the previous call, or from the start of the segment, up to `time`.
  ///
  /// The newest positions and the phase do not change during this time.
  @inline(__always)
  mutating func advance(to time: Instant, world: TruePaths) {
    if !advanceOnPath(to: time) { advancePieceByPiece(to: time, world: world) }
  }

  /// Judges the time up to `time` if it is on the straight path that the cursor read last, and the
  /// newest position covers all of it. Otherwise does nothing and returns false.
  ///
  /// Most time between two records of continuous GPS is such.
  @inline(__always)
  private mutating func advanceOnPath(to time: Instant) -> Bool {
    guard now < time, recorded.isKnown, !options.tracksDelivery, spanState.isTruthKnown,
      cursor.isOnPath(from: now, to: time, inSpan: spanState.spanIndex),
      recorded.isNear(
        cursor.coordinateOnPath(at: now), cursor.coordinateOnPath(at: time),
        options.coverageRadiusMeters)
    else { return false }
    let length = (time - now).nanoseconds
    count(length, covered: length)
    now = time
    return true
  }

  @inline(never)
  private mutating func advancePieceByPiece(to time: Instant, world: TruePaths) {
    while now < time, let piece = cursor.piece(from: now, to: time, on: world.person) {
      if piece.spanIndex != spanState.spanIndex {
        spanState = SpanState(of: piece.spanIndex, on: world.person)
      }
      if spanState.isTruthKnown { judge(piece, world: world) }
      now = piece.end
    }
    now = max(now, time)
  }

  @inline(__always)
  private mutating func judge(_ piece: Piece, world: TruePaths) {
    let length = piece.interval.nanoseconds
    let seen = recorded.covered(piece, radiusMeters: options.coverageRadiusMeters)
    count(length, covered: seen.nanoseconds)
    let isSame = !options.tracksDelivery || received.ordinal == recorded.ordinal
    if !isSame || seen.nanoseconds < length { explain(piece, seen: seen, world: world) }
  }

  /// Adds judged time, and the part of it that the newest position covers, both in nanoseconds.
  @inline(__always)
  private mutating func count(_ judged: Int64, covered: Int64) {
    if spanState.isMoving {
      judgedMoving += judged
      coveredMoving += covered
    } else {
      judgedStill += judged
      coveredStill += covered
    }
    if mayLearnOfMoves { coveredAlive += covered }
  }

  /// Adds the uncovered time of a piece of the true path to the causes, for both views: `recorded`
  /// and `received`. `seen` is the part of the piece that the newest recorded position covers.
  @inline(never)
  private mutating func explain(_ piece: Piece, seen: Interval, world: TruePaths) {
    let known =
      received.ordinal == recorded.ordinal
      ? seen : received.covered(piece, radiusMeters: options.coverageRadiusMeters)
    if seen.nanoseconds == 0 {
      explainUncovered(piece.interval, of: piece, known: known, world: world)
      return
    }
    explainUncovered(Interval(piece.start, seen.start), of: piece, known: known, world: world)
    let unsent = seen.nanoseconds - seen.overlapNanoseconds(known)
    receivedCauses.add(unsent, to: isNewestLost ? .lost : .notYetSent)
    explainUncovered(Interval(seen.end, piece.end), of: piece, known: known, world: world)
  }

  private mutating func explainUncovered(
    _ interval: Interval, of piece: Piece, known: Interval, world: TruePaths
  ) {
    guard interval.nanoseconds > 0 else { return }
    let newest = recorded.quality(on: world.person, radiusMeters: options.coverageRadiusMeters)
    var company = company
    company.forEachPart(
      of: interval, on: piece, isLeft: spanState.isPhoneLeft, phone: world.phone
    ) { part, isPhoneWithPerson in
      let cause = GapCause.cause(
        isPhoneWithPerson: isPhoneWithPerson, phase: phase, newest: newest)
      recordedCauses.add(part.nanoseconds, to: cause)
      receivedCauses.add(part.nanoseconds - part.overlapNanoseconds(known), to: cause)
      gaps.extend(part, cause: cause)
      onUncovered?(part.start, part.end, cause)
    }
    self.company = company
  }
}

extension LiveCoverage {
  func report(into coverage: inout CoverageReport) {
    let judged = judgedMoving + judgedStill
    coverage.positionCoverage = share(coveredMoving + coveredStill, of: judged)
    coverage.positionCoverageMoving = share(coveredMoving, of: judgedMoving)
    coverage.positionCoverageStill = share(coveredStill, of: judgedStill)
    coverage.aliveCoverage = share(coveredAlive, of: judged)
    coverage.judgedSeconds = secondsOf(judged)
    coverage.longestGapSeconds = gaps.longestSeconds
    // A quantile is the middle of its class of lengths, which may lie above all of them.
    coverage.gapP95Seconds = gaps.lengths.quantile(0.95).map { min($0, gaps.longestSeconds) }
  }
}
