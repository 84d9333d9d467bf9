import Geodesy
import Timekeeping
import World

/// A stay that the reference detector finds: at least 10 min within 100 m.
package struct ReferenceStay: Sendable {
  package var start: Instant
  package var end: Instant
  /// The mean position over the time of the stay.
  package var center: Coordinate
}

extension Trajectory {
  /// Returns the true stays as defined by `stayRecall`, in order of time.
  ///
  /// If only the ends of a movement are known, the movement is never part of a stay, however slow
  /// it is.
  package func referenceStays(
    from start: Instant, to end: Instant, options: EvaluationOptions = EvaluationOptions()
  ) -> [ReferenceStay] {
    var detector = StayDetector(options: options)
    var cursor = TrajectoryCursor()
    var isFollowed = false
    forEachPiece(from: start, to: end, using: &cursor) { piece in
      let span = spans[piece.spanIndex]
      let isToBeFollowed = span.isTruthKnown || !span.mode.isMoving
      if isFollowed && !isToBeFollowed { detector.finish(at: piece.start) }
      if !isFollowed && isToBeFollowed { detector.begin(at: piece.start) }
      isFollowed = isToBeFollowed
      guard isFollowed else { return }
      detector.travel(piece, lengthMeters: piece.from.distanceMeters(to: piece.to))
    }
    if isFollowed { detector.finish(at: end) }
    return detector.stays.map {
      ReferenceStay(start: $0.interval.start, end: $0.interval.end, center: $0.center)
    }
  }
}
