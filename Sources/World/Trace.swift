import Geodesy
import Timekeeping

/// A recording of a person's route, as read from a file. Its points are measured positions, not the
/// true route.
package struct Trace: Sendable {
  package var name: String
  /// The points in order of time, with strictly increasing times.
  package var points: [TracePoint]
  /// The data that the reader left out and the assumptions that it made, in whole sentences.
  package var remarks: [String]
  /// The places that the recording names, in the order of the file; names are unique.
  package var places: [TracePlace]
  /// The points that the estimate of each true position uses.
  package var smoothing = TraceSmoothing.whole
  /// The readings of the recording phone's battery, with strictly increasing times. A reading may
  /// be at a time without a point.
  package var battery: [BatteryReading]

  package init(
    name: String, points: [TracePoint], remarks: [String] = [], places: [TracePlace] = [],
    battery: [BatteryReading] = []
  ) {
    self.name = name
    self.points = points
    self.remarks = remarks
    self.places = places
    self.battery = battery
  }
}

/// The points of a recording that the estimate of each true position uses.
package enum TraceSmoothing: String, Sendable, Hashable, CaseIterable {
  /// All points, past and future.
  case whole
  /// The points up to a fixed time later, as for a phone in the loop of a live receiver.
  case fixedLag = "fixed-lag"
}

/// A place that a recording contains, with its name.
package struct TracePlace: Sendable {
  package var name: String
  package var coordinate: Coordinate

  package init(name: String, coordinate: Coordinate) {
    self.name = name
    self.coordinate = coordinate
  }
}

package struct TracePoint: Sendable, Equatable {
  package var time: Instant
  package var coordinate: Coordinate
  package var altitudeMeters: Double?
  package var speedMetersPerSecond: Double?
  package var courseDegrees: Double?
  /// The radius around the point that contains the true position with 68 % probability; nil if the
  /// recorder gave no radius, or zero.
  package var horizontalAccuracyMeters: Double?
  /// True if a new segment of the file begins at this point. A gap may precede the point.
  package var startsSegment: Bool
  /// The activity until the next point, if the recording states it.
  package var onward: Onward
  /// The mode in which the person moves here, if the recording or the user states it. It may apply
  /// to an outing with its pauses: at a rest the person is still.
  package var mode: MotionMode? = nil

  /// The activity of the person until the next point.
  ///
  /// Most recordings contain only points. A diary of visits and trips also states the activity.
  package enum Onward: Sendable, Equatable {
    case unknown
    /// The person stays here until the next point, which has the same coordinate.
    case staying
    /// The person moves in this mode.
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
