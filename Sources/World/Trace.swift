import Geodesy
import Timekeeping

/// A recording of somebody's way, as read from a file: itself a measurement, not yet a truth.
public struct Trace: Sendable, Hashable {
  public var name: String
  /// In order of time, times strictly increasing.
  public var points: [TracePoint]
  /// What the reader had to skip or assume, in whole sentences.
  public var remarks: [String]

  public init(name: String, points: [TracePoint], remarks: [String] = []) {
    self.name = name
    self.points = points
    self.remarks = remarks
  }
}

public struct TracePoint: Sendable, Hashable {
  public var time: Instant
  public var coordinate: Coordinate
  public var altitudeMeters: Double?
  public var speedMetersPerSecond: Double?
  public var courseDegrees: Double?
  /// 68 % radius, where the recorder gave one above zero.
  public var horizontalAccuracyMeters: Double?
  /// Whether a new segment of the file begins here; its border may be a gap.
  public var startsSegment: Bool

  public init(
    time: Instant, coordinate: Coordinate, altitudeMeters: Double? = nil,
    speedMetersPerSecond: Double? = nil, courseDegrees: Double? = nil,
    horizontalAccuracyMeters: Double? = nil, startsSegment: Bool = false
  ) {
    self.time = time
    self.coordinate = coordinate
    self.altitudeMeters = altitudeMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.courseDegrees = courseDegrees
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.startsSegment = startsSegment
  }
}
