import EventKernel
import Geodesy
import Timekeeping

/// A true day that is still going on: the points of a live receiver become a true course with a
/// fixed lag.
///
/// The course up to `lag` before the newest point is settled, and never changes again. It grows at
/// each point that comes `step` or more after the last growth. For each growth, the points of the
/// last minutes are treated like a recording (`TraceReplay`), and the part of the result that is
/// not settled yet is added. The result depends only on the points and their times, so the same
/// points from a file give the same course.
///
/// The course differs from that of a recording in three ways, because it uses only the points up to
/// `lag` later:
///
/// - A rest is found two minutes after its beginning. Its first one and a half minutes count as
///   slow movement. From then on, the person stays where the course is, not at the rest's center.
/// - The mode of motion follows from the last `window` alone. A stop of more than half a minute in
///   traffic counts as slow movement until the vehicle moves again.
/// - A gap of any length is crossed, and not evaluated beyond five minutes. The day is one segment.
package struct GrowingWorld: Sendable {
  /// The time that the settled course is behind the newest point: enough for the speed, which is
  /// measured over fifteen seconds, and small for a person who watches. It is a judgment.
  package static let lag = TimeSpan.seconds(30 as Int64)
  /// The shortest time between two growths.
  static let step = TimeSpan.seconds(10 as Int64)
  /// The time before the end of the settled course from which points are used: twice the time that
  /// determines the mode of motion.
  static let window = TimeSpan.minutes(10)
  /// The shortest time between two points. Receivers at 10 Hz only repeat themselves.
  static let spacingMin = TimeSpan.milliseconds(900)

  private let area: AreaClass
  private let calendar: LocalCalendar
  private let carried: Carrying
  private let surroundings: Surroundings
  private let cells: CellLayout
  private var recent: [TracePoint] = []
  private var builder: TrajectoryBuilder?
  private var circumstances: Circumstances?
  private var lastGrowth: Instant?
  private var unknownGaps = 0

  package init(
    area: AreaClass, calendar: LocalCalendar, carried: Carrying, chance: SeededRandom
  ) {
    self.area = area
    self.calendar = calendar
    self.carried = carried
    surroundings = Surroundings(chance: chance)
    cells = CellLayout(chance: chance)
  }

  /// Returns the world up to the end of the settled course; nil if none is settled yet.
  package func world(remarks: [String] = []) -> World? {
    guard var builder, let trajectory = builder.finish() else { return nil }
    return World(
      calendar: calendar, places: [], person: trajectory, phone: trajectory, cells: cells,
      segments: [Segment(start: trajectory.knots[0].time, end: builder.time)],
      assumptions: remarks + assumptions)
  }

  private var assumptions: [String] {
    [
      "The recording was treated as a measurement by a receiver in use: each position was smoothed"
        + " with the points up to \(Int(Self.lag.seconds)) s later (fixed-lag smoothing), rests"
        + " count from two minutes after their beginning, and modes of motion that the recording"
        + " does not name were guessed from speed.",
      "The surroundings were assumed to be \(area.rawValue) and outdoors throughout, except in gaps"
        + " that begin and end within 100 m, which were assumed to be spent indoors.",
    ]
      + (unknownGaps > 0
        ? ["\(unknownGaps) gaps of more than 5 min were simulated, and not evaluated."] : [])
  }

  // MARK: Growth

  /// Adds a point. Returns true if the settled course has grown.
  ///
  /// A point without a valid position, and one that is not later than the last, are ignored.
  @discardableResult
  package mutating func add(_ point: TracePoint) -> Bool {
    guard point.coordinate.isValid else { return false }
    if let last = recent.last, point.time < last.time + Self.spacingMin { return false }
    recent.append(point)
    guard let lastGrowth else {
      lastGrowth = point.time
      return false
    }
    guard point.time >= lastGrowth + Self.step else { return false }
    self.lastGrowth = point.time
    return settle(until: point.time - Self.lag)
  }

  /// Settles the course up to the last point.
  package mutating func finish() {
    if let last = recent.last { settle(until: last.time) }
  }

  @discardableResult
  private mutating func settle(until limit: Instant) -> Bool {
    guard limit > recent[0].time else { return false }
    let before = builder?.time
    let points = Trace(name: "", points: recent).soundPoints()
    for piece in points.piecesWithoutGaps {
      let path = SmoothedPath(points[piece].map(\.point))
      guard lay(path, isLeap: points[piece.lowerBound].isLeap, until: limit) else { break }
    }
    if let end = builder?.time { recent.removeAll { $0.time < end - Self.window } }
    return builder?.time != before
  }

  /// Adds the part of a path that is not settled yet, up to `limit`. Returns false if the path
  /// continues beyond the limit.
  private mutating func lay(_ path: SmoothedPath, isLeap: Bool, until limit: Instant) -> Bool {
    for (index, knot) in path.knots.enumerated() {
      guard let end = builder?.time else {
        builder = TrajectoryBuilder(at: knot.coordinate, start: knot.time, end: .distantFuture)
        continue
      }
      guard knot.time > end else { continue }
      guard index > 0 else {
        guard knot.time <= limit else { return false }
        cross(to: knot, isLeap: isLeap)
        continue
      }
      guard knot.time > limit else {
        advance(to: knot, path.modes[index - 1])
        continue
      }
      if limit > end {
        advance(to: path.knots[index - 1].interpolated(to: knot, at: limit), path.modes[index - 1])
      }
      return false
    }
    return true
  }

  private mutating func advance(to knot: SmoothedPath.Knot, _ mode: MotionMode) {
    guard var builder else { return }
    let next = circumstances(mode, at: builder.coordinate)
    if circumstances?.mode != next.mode || circumstances?.network != next.network {
      builder.beginSpan(next)
      circumstances = next
    }
    if mode.isMoving {
      let meters = builder.coordinate.distanceMeters(to: knot.coordinate)
      builder.advance(to: knot, metersPerSecond: meters / (knot.time - builder.time).seconds)
    } else {
      builder.wait(until: knot.time)
    }
    self.builder = builder
  }

  /// Connects two pieces by a gap or a leap, like `TraceReplay`.
  private mutating func cross(to knot: SmoothedPath.Knot, isLeap: Bool) {
    guard var builder else { return }
    let meters = builder.coordinate.distanceMeters(to: knot.coordinate)
    let speed = meters / (knot.time - builder.time).seconds
    let isNear = meters <= RecordingGap.stayReachMeters
    var next = circumstances(
      isNear || isLeap ? .still : knot.mode ?? .guess(metersPerSecond: speed),
      at: builder.coordinate)
    next.isTruthKnown = false
    if isNear {
      next.isIndoors = true
      next.sky = .indoors
    }
    builder.beginSpan(next)
    if isNear || isLeap {
      builder.wait(until: knot.time)
      builder.resume(
        at: knot.coordinate, time: knot.time, altitudeMeters: knot.altitudeMeters)
    } else {
      builder.advance(to: knot, metersPerSecond: speed)
    }
    circumstances = nil
    unknownGaps += 1
    self.builder = builder
  }

  private func circumstances(_ mode: MotionMode, at coordinate: Coordinate) -> Circumstances {
    var circumstances = surroundings.moving(
      mode, at: coordinate, in: area, isTunnel: false, carried: carried)
    if mode == .flying { circumstances.sky = .open }
    return circumstances
  }
}

extension SmoothedPath.Knot {
  /// Returns the point at `time` on the straight line to the next knot.
  fileprivate func interpolated(to next: SmoothedPath.Knot, at time: Instant) -> Self {
    let share = (time - self.time).seconds / (next.time - self.time).seconds
    var knot = self
    knot.time = time
    knot.coordinate = coordinate.interpolated(to: next.coordinate, share: share)
    knot.altitudeMeters += (next.altitudeMeters - altitudeMeters) * Float(share)
    return knot
  }
}
