import EventKernel
import Geodesy
import Timekeeping

@testable import Evaluation
@testable import World

/// A day made by a test, in meters east and north of one point.
struct SmallWorld {
  /// Monday 2026-03-02, midnight UTC.
  static let midnight = Instant(nanoseconds: 1_772_409_600_000_000_000)
  static let origin = Coordinate(latitude: 45.5, longitude: -122.6)

  /// Returns a place. Its meters are exact along the origin's parallel.
  static func place(_ east: Double, _ north: Double = 0) -> Coordinate {
    LocalScale(latitude: origin.latitude)
      .coordinate(origin, moved: Displacement(eastMeters: east, northMeters: north))
  }

  var knots: [Knot] = []
  var spans: [Span] = []
  var segments: [Segment] = []
  private var now: Instant
  private var here = Displacement(eastMeters: 0, northMeters: 0)

  init(startingAt start: Instant = SmallWorld.midnight) { now = start }

  var end: Instant { now }

  mutating func stay(
    _ length: TimeSpan, isIndoors: Bool = false, carried: Carrying = .pocket,
    isTruthKnown: Bool = true
  ) {
    add(
      length, to: here, mode: .still, isIndoors: isIndoors, carried: carried,
      isTruthKnown: isTruthKnown)
  }

  mutating func move(
    east: Double, north: Double = 0, at speed: Double, mode: MotionMode = .walking,
    carried: Carrying = .pocket, isTruthKnown: Bool = true
  ) {
    let to = Displacement(
      eastMeters: here.eastMeters + east, northMeters: here.northMeters + north)
    let meters = Displacement(eastMeters: east, northMeters: north).meters
    add(
      .seconds(meters / speed), to: to, mode: mode, carried: carried, isTruthKnown: isTruthKnown,
      speed: speed)
  }

  /// Skips time that is not part of the world. The next leg begins a new segment.
  mutating func skip(_ length: TimeSpan) {
    closeStretch()
    now += length
  }

  private mutating func add(
    _ length: TimeSpan, to: Displacement, mode: MotionMode, isIndoors: Bool = false,
    carried: Carrying, isTruthKnown: Bool, speed: Double = 0
  ) {
    if knots.last?.time != now { addKnot() }
    let first = knots.count - 1
    knots[first].speedMetersPerSecond = Float(speed)
    now += length
    here = to
    addKnot()
    spans.append(
      Span(
        start: knots[first].time, end: now, firstKnot: first, lastKnot: knots.count - 1,
        mode: mode, isIndoors: isIndoors, carried: carried, isTruthKnown: isTruthKnown))
  }

  private mutating func addKnot() {
    knots.append(
      Knot(time: now, coordinate: SmallWorld.place(here.eastMeters, here.northMeters)))
  }

  private mutating func closeStretch() {
    let start = spans.first { $0.start >= segments.last?.end ?? .distantPast }?.start
    if let start { segments.append(Segment(start: start, end: now)) }
  }

  /// Returns the world. The phone goes where the person goes, unless it has a day of its own.
  func world(phone: SmallWorld? = nil, calendar: LocalCalendar = .utc) -> World {
    var closed = self
    closed.closeStretch()
    let person = Trajectory(knots: knots, spans: spans)
    return World(
      calendar: calendar, places: [], person: person,
      phone: phone.map { Trajectory(knots: $0.knots, spans: $0.spans) } ?? person,
      cells: CellLayout(spacingMeters: 500, chance: SeededRandom(seed: 1)),
      segments: closed.segments)
  }

  /// A day with an hour at the origin, a kilometer east at 1.4 m/s (714.29 s), and an hour there.
  static var walk: SmallWorld {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.move(east: 1000, at: 1.4)
    day.stay(.hours(1))
    return day
  }
}

extension TrackingPhase {
  /// The phase of an app in the foreground that receives fixes.
  static var delivering: TrackingPhase {
    var phase = TrackingPhase()
    phase.app = .foreground
    phase.requests = .standardUpdates
    phase.receiver = .delivering
    return phase
  }

  func with(_ change: (inout TrackingPhase) -> Void) -> TrackingPhase {
    var phase = self
    change(&phase)
    return phase
  }
}

extension Evaluator {
  /// Records a position, in seconds after midnight and meters east and north, at its timestamp
  /// unless `stamped` differs.
  func record(
    at seconds: Double, stamped stamp: Double? = nil, east: Double, north: Double = 0,
    accuracy: Double = 5, identity: UInt64 = 0
  ) {
    recorded(
      RecordedPosition(
        identity: identity, timestamp: SmallWorld.midnight + .seconds(stamp ?? seconds),
        recordedAt: SmallWorld.midnight + .seconds(seconds),
        coordinate: SmallWorld.place(east, north), horizontalAccuracyMeters: accuracy))
  }

  func phase(_ phase: TrackingPhase, at seconds: Double) {
    phaseChanged(to: phase, at: SmallWorld.midnight + .seconds(seconds))
  }

  /// Judges a world of one segment, in which `happens` reports all events.
  static func judge(
    _ world: World, _ options: EvaluationOptions = EvaluationOptions(),
    _ happens: (Evaluator) -> Void
  ) -> Assessment {
    let evaluator = Evaluator(world: world, options: options)
    evaluator.beginSegment(world.segments[0])
    evaluator.phaseChanged(to: .delivering, at: world.start)
    happens(evaluator)
    evaluator.endSegment(at: world.segments[0].end)
    return evaluator.report()
  }
}

extension Assessment {
  func seconds(_ cause: GapCause) -> Double {
    gapCauses.recorded.first { $0.cause == cause }?.seconds ?? 0
  }

  func receivedSeconds(_ cause: GapCause) -> Double? {
    gapCauses.received.map { $0.first { $0.cause == cause }?.seconds ?? 0 }
  }
}

/// True if two figures are equal to within a millionth.
func isClose(_ one: Double?, _ other: Double, within tolerance: Double = 1e-6) -> Bool {
  guard let one else { return false }
  return abs(one - other) <= tolerance * max(1, abs(other))
}
