import Geodesy
import Timekeeping

/// The true position of a person or phone as a function of time.
///
/// The path is straight between knots, and circumstances are constant within a span. Code reads a
/// trajectory through a `TrajectoryCursor`, whose steps forward take O(1) amortized. Spans cover
/// the segments of a recording, but not the gaps between segments. Consecutive spans share the knot
/// at their border. If the position jumps, two successive knots have the same time. The
/// second knot gives the position from this time on. The last knot of a segment has speed zero.
public struct Trajectory: Sendable {
  /// The knots in order of time. Each span has a knot at its start and a knot at its end.
  public let knots: [Knot]
  /// The spans in order of time, without overlap. Within a segment there is no time between spans.
  public let spans: [Span]

  /// Makes a trajectory. The spans must refer to these knots; the path between two knots is
  /// straight.
  public init(knots: [Knot], spans: [Span]) {
    precondition(!spans.isEmpty && knots.count >= 2, "a trajectory needs a span and two knots")
    self.knots = knots
    self.spans = spans
  }
}

/// A position at an instant, with the speed and course until the next knot.
public struct Knot: Sendable, Hashable {
  public var time: Instant
  public var coordinate: Coordinate
  public var altitudeMeters: Float = 0
  /// The speed on the straight piece that begins at this knot.
  public var speedMetersPerSecond: Float = 0
  /// The course of the straight piece that begins at this knot: 0 to 360 degrees, clockwise from
  /// north.
  public var courseDegrees: Float = 0
}

/// A period in which the circumstances stay the same, such as a stay, a walk, or the part of a
/// train ride in a tunnel.
public struct Span: Sendable, Hashable {
  public var start: Instant
  public var end: Instant
  public var firstKnot: Int
  public var lastKnot: Int
  public var mode: MotionMode
  /// The index into `World.places` during a stay at a named place; nil otherwise.
  public var place: Int?
  public var isIndoors = false
  package var area: AreaClass = .urban
  public var sky: SkyView = .open
  public var network: NetworkAvailability = .cellular
  public var carried: Carrying = .pocket
  /// False in gaps of 5 min to 6 h in a recording, where the true position is unknown. Such a gap
  /// is simulated but not evaluated.
  public var isTruthKnown = true
}

/// A kind of motion, as a motion coprocessor classifies it, plus train and flight.
public enum MotionMode: String, Sendable, Hashable, CaseIterable, Codable {
  case still, walking, running, cycling, automotive, train, flying

  /// True for every mode but `still`. The code uses a `switch`, because `!=` on an enum with raw
  /// values compares the raw strings, which is slow.
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

/// The network that the phone can use, not counting outages of the tracker's server.
public enum NetworkAvailability: String, Sendable, Hashable, CaseIterable, Codable {
  case none, poorCellular, cellular, wifi
}

/// The place where the person carries the phone. `left` means that the phone is not with the
/// person.
public enum Carrying: String, Sendable, Hashable, CaseIterable, Codable {
  case pocket, bag, hand, mount, table, left
}
