import Geodesy
import Timekeeping

/// A recording of somebody's way, as read from a file: itself a measurement, not yet a truth.
package struct Trace: Sendable, Hashable {
  package var name: String
  /// In order of time, times strictly increasing.
  package var points: [TracePoint]
  /// What the reader had to skip or assume, in whole sentences.
  package var remarks: [String]
  /// Places that the recording itself names, in the order of the file; names are unique.
  package var places: [TracePlace]

  package init(
    name: String, points: [TracePoint], remarks: [String] = [], places: [TracePlace] = []
  ) {
    self.name = name
    self.points = points
    self.remarks = remarks
    self.places = places
  }
}

/// A place with the name that a recording gives it.
package struct TracePlace: Sendable, Hashable {
  package var name: String
  package var coordinate: Coordinate

  package init(name: String, coordinate: Coordinate) {
    self.name = name
    self.coordinate = coordinate
  }
}

package struct TracePoint: Sendable, Hashable {
  package var time: Instant
  package var coordinate: Coordinate
  package var altitudeMeters: Double?
  package var speedMetersPerSecond: Double?
  package var courseDegrees: Double?
  /// 68 % radius, where the recorder gave one above zero.
  package var horizontalAccuracyMeters: Double?
  /// Whether a new segment of the file begins here; its border may be a gap.
  package var startsSegment: Bool
  /// What the recording itself says of the time until the next point.
  package var onward: Onward

  /// Most recordings are points and nothing else. A diary of visits and ways knows more.
  package enum Onward: Sendable, Hashable {
    case unknown
    /// The person is here until the next point, which has the same coordinate.
    case staying
    /// On the way, in this mode.
    case moving(MotionMode)
  }

  package init(
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
