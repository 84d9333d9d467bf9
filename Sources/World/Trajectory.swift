import Geodesy
import Timekeeping

/// Where something truly is, as a function of time: straight between knots, constant within spans.
///
/// Everything that needs the truth asks through a `TrajectoryCursor`, which moves forward in O(1)
/// amortised. Knots may have gaps between stretches of a recording; spans tell which time is
/// covered. Consecutive spans share the knot at their border; where the way jumps, two knots lie at
/// one time and the later one counts from then on. The last knot of a stretch has speed zero.
public struct Trajectory: Sendable {
  /// In order of time; the first and last knot of each span lie at its start and end.
  public let knots: [Knot]
  /// In order of time, not overlapping; consecutive within a stretch.
  public let spans: [Span]

  /// Spans must refer to their knots; the path between two knots is taken as straight.
  public init(knots: [Knot], spans: [Span]) {
    precondition(!spans.isEmpty && knots.count >= 2, "a trajectory needs a span and two knots")
    self.knots = knots
    self.spans = spans
  }
}

/// A position in time, and how it goes on from there until the next knot.
public struct Knot: Sendable, Hashable {
  public var time: Instant
  public var coordinate: Coordinate
  public var altitudeMeters: Float = 0
  /// Of the straight piece that begins here.
  public var speedMetersPerSecond: Float = 0
  /// Of the straight piece that begins here, clockwise from north, 0 to 360.
  public var courseDegrees: Float = 0
}

/// A piece of the day in which the circumstances stay the same: a stay, a walk, a tunnel of a train
/// ride.
public struct Span: Sendable, Hashable {
  public var start: Instant
  public var end: Instant
  public var firstKnot: Int
  public var lastKnot: Int
  public var mode: MotionMode
  /// Index into `World.places`, during stays at a named place.
  public var place: Int?
  public var isIndoors = false
  public var sky: SkyView = .open
  public var network: NetworkAvailability = .cellular
  public var carried: Carrying = .pocket
  /// False where a recording has a gap of 5 min to 6 h: lived through, but not judged.
  public var isTruthKnown = true
}

/// What the person is doing, in the terms of a motion coprocessor, plus train and flight.
public enum MotionMode: String, Sendable, Hashable, CaseIterable, Codable {
  case still, walking, running, cycling, automotive, train, flying

  /// A switch, since `!=` on an enum with raw values compares the raw strings.
  @inlinable public var isMoving: Bool {
    switch self {
    case .still: false
    case .walking, .running, .cycling, .automotive, .train, .flying: true
    }
  }
}

/// How much of the sky the phone's antenna sees.
public enum SkyView: String, Sendable, Hashable, CaseIterable, Codable {
  case open, urban, indoors, none
}

/// What the phone could send over, apart from outages of its server.
public enum NetworkAvailability: String, Sendable, Hashable, CaseIterable, Codable {
  case none, poorCellular, cellular, wifi
}

/// Where on the person the phone is; `left` means that it stayed behind.
public enum Carrying: String, Sendable, Hashable, CaseIterable, Codable {
  case pocket, bag, hand, mount, table, left
}
