import Evaluation
import Geodesy
import Text
import Timekeeping
import World

// The conversion of a recording into a scenario that the user can edit.
//
// First the recording becomes a plausible truth, as for a replay. The reference detector finds the
// stays, and the positions of the stays are the places. Positions within 100 m are one place. The
// route between two stays is cut into legs where the mode of motion changes, or where the person
// rested for three minutes or more. Waypoints keep the shape of the route to within 12 m. Every leg
// ends at the time at which it ended in the recording.
//
// In a scenario, a day's legs begin at the scenario's local start time and end at the same time on
// the next day. A draft of one day lists its legs under `day:`. A draft of several days lists the
// legs of each weekday under `week:`. At most seven days of the recording are used.

/// The draft of a scenario: the legs and places of a recording.
package struct ScenarioDraft: Sendable {
  typealias Target = DraftedPlaces.Target

  struct Leg {
    enum Action {
      case stay(Target)
      case jump(Target)
      case move(MotionMode, Target, via: [Coordinate], meters: Double)
    }

    var action: Action
    var start: Instant
    var end: Instant
    var isKnown: Bool
  }

  static let spanMax = TimeSpan.days(7)
  private static let toleranceMeters = 12.0
  private static let wayPointsMax = 250

  package let name: String
  let calendar: LocalCalendar
  let start: Instant
  let end: Instant
  /// The end of the recording, if the recording continues after the scenario's `end`; otherwise
  /// nil.
  let recordingEnd: Instant?
  private(set) var places: DraftedPlaces
  /// The legs of each day of the scenario.
  private(set) var days: [[Leg]] = [[]]
  /// The length in meters of the route in the used part of the recording.
  private(set) var recordedMeters = 0.0
  private(set) var unknownSeconds = 0.0

  private let trajectory: Trajectory
  /// The place and time at which the last leg ended.
  private var whereabouts: (target: Target, time: Instant)?

  /// Drafts a scenario from a recording.
  ///
  /// - Parameters:
  ///   - world: the world that a replay makes from the recording.
  ///   - asked: the first instant of the recording to use; nil to use the recording from its start.
  ///   - calendar: the calendar of local times.
  /// - Throws: `InputError` if no part of the recording is long enough, or if the recording has
  ///   nothing in the 7 days from `asked` on.
  package init(
    of trace: Trace, replayedAs world: World, from asked: Instant? = nil, calendar: LocalCalendar
  ) throws(InputError) {
    let begin = Instant.wholeSecond(max(asked ?? world.start, world.start))
    let limit = begin + ScenarioDraft.spanMax
    let segments = world.segments.compactMap { segment -> Segment? in
      let clipped = Segment(start: max(segment.start, begin), end: min(segment.end, limit))
      return clipped.end - clipped.start >= .minutes(1) ? clipped : nil
    }
    guard let first = segments.first, let last = segments.last else {
      guard asked != nil else {
        throw InputError(
          SourceLocation(file: trace.name),
          "no part of the recording is as long as a minute: its \(trace.points.count) points are "
            + "too few for a scenario", accepted: "a recording of a minute or more")
      }
      throw InputError(
        .commandLine, "nothing is recorded in the 7 days from \(begin) on",
        accepted: "--from-time with a time from \(world.start) to \(world.end)")
    }
    name = trace.name
    self.calendar = calendar
    start = .wholeSecond(first.start)
    end = .wholeSecond(last.end)
    recordingEnd = world.end > limit ? world.end : nil
    trajectory = world.person
    places = DraftedPlaces(named: trace.places)
    for segment in segments { draft(segment) }
    joinStays()
  }

  // MARK: Segments

  private mutating func draft(_ segment: Segment) {
    for span in trajectory.spans where !span.isTruthKnown {
      unknownSeconds +=
        max(0, (min(span.end, segment.end) - max(span.start, segment.start)).seconds)
    }
    recordedMeters += trajectory.pathLengthMeters(from: segment.start, to: segment.end)
    reach(startOf: segment)
    var time = segment.start
    for stay in trajectory.referenceStays(from: segment.start, to: segment.end) {
      let place = places.place(at: stay.center)
      draftWays(from: time, to: stay.start, towards: place)
      add(.stay(place), from: stay.start, to: stay.end)
      time = stay.end
    }
    draftWays(from: time, to: segment.end, towards: nil)
  }

  /// Adds a stay at the last place until the next recorded segment begins. The real position
  /// between two segments is unknown.
  private mutating func reach(startOf segment: Segment) {
    guard let here = whereabouts else { return }
    add(.stay(here.target), from: here.time, to: segment.start, isKnown: false)
  }

  private mutating func draftWays(
    from start: Instant, to end: Instant, towards place: Target?
  ) {
    guard start < end else { return }
    var from = start
    for border in dayBorders where border > start && border < end {
      draftWays(ofDayFrom: from, to: border, towards: nil)
      from = border
    }
    draftWays(ofDayFrom: from, to: end, towards: place)
  }

  private mutating func draftWays(
    ofDayFrom start: Instant, to end: Instant, towards place: Target?
  ) {
    let ways = DraftedRoute.ways(of: trajectory, from: start, to: end)
    for (index, way) in ways.enumerated() {
      let isLast = index == ways.count - 1
      guard let first = way.points.first, let last = way.points.last else { continue }
      beAt(first, way)
      let target = isLast ? place ?? .coordinate(last.rounded) : .coordinate(last.rounded)
      if way.isRest {
        add(.stay(.coordinate(first.rounded)), from: way.start, to: way.end, isKnown: way.isKnown)
        if isLast, place != nil { leap(to: target, at: way.end) }
      } else {
        add(move(way, to: target), from: way.start, to: way.end, isKnown: way.isKnown)
      }
    }
  }

  /// Adds a jump to the start of a route piece. The jump is needed if the piece is the first, or if
  /// it does not begin where the previous piece ended.
  private mutating func beAt(_ coordinate: Coordinate, _ way: DraftedRoute) {
    let target = Target.coordinate(coordinate.rounded)
    if whereabouts != nil {
      if way.isLeap { leap(to: target, at: way.start) }
    } else if !way.isRest {
      add(.jump(target), from: way.start, to: way.start)
    }
  }

  private mutating func leap(to target: Target, at time: Instant) {
    guard let here = whereabouts, here.target != target else { return }
    let meters = places.coordinate(of: here.target).distanceMeters(
      to: places.coordinate(of: target))
    if meters > DraftedPlaces.reachMeters { add(.jump(target), from: time, to: time) }
  }

  private func move(_ way: DraftedRoute, to target: Target) -> Leg.Action {
    let line = way.points.simplified(
      toleranceMeters: ScenarioDraft.toleranceMeters, countMax: ScenarioDraft.wayPointsMax)
    var via = line.map(\.rounded)
    // Waypoints at the leg's own start or end are redundant.
    if let here = whereabouts.map({ places.coordinate(of: $0.target) }), let first = via.first,
      here.distanceMeters(to: first) < ScenarioDraft.toleranceMeters
    {
      via.removeFirst()
    }
    if let last = via.last,
      places.coordinate(of: target).distanceMeters(to: last) < ScenarioDraft.toleranceMeters
    {
      via.removeLast()
    }
    return .move(way.mode, target, via: via, meters: way.lengthMeters)
  }

  // MARK: Legs

  private mutating func add(
    _ action: Leg.Action, from start: Instant, to end: Instant, isKnown: Bool = true
  ) {
    let end = Instant.wholeSecond(end)
    switch action {
    case .jump(let target):
      append(Leg(action: action, start: start, end: end, isKnown: isKnown))
      whereabouts = (target, end)
    case .stay(let target):
      // No walk is needed between the place of a stay and a coordinate near it.
      leapSilently(to: target, at: start)
      addStay(target, from: start, to: end, isKnown: isKnown)
      whereabouts = (target, end)
    case .move(let recordedMode, let target, let via, let meters):
      guard end > start else { return }
      let speed = meters / (end - start).seconds
      guard let mode = recordedMode.plausible(atMetersPerSecond: speed) else {
        return addLeap(to: target, from: start, to: end)
      }
      if via.isEmpty, let here = whereabouts?.target,
        places.coordinate(of: here) == places.coordinate(of: target)
      {
        return addStay(target, from: start, to: end, isKnown: isKnown)
      }
      let action = Leg.Action.move(mode, target, via: via, meters: meters)
      append(Leg(action: action, start: start, end: end, isKnown: isKnown))
      whereabouts = (target, end)
    }
  }

  /// Adds a stay followed by a jump, instead of a move that is too fast even for an aircraft. The
  /// recording must contain wrong positions there. The stay lasts as long as the move in the
  /// recording.
  private mutating func addLeap(to target: Target, from start: Instant, to end: Instant) {
    if let here = whereabouts?.target { addStay(here, from: start, to: end, isKnown: false) }
    add(.jump(target), from: end, to: end)
  }

  private mutating func leapSilently(to target: Target, at time: Instant) {
    if whereabouts == nil { whereabouts = (target, time) } else { leap(to: target, at: time) }
  }

  private mutating func addStay(
    _ target: Target, from start: Instant, to end: Instant, isKnown: Bool
  ) {
    var start = start
    for border in dayBorders where border > start && border < end {
      append(Leg(action: .stay(target), start: start, end: border, isKnown: isKnown))
      start = border
    }
    guard end > start else { return }
    append(Leg(action: .stay(target), start: start, end: end, isKnown: isKnown))
  }

  /// Appends a leg to the day in which the leg begins.
  private mutating func append(_ leg: Leg) {
    let index = dayBorders.filter { $0 <= leg.start }.count
    while days.count <= index { days.append([]) }
    days[index].append(leg)
  }

  /// The instants at which the later days of the scenario begin. Each day begins at the same local
  /// time as the first day. If the clocks skip that time, the day begins a multiple of 24 h after
  /// the scenario's start.
  private var dayBorders: [Instant] {
    let (date, time) = calendar.fields(of: start)
    return (1..<7).compactMap { day in
      let border =
        (try? calendar.instant(date.adding(days: day), time)) ?? start + .days(Int64(day))
      return border < end ? border : nil
    }
  }

  /// Joins consecutive stays at the same place into one stay.
  private mutating func joinStays() {
    for day in days.indices {
      var joined: [Leg] = []
      for leg in days[day] {
        if case .stay(let target) = leg.action, let last = joined.last,
          case .stay(let before) = last.action, before == target
        {
          joined[joined.count - 1].end = leg.end
          joined[joined.count - 1].isKnown = last.isKnown && leg.isKnown
        } else {
          joined.append(leg)
        }
      }
      days[day] = joined
    }
  }
}

extension Instant {
  fileprivate static func wholeSecond(_ instant: Instant) -> Instant {
    instant.atWholeSecond
  }
}
