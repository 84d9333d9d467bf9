import EventKernel
import Geodesy
import Timekeeping

// The conversion of a recording to a true course.
//
// A recording is a measurement: its positions scatter while the person sits still, have spikes in
// street canyons and are missing in the metro. Used unchanged, it would attribute the recorder's
// errors to a tracker, and the scatter of a night at home would count as kilometers. A plausible
// true course is therefore derived from it in four steps, each in a file of its own:
//
// 1. TraceOutliers: points that cannot be true are rejected.
// 2. TraceRests: where the recorder stayed within 25 m for two minutes or more, it stood still.
// 3. TraceSmoothing: between rests, the most likely smooth route given all points, past and future.
// 4. TraceModes: an estimate of the mode of motion, from speed alone.
//
// Gaps in time: a gap of up to 5 minutes is crossed in a straight line and evaluated. A gap of up
// to 6 hours is crossed too, since the phone keeps running and its sensors need a position, but the
// true position is unknown and not evaluated. A longer gap ends the segment. If the recording
// leaps, the person is assumed to wait for the first point after the leap and to be there at once;
// that wait is not evaluated. A recording may contain six outings over three years: time without
// points costs nothing here.
//
// A diary of visits and trips, such as a phone maker keeps for its user, contains more than points:
// a stay in it is known from beginning to end, however long, and the mode of motion need not be
// estimated. Of the trip between two stays it usually contains the ends only; that is a gap like
// any other.

/// The limits that distinguish the kinds of gaps in a recording.
enum RecordingGap {
  static let judgedMax = TimeSpan.minutes(5)
  static let simulatedThroughMax = TimeSpan.hours(6)
  /// The largest distance between the two ends of a gap that counts as a stay. Gaps count as stays
  /// only if requested.
  static let stayReachMeters = 100.0
  /// The longest gap that counts as a stay: a night or a day at home, not the year between two
  /// outings.
  static let inferredStayMax = TimeSpan.hours(24)
}

extension World {
  /// Makes a world of a recording.
  ///
  /// `area` applies throughout, since a recording does not contain it. With `inferringStays`, a gap
  /// of up to 24 hours whose ends lie within 100 m of each other counts as a stay indoors and is
  /// evaluated.
  ///
  /// Throws an error if the recording does not contain two plausible points close enough in time to
  /// form a route.
  package init(
    replaying trace: Trace, area: AreaClass, calendar: LocalCalendar, carried: Carrying,
    inferringStays: Bool, chance: SeededRandom
  ) throws(ItineraryError) {
    if case .fixedLag = trace.smoothing {
      var growing = GrowingWorld(area: area, calendar: calendar, carried: carried, chance: chance)
      for point in trace.points { growing.add(point) }
      growing.finish()
      guard let world = growing.world(remarks: trace.remarks) else {
        throw ItineraryError(
          line: nil, "\(trace.name) is too short to replay: it takes two points a second apart")
      }
      self = world
      return
    }
    var replay = TraceReplay(
      area: area, carried: carried, infersStays: inferringStays,
      surroundings: Surroundings(chance: chance))
    let (sound, settling) = trace.sortedPoints()
    guard let trajectory = replay.trajectory(of: sound) else {
      throw ItineraryError(
        line: nil,
        "\(trace.name) is too short to replay: of \(trace.points.count) points "
          + "\(sound.count) are sound, and it takes two with no more than 6 h between them")
    }
    let (person, phone) = trajectory.withPhoneLeftBehind()
    self.init(
      calendar: calendar, places: [], person: person, phone: phone,
      cells: CellLayout(chance: chance), segments: replay.segments,
      assumptions: trace.remarks
        + replay.assumptions(
          pointCount: trace.points.count, sound: sound, settlingCount: settling))
  }
}

struct TraceReplay {
  let area: AreaClass
  let carried: Carrying
  let infersStays: Bool
  let surroundings: Surroundings
  private(set) var segments: [Segment] = []
  private var strayPoints = 0
  private var inferredStays = 0
  private var knownStays = 0
  private var namesModes = false

  init(area: AreaClass, carried: Carrying, infersStays: Bool, surroundings: Surroundings) {
    self.area = area
    self.carried = carried
    self.infersStays = infersStays
    self.surroundings = surroundings
  }

  /// Returns the trajectory through the points; nil if every segment has only one point.
  mutating func trajectory(of points: [PlausiblePoint]) -> Trajectory? {
    guard let first = points.first, let last = points.last else { return nil }
    var builder = TrajectoryBuilder(at: first.coordinate, start: first.time, end: last.time)
    builder.reserve(knots: points.count)
    for segment in points.split(atGaps: { endsStretch($0, $1) }) {
      guard segment.count > 1 else {
        strayPoints += 1
        continue
      }
      lay(Array(points[segment]), with: &builder)
      segments.append(
        Segment(start: points[segment.lowerBound].time, end: points[segment.upperBound - 1].time))
    }
    return builder.finish()
  }

  private func endsStretch(_ a: PlausiblePoint, _ b: PlausiblePoint) -> Bool {
    b.time - a.time > RecordingGap.simulatedThroughMax && a.point.onward == .unknown
      && !isInferredStay(a, b)
  }

  private func isInferredStay(_ a: PlausiblePoint, _ b: PlausiblePoint) -> Bool {
    infersStays && b.time - a.time > RecordingGap.judgedMax
      && b.time - a.time <= RecordingGap.inferredStayMax
      && a.coordinate.distanceMeters(to: b.coordinate) <= RecordingGap.stayReachMeters
  }

  private mutating func lay(_ points: [PlausiblePoint], with builder: inout TrajectoryBuilder) {
    for piece in points.piecesWithoutGaps {
      let way = SmoothedPath(points[piece].map(\.point))
      let start = way.knots[0]
      if piece.lowerBound == 0 {
        builder.resume(
          at: start.coordinate, time: start.time, altitudeMeters: start.altitudeMeters)
      } else {
        cross(from: points[piece.lowerBound - 1], to: points[piece.lowerBound], start, &builder)
      }
      lay(way, with: &builder)
    }
  }

  /// Connects two pieces of the recording by a gap or a leap. `knot` is the start of the second
  /// piece.
  private mutating func cross(
    from a: PlausiblePoint, to b: PlausiblePoint, _ knot: SmoothedPath.Knot,
    _ builder: inout TrajectoryBuilder
  ) {
    let meters = builder.coordinate.distanceMeters(to: knot.coordinate)
    let speed = meters / (knot.time - builder.time).seconds
    var mode = a.point.mode ?? MotionMode.guess(metersPerSecond: speed)
    if case .moving(let known) = a.point.onward {
      mode = known
      namesModes = true
    }
    let isNear = meters <= RecordingGap.stayReachMeters && a.point.onward == .unknown
    let isStill = isNear || b.isLeap
    var circumstances = circumstances(isStill ? .still : mode, at: builder.coordinate)
    circumstances.isTruthKnown = isInferredStay(a, b)
    if circumstances.isTruthKnown { inferredStays += 1 }
    if isNear {
      // A person who is still near the same place was probably indoors.
      circumstances.isIndoors = true
      circumstances.sky = .indoors
    }
    builder.beginSpan(circumstances)
    if b.isLeap {
      builder.wait(until: knot.time)
      builder.resume(
        at: knot.coordinate, time: knot.time, altitudeMeters: knot.altitudeMeters)
    } else {
      builder.advance(to: knot, metersPerSecond: speed)
    }
  }

  /// Adds the knots of a piece, and its spans. A new span begins at each change of the mode of
  /// motion or of the reception.
  private mutating func lay(_ way: SmoothedPath, with builder: inout TrajectoryBuilder) {
    var current: Circumstances?
    for index in way.modes.indices {
      var next = circumstances(way.modes[index], at: builder.coordinate)
      switch way.knots[index].onward {
      case .unknown: if way.knots[index].mode != nil { namesModes = true }
      case .moving: namesModes = true
      case .staying:
        knownStays += 1
        next.isIndoors = true
        next.sky = .indoors
      }
      if current?.mode != next.mode || current?.network != next.network
        || current?.isIndoors != next.isIndoors
      {
        builder.beginSpan(next)
        current = next
      }
      builder.advance(to: way.knots[index + 1], metersPerSecond: way.speeds[index])
    }
  }

  private func circumstances(_ mode: MotionMode, at coordinate: Coordinate) -> Circumstances {
    var circumstances = surroundings.moving(
      mode, at: coordinate, in: area, isTunnel: false, carried: carried)
    // A recorder that has fixes aloft sees the sky: a glider's canopy, an aircraft's window.
    if mode == .flying { circumstances.sky = .open }
    return circumstances
  }

  func assumptions(pointCount: Int, sound: [PlausiblePoint], settlingCount: Int) -> [String] {
    let rejectedCount = pointCount - sound.count - settlingCount
    var sentences = [
      "The recording was treated as a measurement: \(rejectedCount) of \(pointCount)"
        + " points were rejected as impossible, rests of 2 min within 25 m became stays, and the"
        + " route between was smoothed (constant-velocity Kalman filter, Rauch-Tung-Striebel"
        + " smoothing).",
      namesModes
        ? "Modes of motion are the recording's; where it names none, they were guessed from speed."
        : "Modes of motion were guessed from speed alone; slow trains count as automotive.",
      "The surroundings were assumed to be \(area.rawValue) and outdoors throughout, except in gaps"
        + " that begin and end within 100 m, which were assumed to be spent indoors.",
    ]
    let leaps = zip(sound, sound.dropFirst()).filter { $1.isLeap }
    let furthest = leaps.map { $0.coordinate.distanceMeters(to: $1.coordinate) }.max() ?? 0
    if !leaps.isEmpty {
      sentences.append(
        "Leaps of the recording, faster than a person can move: \(leaps.count), the furthest"
          + " \(Int(furthest)) m. The person waits before a leap, which is not judged.")
    }
    if settlingCount > 0 {
      sentences.append(
        "\(settlingCount) points were left out in which the receiver settled after a gap: their"
          + " speeds are not the person's.")
    }
    if knownStays > 0 {
      sentences.append(
        "\(knownStays) stays were taken from the recording, and assumed to be indoors.")
    }
    if inferredStays > 0 {
      sentences.append(
        "\(inferredStays) gaps with both ends within 100 m were inferred to be stays.")
    }
    if strayPoints > 0 {
      sentences.append("\(strayPoints) points without another within 6 h were left out.")
    }
    return sentences
  }
}

extension TrajectoryBuilder {
  mutating func advance(to knot: SmoothedPath.Knot, metersPerSecond: Double) {
    let course = coordinate == knot.coordinate ? 0 : coordinate.courseDegrees(to: knot.coordinate)
    advance(
      to: knot.coordinate, at: knot.time, speedMetersPerSecond: Float(metersPerSecond),
      courseDegrees: Float(course), altitudeMeters: knot.altitudeMeters)
  }
}

extension [PlausiblePoint] {
  /// The index ranges of points that one smoothed path connects.
  var piecesWithoutGaps: [Range<Int>] {
    split {
      $1.isLeap || $1.time - $0.time > RecordingGap.judgedMax && $0.point.onward != .staying
    }
  }

  /// Returns the index ranges of neighboring points without a gap between them.
  fileprivate func split(atGaps isGap: (PlausiblePoint, PlausiblePoint) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for index in indices where index > 0 && isGap(self[index - 1], self[index]) {
      runs.append(start..<index)
      start = index
    }
    if start < count { runs.append(start..<count) }
    return runs
  }
}
