import Geodesy
import Timekeeping
import World

/// Finds the times at which the person has the phone with them. At these times, the phone is not
/// left behind, and its distance from the person is at most `distanceMetersMax`.
struct PhoneWithPerson {
  private let distanceMetersMax: Double
  private let isNeverApart: Bool
  private var cursor = TrajectoryCursor()
  private var scale = LocalScale(latitude: 0)

  init(world: World, distanceMetersMax: Double) {
    self.distanceMetersMax = distanceMetersMax
    isNeverApart =
      world.person.knots == world.phone.knots
      && ![world.person, world.phone].contains { $0.spans.contains { $0.carried == .left } }
  }

  /// Splits an interval where the phone leaves or joins the person. The `Bool` for each part is
  /// true if the phone is with the person.
  ///
  /// If the true place of the phone is unknown, the phone counts as being with the person.
  mutating func forEachPart(
    of interval: Interval, on piece: Piece, isLeft: Bool, phone: Trajectory,
    _ body: (Interval, Bool) -> Void
  ) {
    if isNeverApart || isLeft {
      body(interval, !isLeft)
      return
    }
    scale.follow(piece.from)
    var reported = interval.start
    func notify(until end: Instant, isTogether: Bool) {
      if end > reported { body(Interval(reported, end), isTogether) }
      reported = max(reported, end)
    }
    phone.forEachPiece(from: interval.start, to: interval.end, using: &cursor) { part in
      notify(until: part.start, isTogether: true)
      if phone.spans[part.spanIndex].carried == .left {
        notify(until: part.end, isTogether: false)
        return
      }
      let near = StraightMovement(
        from: scale.displacement(from: part.from, to: piece.position(at: part.start)),
        to: scale.displacement(from: part.to, to: piece.position(at: part.end))
      ).partInDisc(radiusMeters: distanceMetersMax)
      notify(until: part.interval.instant(atShare: near.lower), isTogether: false)
      notify(until: part.interval.instant(atShare: near.upper), isTogether: true)
      notify(until: part.end, isTogether: false)
    }
    notify(until: interval.end, isTogether: true)
  }
}
