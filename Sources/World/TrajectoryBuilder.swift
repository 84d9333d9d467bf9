import Geodesy
import Timekeeping

/// The properties that are constant throughout a span.
struct Circumstances {
  var mode: MotionMode
  var place: Int?
  var isIndoors = false
  var area: AreaClass
  var sky: SkyView
  var network: NetworkAvailability
  var carried: Carrying
  var isTruthKnown = true
}

extension Circumstances {
  init(_ span: Span) {
    self.init(
      mode: span.mode, place: span.place, isIndoors: span.isIndoors, area: span.area,
      sky: span.sky, network: span.network, carried: span.carried, isTruthKnown: span.isTruthKnown)
  }
}

/// A builder that appends knots and spans in order of time. It adds nothing after `end`.
struct TrajectoryBuilder {
  let end: Instant
  private var knots: [Knot]
  private var spans: [Span] = []
  /// The circumstances of the span under construction, which began at the knot `openedAtKnot`.
  private var open: Circumstances?
  private var openedAtKnot = 0

  init(at coordinate: Coordinate, start: Instant, end: Instant) {
    self.end = end
    knots = [Knot(time: start, coordinate: coordinate)]
  }

  var time: Instant { knots[knots.count - 1].time }
  var coordinate: Coordinate { knots[knots.count - 1].coordinate }
  var isAtEnd: Bool { time >= end }

  mutating func reserve(knots count: Int) { knots.reserveCapacity(knots.count + count) }

  /// Ends the current span and begins a span with new circumstances at the current position.
  mutating func beginSpan(_ circumstances: Circumstances) {
    endSpan()
    open = circumstances
    openedAtKnot = knots.count - 1
  }

  /// Adds a straight movement to a position, cut off at `end`. A movement without duration is
  /// ignored.
  mutating func advance(
    to coordinate: Coordinate, at time: Instant, speedMetersPerSecond: Float = 0,
    courseDegrees: Float = 0, altitudeMeters: Float = 0
  ) {
    let last = knots.count - 1
    let start = knots[last].time
    guard time > start, start < end else { return }
    knots[last].speedMetersPerSecond = speedMetersPerSecond
    knots[last].courseDegrees = courseDegrees
    var next = Knot(
      time: time, coordinate: coordinate, altitudeMeters: altitudeMeters,
      courseDegrees: courseDegrees)
    if time > end {
      let share = (end - start).seconds / (time - start).seconds
      next.time = end
      next.coordinate = knots[last].coordinate.interpolated(to: coordinate, share: share)
      next.altitudeMeters =
        knots[last].altitudeMeters + (altitudeMeters - knots[last].altitudeMeters) * Float(share)
    }
    knots.append(next)
  }

  /// Adds a stay at the current position.
  mutating func wait(until time: Instant) {
    let here = knots[knots.count - 1]
    advance(
      to: here.coordinate, at: time, courseDegrees: here.courseDegrees,
      altitudeMeters: here.altitudeMeters)
  }

  /// Ends the current span and continues at another position, at once or after a gap in time.
  mutating func resume(at coordinate: Coordinate, time: Instant, altitudeMeters: Float = 0) {
    endSpan()
    let last = knots.count - 1
    if knots[last].time == time, knots[last].coordinate == coordinate { return }
    let knot = Knot(time: time, coordinate: coordinate, altitudeMeters: altitudeMeters)
    if spans.last?.lastKnot == last { knots.append(knot) } else { knots[last] = knot }
  }

  /// Returns the trajectory; nil if no time has passed.
  mutating func finish() -> Trajectory? {
    endSpan()
    return spans.isEmpty ? nil : Trajectory(knots: knots, spans: spans)
  }

  private mutating func endSpan() {
    defer { open = nil }
    guard let now = open, knots[openedAtKnot].time < time else { return }
    spans.append(
      Span(
        start: knots[openedAtKnot].time, end: time, firstKnot: openedAtKnot,
        lastKnot: knots.count - 1, mode: now.mode, place: now.place, isIndoors: now.isIndoors,
        area: now.area, sky: now.sky, network: now.network, carried: now.carried,
        isTruthKnown: now.isTruthKnown))
  }
}
