import Geodesy
import Timekeeping

/// The true position of a person or phone as a function of time: straight between knots, constant
/// circumstances within spans.
///
/// Readers use a `TrajectoryCursor`, which moves forward in O(1) amortized. Knots may have gaps
/// between segments of a recording; spans show which time is covered. Consecutive spans share the
/// knot at their border. If the position jumps, two knots have the same time and the later one
/// applies from then on. The last knot of a segment has speed zero.
public struct Trajectory: Sendable {
  /// The knots in order of time; the first and last knot of each span lie at its start and end.
  public let knots: [Knot]
  /// The spans in order of time, not overlapping; consecutive within a segment.
  public let spans: [Span]

  /// Makes a trajectory. Spans must refer to their knots; the path between two knots is straight.
  public init(knots: [Knot], spans: [Span]) {
    precondition(!spans.isEmpty && knots.count >= 2, "a trajectory needs a span and two knots")
    self.knots = knots
    self.spans = spans
  }
}

/// A position at an instant, with speed and course until the next knot.
public struct Knot: Sendable, Hashable {
  public var time: Instant
  public var coordinate: Coordinate
  public var altitudeMeters: Float = 0
  /// The speed on the straight piece that begins here.
  public var speedMetersPerSecond: Float = 0
  /// The course of the straight piece that begins here, clockwise from north, 0 to 360.
  public var courseDegrees: Float = 0
}

/// A period in which the circumstances stay the same: a stay, a walk, a tunnel of a train ride.
public struct Span: Sendable, Hashable {
  public var start: Instant
  public var end: Instant
  public var firstKnot: Int
  public var lastKnot: Int
  public var mode: MotionMode
  /// The index into `World.places`, during stays at a named place.
  public var place: Int?
  public var isIndoors = false
  public var sky: SkyView = .open
  public var network: NetworkAvailability = .cellular
  public var carried: Carrying = .pocket
  /// False in a gap of a recording of 5 min to 6 h, which is simulated but not evaluated.
  public var isTruthKnown = true
}

/// The person's motion, in the terms of a motion coprocessor, plus train and flight.
public enum MotionMode: String, Sendable, Hashable, CaseIterable, Codable {
  case still, walking, running, cycling, automotive, train, flying

  /// True for every mode but `still`. A switch, since `!=` on an enum with raw values compares the
  /// raw strings.
  @inlinable public var isMoving: Bool {
    switch self {
    case .still: false
    case .walking, .running, .cycling, .automotive, .train, .flying: true
    }
  }
}

/// The part of the sky that the phone's antenna sees.
public enum SkyView: String, Sendable, Hashable, CaseIterable, Codable {
  case open, urban, indoors, none
}

/// The network that the phone can use, apart from outages of its server.
public enum NetworkAvailability: String, Sendable, Hashable, CaseIterable, Codable {
  case none, poorCellular, cellular, wifi
}

/// The place where the person carries the phone; `left` means that it is left behind.
public enum Carrying: String, Sendable, Hashable, CaseIterable, Codable {
  case pocket, bag, hand, mount, table, left
}
