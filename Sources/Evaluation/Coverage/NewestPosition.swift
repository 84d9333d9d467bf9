import Geodesy
import Timekeeping
import World

/// The position with the newest timestamp among the app's or the server's records.
struct NewestPosition {
  private(set) var ordinal = -1
  private var stamp = Instant.distantPast
  private var coordinate = Coordinate(latitude: 0, longitude: 0)
  private var scale = LocalScale(latitude: 0)
  private var knownQuality: NewestRecord?
  private var cursor = TrajectoryCursor()

  /// Adds a position, and returns true if it became the newest. If two timestamps are equal, the
  /// position recorded later is the newer one.
  @inline(__always)
  mutating func take(_ coordinate: Coordinate, stamp: Instant, ordinal: Int) -> Bool {
    guard stamp > self.stamp || (stamp == self.stamp && ordinal > self.ordinal) else {
      return false
    }
    self.stamp = stamp
    self.ordinal = ordinal
    self.coordinate = coordinate
    scale.follow(coordinate)
    knownQuality = nil
    return true
  }

  /// False until the first position.
  var isKnown: Bool { ordinal >= 0 }

  /// Returns true if both places, and so the line between them, are within the radius.
  @inline(__always)
  func isNear(_ from: Coordinate, _ to: Coordinate, _ radiusMeters: Double) -> Bool {
    let squaredRadius = radiusMeters * radiusMeters
    return scale.displacement(from: coordinate, to: from).squaredMeters <= squaredRadius
      && scale.displacement(from: coordinate, to: to).squaredMeters <= squaredRadius
  }

  /// Returns the time in which the person is within the radius of the newest position. `piece` is a
  /// straight part of the true path, to which the result is limited. Without a position, the result
  /// is an empty interval at the start of `piece`.
  @inline(__always)
  func covered(_ piece: Piece, radiusMeters: Double) -> Interval {
    guard isKnown else { return Interval(piece.start, piece.start) }
    let way = StraightMovement(
      from: scale.displacement(from: coordinate, to: piece.from),
      to: scale.displacement(from: coordinate, to: piece.to))
    let part = way.partInDisc(radiusMeters: radiusMeters)
    return Interval(
      piece.interval.instant(atShare: part.lower), piece.interval.instant(atShare: part.upper))
  }

  /// Returns the quality of the newest position. The position is accurate if it was within the
  /// radius of the true place at the position's own timestamp. The result is computed only once for
  /// each position.
  mutating func quality(on truth: Trajectory, radiusMeters: Double) -> NewestRecord {
    guard isKnown else { return .none }
    if let knownQuality { return knownQuality }
    let position = cursor.position(at: stamp, on: truth).coordinate
    let isAccurate = scale.distanceMeters(position, coordinate) <= radiusMeters
    let quality = isAccurate ? NewestRecord.accurateWhenNew : .tooInaccurate
    knownQuality = quality
    return quality
  }
}
