import Geodesy
import Timekeeping

/// A recording of somebody's way, as read from a file: itself a measurement, not yet a truth.
public struct Trace: Sendable, Hashable {
  public var name: String
  /// In order of time, times strictly increasing.
  public var points: [TracePoint]
  /// What the reader had to skip or assume, in whole sentences.
  public var remarks: [String]
  /// Places that the recording itself names, in the order of the file; names are unique.
  public var places: [TracePlace]

  public init(
    name: String, points: [TracePoint], remarks: [String] = [], places: [TracePlace] = []
  ) {
    self.name = name
    self.points = points
    self.remarks = remarks
    self.places = places
  }
}

/// A place with the name that a recording gives it.
public struct TracePlace: Sendable, Hashable {
  public var name: String
  public var coordinate: Coordinate

  public init(name: String, coordinate: Coordinate) {
    self.name = name
    self.coordinate = coordinate
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
  /// What the recording itself says of the time until the next point.
  public var onward: Onward

  /// Most recordings are points and nothing else. A diary of visits and ways knows more.
  public enum Onward: Sendable, Hashable {
    case unknown
    /// The person is here until the next point, which has the same coordinate.
    case staying
    /// On the way, in this mode.
    case moving(MotionMode)
  }

  public init(
    time: Instant, coordinate: Coordinate, altitudeMeters: Double? = nil,
    speedMetersPerSecond: Double? = nil, courseDegrees: Double? = nil,
    horizontalAccuracyMeters: Double? = nil, startsSegment: Bool = false,
    onward: Onward = .unknown
  ) {
    self.time = time
    self.coordinate = coordinate
    self.altitudeMeters = altitudeMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.courseDegrees = courseDegrees
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
    self.startsSegment = startsSegment
    self.onward = onward
  }
}
