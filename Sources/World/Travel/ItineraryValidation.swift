import Geodesy
import Timekeeping

extension Itinerary {
  /// Throws an error if the itinerary cannot be simulated. Legs after the end of the simulated time
  /// are checked too.
  func validate() throws(ItineraryError) {
    guard start < end else {
      throw ItineraryError(
        line: nil, "the day ends at \(localTime(end)), not after its start at \(localTime(start))")
    }
    // This keeps every sum of times within the range of an Instant.
    guard end.secondsSince1970 - start.secondsSince1970 < 100 * 366 * 86_400,
      abs(start.secondsSince1970) < 5e9
    else {
      throw ItineraryError(line: nil, "an itinerary lasts at most 100 years, in 1812 to 2128")
    }
    guard !legs.isEmpty else { throw ItineraryError(line: nil, "an itinerary needs a leg") }
    for place in places where !place.coordinate.isValid {
      throw ItineraryError(
        line: nil, "place \(place.name) has no valid position: \(place.coordinate.text)")
    }
    for leg in legs { try validate(leg) }
  }

  /// Returns the position at which the first leg begins.
  func startCoordinate() throws(ItineraryError) -> Coordinate {
    guard let first = legs.first else { throw ItineraryError(line: nil, "needs a leg") }
    switch first.action {
    case .stay(let waypoint), .jump(let waypoint): return coordinate(of: waypoint)
    case .move:
      if let start = first.via.first { return start }
      throw ItineraryError(
        line: first.line,
        "the day has no starting place: begin with a stay: or a jump:, or give the first move "
          + "a waypoint to begin at")
    }
  }

  private func validate(_ leg: Leg) throws(ItineraryError) {
    if case .place(let index) = leg.target, !places.indices.contains(index) {
      throw ItineraryError(
        line: leg.line, "there is no place number \(index); there are \(places.count)")
    }
    for coordinate in leg.via + [coordinate(of: leg.target)] where !coordinate.isValid {
      throw ItineraryError(line: leg.line, "\(coordinate.text) is not on Earth")
    }
    // Below one centimeter a second a move may take longer than an Instant can represent.
    if let speed = leg.speedMetersPerSecond, !(speed >= 0.01 && speed.isFinite) {
      throw ItineraryError(line: leg.line, "a speed of \(speed) m/s is not usable")
    }
    if case .after(let span) = leg.ending, span < .zero {
      throw ItineraryError(line: leg.line, "a leg cannot last \(span)")
    }
    guard leg.endingSpread >= .zero, leg.endingSpread <= .days(366) else {
      throw ItineraryError(
        line: leg.line, "a spread lies between 0 and a year, this is \(leg.endingSpread)")
    }
  }
}

// MARK: - Names in messages

extension Itinerary {
  func coordinate(of waypoint: Waypoint) -> Coordinate {
    switch waypoint {
    case .place(let index): places[index].coordinate
    case .coordinate(let coordinate): coordinate
    }
  }

  func name(of leg: Leg) -> String {
    let target =
      switch leg.target {
      case .place(let index): places[index].name
      case .coordinate(let coordinate): coordinate.text
      }
    switch leg.action {
    case .stay: return "the stay at \(target)"
    case .jump: return "the jump to \(target)"
    case .move(let mode, _): return "the trip to \(target) (\(mode.rawValue))"
    }
  }

  func localTime(_ instant: Instant) -> String {
    let local = calendar.fields(of: instant)
    return "\(local.date) \(local.time)"
  }

  /// Returns the beginning of a message about a leg, such as "Line 12: "; empty if the line is
  /// unknown.
  func place(of leg: Leg) -> String { leg.line.map { "Line \($0): " } ?? "" }

  /// A warning about modes in which every route is one straight line; empty if there is no such
  /// mode.
  ///
  /// Two records are enough to reproduce a straight line. The measure "path known" then says little
  /// about the tracker. Flights do not cause a warning.
  var straightWays: [String] {
    let moves = legs.filter(\.isMove)
    let straight = MotionMode.allCases.filter { mode in
      let own = moves.filter { if case .move(mode, _) = $0.action { true } else { false } }
      return mode != .flying && !own.isEmpty && own.allSatisfy { $0.via.isEmpty && $0.route == nil }
    }
    guard !straight.isEmpty else { return [] }
    let names = straight.map(\.rawValue).joined(separator: ", ")
    return [
      "Without 'via:' every route is one straight line (\(names)), which two records reproduce: "
        + "'path known' then says more about the scenario than about the tracker."
    ]
  }

  /// The assumptions about the day, in sentences for readers of the report.
  var assumptions: [String] {
    let moves = legs.filter(\.isMove)
    guard !moves.isEmpty else { return [] }
    let straight = moves.count { $0.route == nil }
    var assumptions: [String] = []
    if straight < moves.count {
      assumptions.append(
        "Moves follow the ways of a map, with its speed limits, tunnels and skies; at its signals, "
          + "crossings and stations the seed says whether the person stops.")
    }
    if straight > 0 {
      assumptions.append(
        (straight < moves.count ? "Other moves" : "Moves")
          + " go straight from waypoint to waypoint, longer ones along the great circle.")
    }
    return assumptions + [
      "Speeds, stops and their lengths are drawn from the seed, typical of mode and area."
    ]
  }
}

extension Leg {
  var target: Waypoint {
    switch action {
    case .stay(let waypoint), .move(_, to: let waypoint), .jump(to: let waypoint): waypoint
    }
  }

  /// The index of the named place at which the leg stays or to which it leads; nil for a
  /// coordinate.
  package var place: Int? {
    if case .place(let index) = target { index } else { nil }
  }

  package var isMove: Bool {
    if case .move = action { true } else { false }
  }
}

extension Coordinate {
  var text: String { "[\(latitude), \(longitude)]" }
}
