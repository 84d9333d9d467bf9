import Geodesy
import Timekeeping
import World

/// A piece of a recorded route between two stays, in one mode of motion or at rest.
struct DraftedRoute {
  var start: Instant
  var end: Instant
  var mode: MotionMode
  var isKnown: Bool
  /// True if this piece does not begin at the position where the previous piece ended. Such pieces
  /// are not joined into one leg.
  var isLeap: Bool
  var points: [Coordinate]

  /// The shortest rest that is a separate leg. A shorter rest is joined to a neighboring piece.
  private static let restMin = TimeSpan.minutes(3)
  private static let lengthMetersMin = 30.0

  var lengthMeters: Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distanceMeters(to: $1.1) }
  }

  var isRest: Bool { !mode.isMoving }

  /// Returns the pieces of a trajectory in `from ..< to`, in the order of time. A short rest or a
  /// short move is joined to a neighboring piece.
  static func ways(
    of trajectory: Trajectory, from start: Instant, to end: Instant
  ) -> [DraftedRoute] {
    var ways: [DraftedRoute] = []
    var cursor = TrajectoryCursor()
    trajectory.forEachPiece(from: start, to: end, using: &cursor) { piece in
      let span = trajectory.spans[piece.spanIndex]
      let next = DraftedRoute(piece, mode: span.mode, isKnown: span.isTruthKnown)
      if let last = ways.last, last.continues(with: next) {
        ways[ways.count - 1].append(next)
      } else {
        ways.append(next)
        ways[ways.count - 1].isLeap =
          ways.count > 1 && ways[ways.count - 2].points.last != piece.from
      }
    }
    return joined(ways)
  }

  private init(_ piece: Piece, mode: MotionMode, isKnown: Bool) {
    start = piece.start
    end = piece.end
    self.mode = mode
    self.isKnown = isKnown
    isLeap = false
    points = [piece.from, piece.to]
  }

  private func continues(with next: DraftedRoute) -> Bool {
    end == next.start && mode == next.mode && isKnown == next.isKnown
      && points.last == next.points.first
  }

  private mutating func append(_ next: DraftedRoute) {
    end = next.end
    points += points.last == next.points.first ? next.points.dropFirst() : next.points[...]
  }

  private static func joined(_ ways: [DraftedRoute]) -> [DraftedRoute] {
    var joined: [DraftedRoute] = []
    for way in ways {
      let last = joined.count - 1
      if last >= 0, !way.isLeap, way.isSlight || joined[last].continues(with: way) {
        joined[last].append(way)
      } else if last >= 0, !way.isLeap, joined[last].isSlight {
        // A slight piece is joined to the next piece.
        joined[last].mode = way.mode
        joined[last].isKnown = way.isKnown
        joined[last].append(way)
      } else {
        joined.append(way)
      }
    }
    return joined
  }

  /// True if this piece is too short, in time or in meters, to be a separate leg.
  private var isSlight: Bool {
    isRest
      ? end - start < DraftedRoute.restMin
      : isKnown && lengthMeters < DraftedRoute.lengthMetersMin
        && end - start < DraftedRoute.restMin
  }
}

extension MotionMode {
  /// Returns this mode of motion if it can reach the speed, otherwise the first faster mode that
  /// can. Running at walking speed becomes walking. Nil if no mode, not even an aircraft, can reach
  /// the speed.
  ///
  /// The correction is necessary because some diaries contain walks at 60 km/h.
  func plausible(atMetersPerSecond speed: Double) -> MotionMode? {
    if self == .running, speed < 1.8 { return .walking }
    let faster: [MotionMode] = [.running, .cycling, .automotive, .train, .flying]
    return ([self] + faster).first { $0.isPossible(at: speed) }
  }

  /// Returns true if this mode of motion can reach the speed. The margin of 0.01 m/s allows for
  /// rounding, because the scenario's file has speeds with two decimals.
  private func isPossible(at speed: Double) -> Bool {
    topMetersPerSecond.map { speed + 0.01 <= $0 } ?? false
  }
}
