import Documents
import Geodesy
import Routes
import Text
import Timekeeping
import World

/// A compiler that appends the legs of one day to the legs of the days before.
///
/// It checks that a person can follow the legs: each leg begins where the last leg ended, and times
/// are in order.
struct LegCompiler {
  private let places: PlaceNames
  private let days: ScenarioDays
  private let map: ScenarioMap?
  /// The legs of all days so far. After the last leg, the person stays where that leg ended.
  private(set) var legs: [Leg] = []
  /// The moves so far that need a route of the map, each once.
  private(set) var moves: [PlannedMove] = []
  /// The time zone at the end of the last leg.
  private(set) var calendar: LocalCalendar
  private var whereabouts: Waypoint?
  private var lastTime: Instant
  /// The place of the `until` of `lastTime`; nil at the beginning of a day.
  private var lastUntil: SourceLocation?

  init(places: PlaceNames, days: ScenarioDays, map: ScenarioMap?) {
    self.places = places
    self.days = days
    self.map = map
    calendar = days.calendar
    lastTime = days.start
  }

  mutating func append(_ routine: [LegText], on day: ScenarioDays.ScenarioDay) throws(InputError) {
    closeDayBefore(at: day.start)
    for (index, text) in routine.enumerated() {
      if index == 0 { try refuseElsewhere(text, on: day) }
      try refuseImpossible(text)
      let isLast = index == routine.count - 1
      if text.action == .stay, case .whenDone = text.ending, !isLast {
        throw text.node.refused(
          "a stay with legs after it has no end", accepted: "'until:' or 'for:'")
      }
      legs.append(try leg(text, on: day))
      legs[legs.count - 1].weekday = day.date.isoWeekday
      whereabouts = text.destination
    }
  }

  private mutating func closeDayBefore(at start: Instant) {
    guard let whereabouts, let last = legs.last else { return }
    if case .stay = last.action, last.ending == .whenDone {
      legs[legs.count - 1].ending = .at(start)
    } else {
      legs.append(stay(at: whereabouts, until: .at(start)))
    }
    lastTime = start
    lastUntil = nil
  }

  private func stay(at waypoint: Waypoint, until ending: Leg.Ending) -> Leg {
    let last = legs[legs.count - 1]
    return Leg(
      .stay(waypoint), ending: ending, carried: last.carried, area: last.area, line: last.line)
  }

  /// Throws an error for a day that begins at another place than the day before ended. The usual
  /// cause is a `day:` that does not end where it began, in a scenario of several days.
  private func refuseElsewhere(
    _ text: LegText, on day: ScenarioDays.ScenarioDay
  ) throws(InputError) {
    guard let whereabouts, text.action == .stay, distance(to: text) > 100 else { return }
    throw text.node.refused(
      "on \(day.date) the person is still at \(places.text(whereabouts)), where the day before ended, "
        + "and this day begins at \(places.text(text.destination))",
      accepted: "a leg back at the end of the day, 'week:' with days of their own, or one day with "
        + "'duration: 1 d'")
  }

  private func distance(to text: LegText) -> Double {
    whereabouts.map {
      places.coordinate($0).distanceMeters(to: places.coordinate(text.destination))
    } ?? 0
  }

  private func refuseImpossible(_ text: LegText) throws(InputError) {
    guard let whereabouts else {
      if case .move = text.action {
        throw text.node.refused(
          "the first leg is a move, but has no starting place",
          accepted: "a first leg such as - stay: home")
      }
      return
    }
    let distance = distance(to: text)
    switch text.action {
    case .stay where distance > 100:
      throw text.node.refused(
        "the person is not there: the leg before ends at \(places.text(whereabouts))",
        accepted: "a leg that goes there, or 'jump:'")
    case .move where distance == 0 && text.via.isEmpty:
      throw text.node.refused("the person is there already", accepted: "a route with 'via:'")
    default: return
    }
  }

  private mutating func leg(
    _ text: LegText, on day: ScenarioDays.ScenarioDay
  ) throws(InputError) -> Leg {
    // The end of a move is in the time zone of its destination.
    if let there = text.calendar { calendar = there }
    var ending = Leg.Ending.whenDone
    var spread = TimeSpan.zero
    switch text.ending {
    case .whenDone: break
    case .after(let length): ending = .after(length)
    case .until(let until):
      let earliest = lastTime
      let time = try instant(until, on: day)
      guard time - until.spread > days.start else {
        throw until.node.refused(
          "'until' is \(until.node.kindFound), which may be before the scenario's start",
          accepted: "a smaller ±, such as one within \(time - earliest)")
      }
      ending = .at(time)
      spread = until.spread
    }
    let action: Leg.Action =
      switch text.action {
      case .stay: .stay(text.destination)
      case .jump: .jump(to: text.destination)
      case .move(let mode): .move(mode, to: text.destination)
      }
    var leg = Leg(
      action, ending: ending, endingSpread: spread, via: text.via,
      speedMetersPerSecond: text.speed, carried: text.carried, area: text.area,
      tunnels: text.tunnels, sky: text.sky, network: text.network, calendar: text.calendar,
      line: text.node.location.line)
    leg.route = try route(of: text)
    return leg
  }

  /// Returns the route of a move on the map; nil for a straight move, and while routes are planned.
  private mutating func route(of text: LegText) throws(InputError) -> MappedRoute? {
    guard let map, let whereabouts, case .move(let mode) = text.action, mode != .flying,
      text.route != .straight
    else { return nil }
    let request = RouteRequest(
      mode: mode, from: places.coordinate(whereabouts), via: text.via,
      to: places.coordinate(text.destination))
    let location = text.node.location
    if !moves.contains(where: { $0.request == request }) {
      let name = "\(mode.verb) to \(places.text(text.destination))"
      moves.append(PlannedMove(request: request, name: name, location: location))
    }
    return try map.route(for: request, at: location)
  }

  private mutating func instant(
    _ until: SpreadMoment, on day: ScenarioDays.ScenarioDay
  ) throws(InputError) -> Instant {
    let instant = try days.instant(
      until.moment, on: day, in: calendar, after: lastTime, until.node)
    guard instant > lastTime else {
      let (date, time) = calendar.fields(of: lastTime)
      throw until.node.refused(
        accepted: "a time after \(date)T\(time)" + writtenBefore(until.node)
          + daysBegin(until.moment))
    }
    lastTime = instant
    lastUntil = until.node.location
    return instant
  }

  /// Returns where the time before stands, for error messages: the mistake may be there.
  private func writtenBefore(_ until: SourceNode) -> String {
    guard let lastUntil, lastUntil.file == until.location.file, let line = lastUntil.line,
      line != until.location.line
    else { return "" }
    return ", the 'until' of line \(line)"
  }

  /// Returns a hint for error messages: each day begins at the time of day of the scenario's start.
  ///
  /// For example, if a scenario starts at noon, 08:00 is on the next date. The hint is empty if
  /// `moment` has a date.
  private func daysBegin(_ moment: Moment) -> String {
    guard case .timeOfDay = moment else { return "" }
    let time = days.calendar.fields(of: days.start).time
    return "; days begin at the start's time of day, \(time)"
  }
}
