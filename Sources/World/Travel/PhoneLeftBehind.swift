import Geodesy
import Timekeeping

// A leg with `left` separates the person and the phone: the phone lies where it was when the leg
// began. They are together again as soon as the person is within 30 m of it in a leg without
// `left`, on arrival or in passing. Until then every span of the person has `left`, whatever its
// leg says, since a phone at home cannot be in a pocket. At the start of a new segment both are
// together.

extension Trajectory {
  /// Returns the person's trajectory and the phone's trajectory. Both are equal to this trajectory
  /// if the phone is never left behind.
  func withPhoneLeftBehind() -> (person: Trajectory, phone: Trajectory) {
    guard spans.contains(where: { $0.carried == .left }), let last = knots.last else {
      return (self, self)
    }
    var parting = Departure(at: knots[spans[0].firstKnot], end: last.time)
    var before: Span?
    for span in spans {
      parting.live(span, of: self, after: before)
      before = span
    }
    return parting.finish() ?? (self, self)
  }
}

private struct Departure {
  private static let reachMeters = 30.0

  private var person: TrajectoryBuilder
  private var phone: TrajectoryBuilder
  /// The position of the phone while it is not with the person; nil while the person carries it.
  private var left: Coordinate?

  init(at knot: Knot, end: Instant) {
    person = TrajectoryBuilder(at: knot.coordinate, start: knot.time, end: end)
    phone = person
  }

  mutating func live(_ span: Span, of trajectory: Trajectory, after before: Span?) {
    let circumstances = Circumstances(span)
    let start = trajectory.knots[span.firstKnot]
    person.resume(at: start.coordinate, time: start.time, altitudeMeters: start.altitudeMeters)
    let isNewSegment = before.map { $0.end < span.start } ?? false
    if isNewSegment { left = nil }
    if span.carried == .left {
      if left == nil { leave(at: start, circumstances, after: isNewSegment ? nil : before) }
    } else if left == nil {
      take(at: start, circumstances)
    }
    beginPersonsSpan(circumstances)
    for index in span.firstKnot..<span.lastKnot {
      follow(trajectory.knots[index], trajectory.knots[index + 1], circumstances)
    }
    if left != nil { phone.wait(until: span.end) }
  }

  mutating func finish() -> (person: Trajectory, phone: Trajectory)? {
    guard let person = person.finish(), let phone = phone.finish() else { return nil }
    return (person, phone)
  }

  private mutating func follow(_ from: Knot, _ to: Knot, _ circumstances: Circumstances) {
    if let left, circumstances.carried != .left,
      let share = firstShare(from.coordinate, to.coordinate, near: left)
    {
      var meeting = to
      meeting.time = from.time + (to.time - from.time) * share
      meeting.coordinate = from.coordinate.interpolated(to: to.coordinate, share: share)
      meeting.altitudeMeters =
        from.altitudeMeters + (to.altitudeMeters - from.altitudeMeters) * Float(share)
      person.advance(from, meeting)
      phone.wait(until: meeting.time)
      self.left = nil
      take(at: meeting, circumstances)
      beginPersonsSpan(circumstances)
    }
    person.advance(from, to)
    if left == nil { phone.advance(from, to) }
  }

  private mutating func beginPersonsSpan(_ circumstances: Circumstances) {
    var circumstances = circumstances
    if left != nil { circumstances.carried = .left }
    person.beginSpan(circumstances)
  }

  private mutating func take(at knot: Knot, _ circumstances: Circumstances) {
    phone.resume(at: knot.coordinate, time: knot.time, altitudeMeters: knot.altitudeMeters)
    phone.beginSpan(circumstances)
  }

  /// Leaves the phone at a knot, where it stays with constant circumstances.
  ///
  /// At a stay the phone keeps the circumstances of the stay. In a move it keeps the circumstances
  /// of the span before the knot, such as the place that the person leaves.
  private mutating func leave(at knot: Knot, _ circumstances: Circumstances, after before: Span?) {
    left = knot.coordinate
    var lying = circumstances
    if circumstances.mode.isMoving, let before { lying = Circumstances(before) }
    lying.mode = .still
    lying.carried = .left
    take(at: knot, lying)
  }

  /// Returns the first point of a straight piece at which the person can reach the phone, as a
  /// share of the piece's length; nil if there is none.
  private func firstShare(_ a: Coordinate, _ b: Coordinate, near phone: Coordinate) -> Double? {
    let scale = LocalScale(latitude: phone.latitude)
    let start = scale.displacement(from: phone, to: a)
    let reachSquared = Departure.reachMeters * Departure.reachMeters
    if start.squaredMeters <= reachSquared { return 0 }
    let way = scale.displacement(from: a, to: b)
    let along = start.eastMeters * way.eastMeters + start.northMeters * way.northMeters
    let square = way.squaredMeters
    let discriminant = along * along - square * (start.squaredMeters - reachSquared)
    guard square > 0, discriminant >= 0 else { return nil }
    let share = (-along - discriminant.squareRoot()) / square
    return (0...1).contains(share) ? share : nil
  }
}

extension TrajectoryBuilder {
  fileprivate mutating func advance(_ from: Knot, _ to: Knot) {
    advance(
      to: to.coordinate, at: to.time, speedMetersPerSecond: from.speedMetersPerSecond,
      courseDegrees: from.courseDegrees, altitudeMeters: to.altitudeMeters)
  }
}
