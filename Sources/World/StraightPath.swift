import Geodesy
import Timekeeping

/// The straight path from one knot of a trajectory to the next, with its speeds per nanosecond.
///
/// A cursor keeps the path that it read last, so that most positions need neither a search nor a
/// division.
@frozen
public struct StraightPath: Sendable {
  @usableFromInline var start = Instant.distantFuture
  public var end = Instant.distantPast
  /// Latitude and longitude at the start, in degrees.
  @usableFromInline var origin = SIMD2<Double>.zero
  /// The change of latitude and longitude, in degrees per nanosecond.
  @usableFromInline var degreesPerNanosecond = SIMD2<Double>.zero
  @usableFromInline var altitudeMeters: Float = 0
  @usableFromInline var altitudePerNanosecond: Float = 0
  @usableFromInline var speedMetersPerSecond: Float = 0
  @usableFromInline var courseDegrees: Float = 0
  /// The index of the span that holds the path, or `noSpan`.
  @usableFromInline var spanIndex = StraightPath.noSpan

  @inlinable static var noSpan: Int { -1 }

  /// Makes a path that encloses no time.
  @inlinable init() {}

  /// Makes the path between two knots. It encloses no time if it crosses the 180th meridian, where
  /// a longitude does not change evenly, or if the second knot is not later.
  @inlinable
  init(_ first: Knot, _ second: Knot, spanIndex: Int) {
    let nanoseconds = Double(second.time.nanoseconds &- first.time.nanoseconds)
    let east = second.coordinate.longitude - first.coordinate.longitude
    guard nanoseconds > 0, abs(east) <= 180 else { return }
    start = first.time
    end = second.time
    origin = SIMD2(first.coordinate.latitude, first.coordinate.longitude)
    degreesPerNanosecond =
      SIMD2(second.coordinate.latitude - first.coordinate.latitude, east) / nanoseconds
    altitudeMeters = first.altitudeMeters
    if first.speedMetersPerSecond > 0 {
      altitudePerNanosecond = (second.altitudeMeters - first.altitudeMeters) / Float(nanoseconds)
    }
    speedMetersPerSecond = first.speedMetersPerSecond
    courseDegrees = first.courseDegrees
    self.spanIndex = spanIndex
  }

  /// Makes the path of the positions between two knots. They stay at the first one if it has no
  /// speed, as in the time between two spans.
  @inlinable
  init(positionsBetween first: Knot, _ second: Knot) {
    var second = second
    if first.speedMetersPerSecond <= 0 { second.coordinate = first.coordinate }
    self.init(first, second, spanIndex: StraightPath.noSpan)
  }

  /// Returns the place at a time from the start to before the end.
  @inlinable
  @inline(__always)
  public func coordinate(at time: Instant) -> Coordinate {
    let place = origin + degreesPerNanosecond * Double(time.nanoseconds &- start.nanoseconds)
    return Coordinate(latitude: place.x, longitude: place.y)
  }

  /// Returns the position at a time from the start to before the end.
  @inlinable
  @inline(__always)
  func position(at time: Instant) -> TruePosition {
    let nanoseconds = Float(time.nanoseconds &- start.nanoseconds)
    return TruePosition(
      coordinate: coordinate(at: time),
      altitudeMeters: altitudeMeters + altitudePerNanosecond * nanoseconds,
      speedMetersPerSecond: speedMetersPerSecond, courseDegrees: courseDegrees)
  }
}
