import Geodesy
import Timekeeping
import World

/// Computes `pathCoverage`: the share of the true route's length that is close to the recorded
/// track.
///
///     pathCoverage = length of the true path in motion within the tolerance of the line
///                    ÷  length of the true path in motion
///
/// At each moment, the line goes from the last fix before the moment to the first fix after it. So
/// the fixes of an evening drive do not cover a morning drive on the same road. The path before the
/// first fix and after the last fix is not covered. Only the distance from the line counts here;
/// `reconstructedCoverage` also judges the time.
struct PathCoverage {
  private var meters = 0.0
  private var coveredMeters = 0.0

  /// Judges a piece of the true path. `way` is the line from the rebuilt position to the true
  /// position.
  @inline(__always)
  mutating func judge(
    _ piece: Piece, way: StraightMovement, bracket: Bracket, scale: LocalScale,
    toleranceMeters: Double
  ) {
    let length = scale.distanceMeters(piece.from, piece.to)
    guard bracket.isWay else {
      meters += length
      return
    }
    // A rebuilt position lies on the line, so a true one near it in time is near the line too.
    if way.isInDisc(squaredRadius: toleranceMeters * toleranceMeters) {
      add(coveredMeters: length)
    } else {
      meters += length
      coveredMeters += length * shareNear(piece, bracket, scale, toleranceMeters)
    }
  }

  /// Adds the length of a piece of the true path, all of which is near the line.
  @inline(__always)
  mutating func add(coveredMeters length: Double) {
    meters += length
    coveredMeters += length
  }

  mutating func miss(_ piece: Piece, scale: LocalScale) {
    meters += scale.distanceMeters(piece.from, piece.to)
  }

  @inline(never)
  private func shareNear(
    _ piece: Piece, _ bracket: Bracket, _ scale: LocalScale, _ toleranceMeters: Double
  ) -> Double {
    let origin = bracket.from.coordinate
    let way = StraightMovement(
      from: scale.displacement(from: origin, to: piece.from),
      to: scale.displacement(from: origin, to: piece.to))
    let axisEnd = scale.displacement(from: origin, to: bracket.to.coordinate)
    return way.partInCapsule(axisEnd: axisEnd, radiusMeters: toleranceMeters).share
  }

  func report(into coverage: inout CoverageReport) {
    coverage.pathCoverage = meters > 0 ? coveredMeters / meters : nil
  }
}
