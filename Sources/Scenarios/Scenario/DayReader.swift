import Documents
import Geodesy
import Text
import Timekeeping
import World

/// A reader of `day:` and `week:`. It assigns the legs in them to the scenario's days (see
/// `ScenarioDays`).
struct DayReader {
  let places: PlaceNames
  /// The map on which the person moves; nil without a map.
  let map: ScenarioMap?

  /// The legs of all days, and what follows from them.
  struct Plan {
    var legs: [Leg]
    /// The start and end of each day. A day starts earlier or later if a leg led into another time
    /// zone.
    var days: [ScenarioDays.ScenarioDay]
    /// The moves that need a route of the map.
    var moves: [PlannedMove]
  }

  /// Reads the legs of all days.
  ///
  /// - Parameter count: the number of days; nil for all days that begin before the scenario's end.
  func read(
    _ fields: Fields, days: ScenarioDays, count: Int?
  ) throws(InputError) -> Plan {
    let routines = try routines(fields)
    var compiler = LegCompiler(places: places, days: days, map: map)
    var completed: [ScenarioDays.ScenarioDay] = []
    var next = try days.firstDay()
    repeat {
      let day = next
      guard let routine = routines[day.date.isoWeekday - 1] else {
        let name = ScenarioKeys.weekdays[day.date.isoWeekday - 1].name
        throw InputError(
          fields["week"]?.location ?? fields.node.location,
          "no plan for \(day.date), a \(name)",
          accepted: "a 'day:' for every day, or '\(name):' under 'week:'")
      }
      try compiler.append(routine, on: day)
      next = try days.day(after: day, in: compiler.calendar)
      completed.append(ScenarioDays.ScenarioDay(start: day.start, end: next.start, date: day.date))
    } while count.map { completed.count < $0 } ?? (next.start < days.end)
    return Plan(legs: compiler.legs, days: completed, moves: compiler.moves)
  }

  /// Reads the legs for each weekday, starting with Monday. A weekday without legs is nil.
  private func routines(_ fields: Fields) throws(InputError) -> [[LegText]?] {
    var routines = [[LegText]?](repeating: nil, count: 7)
    if let day = fields["day"] {
      routines = Array(repeating: try legTexts(day), count: 7)
    }
    guard let node = fields["week"] else { return routines }
    let week = try Fields(node, keys: ScenarioKeys.week)
    // The name of a day overrides "workdays", whatever their order in the file.
    if let legs = week["workdays"] {
      routines.replaceSubrange(0..<5, with: Array(repeating: try legTexts(legs), count: 5))
    }
    if let legs = week["weekend"] {
      routines.replaceSubrange(5..<7, with: Array(repeating: try legTexts(legs), count: 2))
    }
    for (index, weekday) in ScenarioKeys.weekdays.enumerated() {
      if let legs = week[weekday.name] { routines[index] = try legTexts(legs) }
    }
    return routines
  }

  private func legTexts(_ node: SourceNode) throws(InputError) -> [LegText] {
    let elements = try node.list("a list of legs such as - stay: home")
    guard !elements.isEmpty else { throw node.refused(accepted: "at least one leg") }
    var legs: [LegText] = []
    for element in elements {
      let leg = try LegText(element, places: places)
      if case .map? = leg.route, map == nil {
        throw element.refused(
          "the leg has 'route: map', but 'world' names no map", accepted: "'map:' under 'world:'")
      }
      legs.append(leg)
    }
    return legs
  }
}

/// A leg as the file describes it. Its times of day do not have a date yet.
struct LegText {
  enum Action: Hashable {
    case stay
    /// Moves the person to a place at once. A real person cannot do so; `jump` serves to test
    /// trackers.
    case jump
    case move(MotionMode)
  }

  /// The end of the leg; for a move, the arrival.
  ///
  /// A move without an ending takes as long as its route needs.
  enum Ending {
    case whenDone
    case until(SpreadMoment)
    case after(TimeSpan)
  }

  var action: Action
  var destination: Waypoint
  var ending: Ending
  var via: [Coordinate]
  var route: LegRoute?
  var speed: Double?
  var carried: Carrying?
  var area: AreaClass?
  var tunnels: [ClosedRange<Double>]
  var sky: SkyView?
  var network: NetworkAvailability?
  /// The time zone of the destination; nil if it is the same as before the leg.
  var calendar: LocalCalendar?
  var node: SourceNode

  init(_ element: SourceNode, places: PlaceNames) throws(InputError) {
    node = element
    let fields = try Fields(element, keys: ScenarioKeys.leg)
    let actions = fields.given(ScenarioKeys.legActions)
    guard actions.count == 1, let word = actions.first, let target = fields[word],
      let action = LegText.action(word)
    else {
      throw element.refused(
        actions.isEmpty ? "the leg has no action" : "the leg has two actions: \(listing(actions))",
        accepted: "one of \(listing(ScenarioKeys.legActions.names))")
    }
    self.action = action
    destination = try places.waypoint(target)
    ending = try LegText.ending(fields)
    speed = try fields.quantity("speed")
    carried = try fields.choice("carried")
    area = try fields.choice("area")
    via = try LegText.via(fields["via"])
    route = try fields.choice("route")
    tunnels = try LegText.tunnels(fields["tunnels"])
    sky = try fields.choice("sky")
    network = try fields.choice("network")
    calendar = try fields["timeZone"]?.timeZone()
    try refuseWhatDoesNotFit(fields, word)
  }

  private static func action(_ word: String) -> Action? {
    switch word {
    case "stay": .stay
    case "jump": .jump
    default: MotionMode.allCases.first { $0.isMoving && $0.verb == word }.map(Action.move)
    }
  }

  private func refuseWhatDoesNotFit(_ fields: Fields, _ word: String) throws(InputError) {
    if case .move(let mode) = action {
      if mode == .flying, let node = fields["tunnels"] {
        throw node.refused(
          "a flight has no tunnels", accepted: "'tunnels' of legs on the ground")
      }
      if mode == .flying, let node = fields["route"], route == .map {
        throw node.refused("a flight follows no ways", accepted: "'route' of legs on the ground")
      }
      return try refuseSpeed(of: mode, fields, word)
    }
    let keys = ["via", "route", "speed", "tunnels"] + (action == .jump ? [] : ["timeZone"])
    for key in keys {
      if let node = fields[key] {
        throw node.refused(
          "'\(key)' does not go with '\(word)', which has no route",
          accepted: "until, for, carried, area, sky, network")
      }
    }
  }

  /// Throws an error for a speed that is too high for the mode, and suggests a mode that allows it.
  private func refuseSpeed(
    of mode: MotionMode, _ fields: Fields, _ word: String
  ) throws(InputError) {
    guard let speed, let node = fields["speed"], let top = mode.topMetersPerSecond, speed > top
    else { return }
    let faster = ScenarioKeys.legActions.names.first { other in
      guard case .move(let mode)? = LegText.action(other) else { return false }
      return mode.topMetersPerSecond.map { $0 >= speed } ?? false
    }
    throw InputError(
      node.location, "\(node.kindFound) is too fast for '\(word)'",
      accepted: "at most \(Int((top * 3.6).rounded())) km/h", suggestion: faster)
  }

  private static func ending(_ fields: Fields) throws(InputError) -> Ending {
    try fields.refuseTogether("until", "for")
    if let until = fields["until"] { return .until(try until.spreadMoment()) }
    return try fields.duration("for").map(Ending.after) ?? .whenDone
  }

  private static func via(_ node: SourceNode?) throws(InputError) -> [Coordinate] {
    var points: [Coordinate] = []
    for element in try node?.list("a list of [latitude, longitude]") ?? [] {
      points.append(try element.coordinate())
    }
    return points
  }

  private static func tunnels(_ node: SourceNode?) throws(InputError) -> [ClosedRange<Double>] {
    var tunnels: [ClosedRange<Double>] = []
    for element in try node?.list("a list such as [{ from: 12 km, for: 3 km }]") ?? [] {
      let fields = try Fields(element, keys: ScenarioKeys.tunnel)
      let from = try fields.requiredQuantity("from")
      let length = try fields.requiredQuantity("for")
      if let last = tunnels.last, from < last.upperBound {
        throw element.refused("a tunnel begins before the last one ends", accepted: "in order")
      }
      tunnels.append(from...(from + length))
    }
    return tunnels
  }
}

/// The scenario's places, which can be found by name.
struct PlaceNames {
  let places: [Place]

  init(_ places: [Place]) { self.places = places }

  func waypoint(_ node: SourceNode) throws(InputError) -> Waypoint {
    if case .list = node.content { return .coordinate(try node.coordinate()) }
    return .place(try index(node))
  }

  func index(_ node: SourceNode) throws(InputError) -> Int {
    let name = try node.text("a place's name or [latitude, longitude]")
    if let index = places.firstIndex(where: { $0.name == name }) { return index }
    throw InputError(
      node.location, "no place is called \(quoted(name))", word: name,
      oneOf: places.map(\.name))
  }

  /// Returns a waypoint as text for messages.
  func text(_ waypoint: Waypoint) -> String {
    switch waypoint {
    case .place(let index): quoted(places[index].name)
    case .coordinate(let coordinate): "[\(coordinate.latitude), \(coordinate.longitude)]"
    }
  }

  func coordinate(_ waypoint: Waypoint) -> Coordinate {
    switch waypoint {
    case .coordinate(let coordinate): coordinate
    case .place(let index): places[index].coordinate
    }
  }
}
