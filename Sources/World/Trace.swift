import Geodesy
import Timekeeping

/// A recording of a person's route, as read from a file: a measurement, not yet a true course.
package struct Trace: Sendable, Hashable {
  package var name: String
  /// The points in order of time, with strictly increasing times.
  package var points: [TracePoint]
  /// Omissions and assumptions of the reader, in whole sentences.
  package var remarks: [String]
  /// The places that the recording names, in the order of the file; names are unique.
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
  /// The 68 % radius, if the recorder gave one above zero.
  package var horizontalAccuracyMeters: Double?
  /// True if a new segment of the file begins here; its border may be a gap.
  package var startsSegment: Bool
  /// The recording's own statement about the time until the next point.
  package var onward: Onward

  /// The activity until the next point. Most recordings contain points only; a diary of visits and
  /// trips contains more.
  package enum Onward: Sendable, Hashable {
    case unknown
    /// The person is here until the next point, which has the same coordinate.
    case staying
    /// The person is moving, in this mode.
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
