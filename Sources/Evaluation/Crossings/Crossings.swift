import Geodesy
import Timekeeping
import World

/// A circle on the ground.
package struct Circle: Sendable, Equatable {
  package var center: Coordinate
  package var radiusMeters: Double

  package init(center: Coordinate, radiusMeters: Double) {
    self.center = center
    self.radiusMeters = radiusMeters
  }
}

extension Circle {
  /// Returns the times at which the person truly crossed the circle, in order. Being inside at the
  /// start of `interval` is not a crossing. Neither is a change of side while the truth is unknown.
  func crossings(in interval: Interval, world: World) -> [Crossing] {
    var crossings: [Crossing] = []
    var isInside: Bool?
    var end = interval.start
    var cursor = TrajectoryCursor()
    world.person.forEachPiece(from: interval.start, to: interval.end, using: &cursor) { piece in
      guard world.person.spans[piece.spanIndex].isTruthKnown else { return }
      if piece.start > end { isInside = nil }
      end = piece.end
      let part = way(piece).partInDisc(radiusMeters: radiusMeters)
      let startsInside = !part.isEmpty && part.lower <= 0
      if let isInside, isInside != startsInside {
        crossings.append(Crossing(isEntry: startsInside, time: piece.start))
      }
      isInside = !part.isEmpty && part.upper >= 1
      guard !part.isEmpty else { return }
      if part.lower > 0 {
        crossings.append(
          Crossing(isEntry: true, time: piece.interval.instant(atShare: part.lower)))
      }
      if part.upper < 1 {
        crossings.append(
          Crossing(isEntry: false, time: piece.interval.instant(atShare: part.upper)))
      }
    }
    return crossings
  }

  private func way(_ piece: Piece) -> StraightMovement {
    let scale = LocalScale(latitude: center.latitude)
    return StraightMovement(
      from: scale.displacement(from: center, to: piece.from),
      to: scale.displacement(from: center, to: piece.to))
  }
}

/// A crossing of a circle's edge, inward or outward.
struct Crossing {
  var isEntry: Bool
  var time: Instant
}
