import Geodesy
import Timekeeping
import World

/// The newest-stamped position that one view holds.
struct NewestPosition {
  private(set) var ordinal = -1
  private var stamp = Instant.distantPast
  private var coordinate = Coordinate(latitude: 0, longitude: 0)
  private var scale = LocalScale(latitude: 0)
  private var knownQuality: NewestRecord?
  private var cursor = TrajectoryCursor()

  /// Whether it became the newest; of equal stamps the one that was recorded later.
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

  /// The part of the piece within the radius; empty at its start where none is.
  @inline(__always)
  func covered(_ piece: Piece, radiusMeters: Double) -> Interval {
    guard ordinal >= 0 else { return Interval(piece.start, piece.start) }
    let way = StraightWay(
      from: scale.displacement(from: coordinate, to: piece.from),
      to: scale.displacement(from: coordinate, to: piece.to))
    let part = way.partInDisc(radiusMeters: radiusMeters)
    return Interval(
      piece.interval.instant(atShare: part.lower), piece.interval.instant(atShare: part.upper))
  }

  /// Whether it was right when it was new; looked up once, and only if somebody asks.
  mutating func quality(on truth: Trajectory, radiusMeters: Double) -> NewestRecord {
    guard ordinal >= 0 else { return .none }
    if let knownQuality { return knownQuality }
    let position = cursor.position(at: stamp, on: truth).coordinate
    let isAccurate = scale.distanceMeters(position, coordinate) <= radiusMeters
    let quality = isAccurate ? NewestRecord.accurateWhenNew : .tooInaccurate
    knownQuality = quality
    return quality
  }
}
