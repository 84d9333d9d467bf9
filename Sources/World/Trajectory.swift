import Geodesy
import Timekeeping

/// Where something truly is, as a function of time: straight between knots, constant within spans.
///
/// Everything that needs the truth asks through a `TrajectoryCursor`, which moves forward in O(1)
/// amortised. Knots may have gaps between stretches of a recording; spans tell which time is covered.
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
  public var altitudeMeters: Float
  /// Of the straight piece that begins here.
  public var speedMetersPerSecond: Float
  /// Of the straight piece that begins here, clockwise from north, 0 to 360.
  public var courseDegrees: Float

  public init(
    time: Instant, coordinate: Coordinate, altitudeMeters: Float = 0,
    speedMetersPerSecond: Float = 0, courseDegrees: Float = 0
  ) {
    self.time = time
    self.coordinate = coordinate
    self.altitudeMeters = altitudeMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.courseDegrees = courseDegrees
  }
}

/// A piece of the day in which the circumstances stay the same: a stay, a walk, a tunnel of a train ride.
public struct Span: Sendable, Hashable {
  public var start: Instant
  public var end: Instant
  public var firstKnot: Int
  public var lastKnot: Int
  public var mode: MotionMode
  /// Index into `World.places`, during stays at a named place.
  public var place: Int?
  public var isIndoors: Bool
  public var sky: SkyView
  public var network: NetworkAvailability
  public var carried: Carrying
  /// False where a recording has a gap of 5 min to 6 h: lived through, but not judged.
  public var isTruthKnown: Bool

  public init(
    start: Instant, end: Instant, firstKnot: Int, lastKnot: Int, mode: MotionMode,
    place: Int? = nil, isIndoors: Bool = false, sky: SkyView = .open,
    network: NetworkAvailability = .cellular, carried: Carrying = .pocket,
    isTruthKnown: Bool = true
  ) {
    self.start = start
    self.end = end
    self.firstKnot = firstKnot
    self.lastKnot = lastKnot
    self.mode = mode
    self.place = place
    self.isIndoors = isIndoors
    self.sky = sky
    self.network = network
    self.carried = carried
    self.isTruthKnown = isTruthKnown
  }
}

/// What the person is doing, in the terms of a motion coprocessor, plus train and flight.
public enum MotionMode: String, Sendable, Hashable, CaseIterable, Codable {
  case still, walking, running, cycling, automotive, train, flying

  public var isMoving: Bool { self != .still }
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

/// A reader's finger on a trajectory. Each reader has its own.
///
/// Moving forward is O(1) amortised, moving back a binary search.
public struct TrajectoryCursor {
  @usableFromInline var knot: Int
  @usableFromInline var spanIndex: Int

  public init() {
    knot = 0
    spanIndex = 0
  }

  /// Where the trajectory is at `time`; before its beginning the first knot, after its end the last,
  /// in a gap between stretches the last knot before it.
  @inlinable
  public mutating func position(at time: Instant, on trajectory: Trajectory) -> TruePosition {
    seek(time, on: trajectory)
    return trajectory.knots.withUnsafeBufferPointer { knots in
      let from = knots[knot]
      guard knot + 1 < knots.count, time > from.time, from.speedMetersPerSecond > 0 else {
        return TruePosition(
          coordinate: from.coordinate, altitudeMeters: from.altitudeMeters,
          speedMetersPerSecond: from.speedMetersPerSecond, courseDegrees: from.courseDegrees)
      }
      let to = knots[knot + 1]
      let share =
        Double(time.nanoseconds - from.time.nanoseconds)
        / Double(to.time.nanoseconds - from.time.nanoseconds)
      return TruePosition(
        coordinate: from.coordinate.interpolated(to: to.coordinate, share: share),
        altitudeMeters: from.altitudeMeters
          + (to.altitudeMeters - from.altitudeMeters) * Float(share),
        speedMetersPerSecond: from.speedMetersPerSecond, courseDegrees: from.courseDegrees)
    }
  }

  /// The circumstances at `time`; at a border those of the span that begins there.
  @inlinable
  public mutating func span(at time: Instant, on trajectory: Trajectory) -> Span {
    seekSpan(time, on: trajectory)
    return trajectory.spans[spanIndex]
  }

  /// Index into `trajectory.spans` of the span at `time`.
  @inlinable
  public mutating func indexOfSpan(at time: Instant, on trajectory: Trajectory) -> Int {
    seekSpan(time, on: trajectory)
    return spanIndex
  }

  /// Index of the last knot at or before `time` (0 before the first).
  @inlinable
  public mutating func indexOfKnot(at time: Instant, on trajectory: Trajectory) -> Int {
    seek(time, on: trajectory)
    return knot
  }

  @inlinable
  mutating func seek(_ time: Instant, on trajectory: Trajectory) {
    trajectory.knots.withUnsafeBufferPointer { knots in
      if knots[knot].time > time {
        knot = lowerIndex(count: knots.count) { knots[$0].time <= time }
        return
      }
      // A far seek (a new day) is a search; a near one walks.
      var steps = 0
      while knot + 1 < knots.count, knots[knot + 1].time <= time {
        knot += 1
        steps += 1
        if steps > 64 {
          knot = lowerIndex(count: knots.count) { knots[$0].time <= time }
          return
        }
      }
    }
  }

  @inlinable
  mutating func seekSpan(_ time: Instant, on trajectory: Trajectory) {
    trajectory.spans.withUnsafeBufferPointer { spans in
      if spans[spanIndex].start > time {
        spanIndex = lowerIndex(count: spans.count) { spans[$0].start <= time }
      }
      while spanIndex + 1 < spans.count, spans[spanIndex + 1].start <= time { spanIndex += 1 }
    }
  }
}

/// The last index for which `holds`, which is true up to some index and false after; 0 if never true.
@inlinable
func lowerIndex(count: Int, _ holds: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while high - low > 1 {
    let middle = (low + high) / 2
    if holds(middle) { low = middle } else { high = middle }
  }
  return low
}

/// The truth at one instant.
@frozen
public struct TruePosition: Sendable, Hashable {
  public var coordinate: Coordinate
  public var altitudeMeters: Float
  public var speedMetersPerSecond: Float
  public var courseDegrees: Float

  @inlinable
  public init(
    coordinate: Coordinate, altitudeMeters: Float, speedMetersPerSecond: Float,
    courseDegrees: Float
  ) {
    self.coordinate = coordinate
    self.altitudeMeters = altitudeMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.courseDegrees = courseDegrees
  }
}
