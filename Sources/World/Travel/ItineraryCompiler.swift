import EventKernel
import Geodesy
import Timekeeping

extension World {
  /// Makes a world of an itinerary. Values that the itinerary does not give are drawn at random;
  /// the same seed gives the same world.
  ///
  /// The random draws for a leg's ending, stops and traffic depend only on the seed and on the
  /// position of the leg in the list of legs. The draw for the reception depends on the place. The
  /// person's own pace and the cell sites are drawn once. A leg that would end after the
  /// itinerary's end is cut. After the last leg, the person stays at the reached position.
  ///
  /// - Throws: `ItineraryError` if the itinerary cannot be simulated, with the line of the leg.
  package init(itinerary: Itinerary, chance: SeededRandom) throws(ItineraryError) {
    var compiler = try ItineraryCompiler(itinerary, chance: chance)
    let trajectory = try compiler.compile()
    let (person, phone) = trajectory.withPhoneLeftBehind()
    self.init(
      calendar: itinerary.calendar, zoneChanges: compiler.zoneChanges, places: itinerary.places,
      person: person, phone: phone,
      cells: CellLayout(chance: chance),
      segments: [Segment(start: itinerary.start, end: itinerary.end)],
      assumptions: itinerary.assumptions)
    warnings = compiler.warnings + itinerary.straightWays
    longestWay = compiler.longestWay
  }
}

/// The move that takes longest, of all moves that begin in the itinerary. It may end after the
/// itinerary's end.
package struct LongestMove: Sendable {
  /// The name of the move, such as "the trip to office (automotive)".
  package var name: String
  package var line: Int?
  package var lengthMeters: Double
  package var seconds: Double
}

/// A compiler that turns the legs into a trajectory, one after the other.
struct ItineraryCompiler {
  /// The most that a move's duration is multiplied by to end at its time. Beyond it, the person
  /// waits at the end of the way.
  private static let slowestFactor = 2.0

  private let itinerary: Itinerary
  private let surroundings: Surroundings
  private let endings: SeededRandom
  private let traffic: SeededRandom
  private let pace: SeededRandom
  private var builder: TrajectoryBuilder
  /// The differences between the simulated days and the written itinerary, in whole sentences.
  private(set) var warnings: [String] = []
  private(set) var longestWay: LongestMove?
  private(set) var zoneChanges: [TravelCalendar.Change] = []

  init(_ itinerary: Itinerary, chance: SeededRandom) throws(ItineraryError) {
    try itinerary.validate()
    self.itinerary = itinerary
    surroundings = Surroundings(chance: chance)
    endings = chance.stream("itinerary.endings")
    traffic = chance.stream("itinerary.traffic")
    pace = chance.stream("person.pace")
    builder = TrajectoryBuilder(
      at: try itinerary.startCoordinate(), start: itinerary.start, end: itinerary.end)
    reserveForLongItineraries()
  }

  /// Reserves memory for the knots of a long itinerary.
  ///
  /// Without this reservation, the growing array copies all its knots at each doubling, and needs
  /// memory for both copies. An hour of town traffic needs fewer than a thousand knots. Memory that
  /// is reserved but not used costs nothing.
  private mutating func reserveForLongItineraries() {
    let hours = (itinerary.end - itinerary.start).seconds / 3600
    if hours > 168 { builder.reserve(knots: Int(hours * 1000)) }
  }

  mutating func compile() throws(ItineraryError) -> Trajectory {
    for (index, leg) in itinerary.legs.enumerated() {
      if builder.isAtEnd {
        remarkUnlived(from: index)
        break
      }
      try live(leg, index)
    }
    if let last = itinerary.legs.last, !builder.isAtEnd { stay(at: last, until: itinerary.end) }
    guard let trajectory = builder.finish() else {
      throw ItineraryError(line: nil, "no time passes in this itinerary")
    }
    return trajectory
  }

  private mutating func remarkUnlived(from index: Int) {
    let count = itinerary.legs.count - index
    let first = itinerary.legs[index]
    warnings.append(
      itinerary.place(of: first)
        + (count == 1
          ? "\(itinerary.name(of: first)) would begin after the end of the scenario"
          : "\(itinerary.name(of: first)) and \(count - 1) more would begin after the end of the scenario")
        + ", \(itinerary.localTime(itinerary.end)), and \(count == 1 ? "is" : "are") left out.")
  }

  /// Warns of a move that does not arrive before the itinerary's end. The most common cause is a
  /// coordinate with latitude and longitude swapped.
  private mutating func warnNeverArrives(
    _ leg: Leg, departure: Instant, lengthMeters: Double, seconds: Double
  ) {
    let arrival = departure + .seconds(seconds)
    guard arrival > itinerary.end + .minutes(1) else { return }
    let kilometers = Int((lengthMeters / 1000).rounded())
    warnings.append(
      itinerary.place(of: leg)
        + "\(itinerary.name(of: leg)) never arrives: its \(kilometers) km take "
        + "\(TimeSpan.seconds(seconds.rounded())), and the scenario ends at "
        + "\(itinerary.localTime(itinerary.end)).")
  }

  /// Warns of a move whose time is far longer than the way takes. The person waits after it.
  private mutating func warnArrivesEarly(_ leg: Leg, _ journey: Journey, before end: Instant) {
    let seconds = (journey.seconds * Self.slowestFactor).rounded()
    let wait = TimeSpan.seconds(((end - builder.time).seconds - seconds).rounded())
    guard wait > .minutes(1) else { return }
    warnings.append(
      itinerary.place(of: leg)
        + "\(itinerary.name(of: leg)) takes \(TimeSpan.seconds(seconds)) at half of the usual "
        + "pace, and so arrives \(wait) before its end. 'speed:' makes it slower.")
  }

  private mutating func live(_ leg: Leg, _ index: Int) throws(ItineraryError) {
    let ending = try ending(of: leg, index)
    switch leg.action {
    case .stay(let waypoint):
      try arrive(waypoint, leg)
      let isLast = index == itinerary.legs.count - 1
      // After the last stay the person remains there, whatever its ending.
      guard let end = isLast ? itinerary.end : ending?.drawn else {
        throw ItineraryError(
          line: leg.line, "\(itinerary.name(of: leg)) needs until: or for:, as it is not the last")
      }
      stay(at: leg, until: end)
    case .jump(let waypoint):
      builder.resume(at: itinerary.coordinate(of: waypoint), time: builder.time)
      takeUpClocks(of: leg)
      if let end = ending?.drawn { stay(at: leg, until: end) }
    case .move(let mode, let waypoint):
      try move(leg, index, mode, to: itinerary.coordinate(of: waypoint), ending)
      takeUpClocks(of: leg)
      if let end = ending?.drawn { stay(at: leg, until: end) }
    }
  }

  /// Changes the time zone on arrival. Before the arrival, for example over the sea, the phone has
  /// no network from which it could get the new time zone.
  private mutating func takeUpClocks(of leg: Leg) {
    guard let calendar = leg.calendar, !builder.isAtEnd else { return }
    zoneChanges.append(TravelCalendar.Change(at: builder.time, calendar: calendar))
  }

  /// Moves the person exactly to the waypoint of a stay.
  ///
  /// - Throws: `ItineraryError` if the person is more than 100 m from the waypoint.
  private mutating func arrive(_ waypoint: Waypoint, _ leg: Leg) throws(ItineraryError) {
    let coordinate = itinerary.coordinate(of: waypoint)
    let distance = builder.coordinate.distanceMeters(to: coordinate)
    guard distance <= 100 else {
      throw ItineraryError(
        line: leg.line,
        "\(itinerary.name(of: leg)) begins \(Int(distance)) m from where the person is; "
          + "a move (such as walk: or drive:) or a jump: has to come before it")
    }
    builder.resume(at: coordinate, time: builder.time)
  }

  private mutating func stay(at leg: Leg, until end: Instant) {
    guard end > builder.time else { return }
    var circumstances = surroundings.still(
      at: builder.coordinate, place: leg.place, of: itinerary.places,
      in: leg.area ?? leg.place.flatMap { itinerary.places[$0].area } ?? itinerary.area,
      carried: leg.carried ?? itinerary.carried)
    if case .wifi = circumstances.network {
    } else {
      circumstances.network = itinerary.network ?? circumstances.network
    }
    // The values of a move do not apply to the wait at its end.
    if !leg.isMove {
      circumstances.network = leg.network ?? circumstances.network
      circumstances.sky = leg.sky ?? circumstances.sky
    }
    builder.beginSpan(circumstances)
    builder.wait(until: end)
  }
}

// MARK: - Moves

extension ItineraryCompiler {
  private mutating func move(
    _ leg: Leg, _ index: Int, _ mode: MotionMode, to target: Coordinate, _ ending: DrawnEnding?
  ) throws(ItineraryError) {
    let area = leg.area ?? itinerary.area
    guard let style = TravelStyle(mode, in: area) else {
      throw ItineraryError(line: leg.line, "a move cannot stand still: make it a stay")
    }
    let route =
      leg.route.map { Route(from: builder.coordinate, following: $0, to: target) }
      ?? Route(from: builder.coordinate, via: leg.via, to: target)
    guard route.lengthMeters > 0 else { return }
    try refuseTunnels(leg.tunnels, beyond: route.lengthMeters, leg)
    let sections = RouteSections(
      of: route, mode: mode, area: area, isAreaGiven: leg.area != nil, tunnels: leg.tunnels,
      surroundings: surroundings)
    var journey = Journey(
      route: route, mode: mode, style: style,
      traffic: Traffic(stops: traffic.stream(index), pace: pace(of: mode)),
      borders: sections.borders)
    if let speed = leg.speedMetersPerSecond {
      journey.setMeanSpeed(speed, lengthMeters: route.lengthMeters)
    }
    let factor = try stretchFactor(journey, leg, style, ending)
    lay(journey, sections, leg, mode, lengthMeters: route.lengthMeters, factor: factor)
  }

  /// Rejects a tunnel beyond the end of the route. The tunnel's distances were probably measured on
  /// another route.
  ///
  /// Maps differ slightly, so 5 % more than the route's length is accepted.
  private func refuseTunnels(
    _ tunnels: [ClosedRange<Double>], beyond lengthMeters: Double, _ leg: Leg
  ) throws(ItineraryError) {
    guard let tunnel = tunnels.first(where: { $0.upperBound > 1.05 * lengthMeters }) else { return }
    func text(_ meters: Double) -> String { "\((meters / 100).rounded() / 10) km" }
    throw ItineraryError(
      line: leg.line,
      "a tunnel ends at \(text(tunnel.upperBound)) of \(itinerary.name(of: leg)), which by its "
        + "waypoints is \(text(lengthMeters)) long")
  }

  /// Returns the person's own pace in a mode, as a factor of the usual speed. All legs in the same
  /// mode have the same pace.
  private func pace(of mode: MotionMode) -> Double {
    pace.stream(mode.rawValue).uniform(in: 0.9...1.1)
  }

  /// Returns the factor by which all durations of a move are multiplied, so that the move ends at
  /// the required time.
  private mutating func stretchFactor(
    _ journey: Journey, _ leg: Leg, _ style: TravelStyle, _ ending: DrawnEnding?
  ) throws(ItineraryError) -> Double {
    let speedMax = 3 * style.topMetersPerSecond
    let smallest = journey.peakMetersPerSecond / speedMax
    let asked = ending.map { ($0.nominal - builder.time).seconds / journey.seconds } ?? 1
    guard asked >= smallest else {
      let needed = TimeSpan.seconds(journey.seconds * smallest)
      throw ItineraryError(
        line: leg.line,
        "\(itinerary.name(of: leg)) is too fast to be true: at three times this mode's top speed "
          + "(\(Int(speedMax)) m/s) it would still take \(needed)")
    }
    guard let ending else { return 1 }
    if asked > Self.slowestFactor { warnArrivesEarly(leg, journey, before: ending.nominal) }
    let drawn = (ending.drawn - builder.time).seconds / journey.seconds
    return min(max(drawn, smallest), Self.slowestFactor)
  }

  private mutating func lay(
    _ journey: Journey, _ sections: RouteSections, _ leg: Leg, _ mode: MotionMode,
    lengthMeters: Double, factor: Double
  ) {
    let departure = builder.time
    let duration = journey.seconds * factor
    if duration > longestWay?.seconds ?? 0 {
      longestWay = LongestMove(
        name: itinerary.name(of: leg), line: leg.line, lengthMeters: lengthMeters,
        seconds: duration)
    }
    warnNeverArrives(
      leg, departure: departure, lengthMeters: lengthMeters, seconds: duration)
    var seconds = 0.0
    var meters = 0.0
    var section = -1
    for piece in journey.pieces {
      let current = sections.index(atMeters: piece.sectionMeters, after: max(section, 0))
      if current != section {
        section = current
        begin(sections.sections[section], leg, mode)
      }
      let pieceSeconds = piece.seconds * factor
      seconds += pieceSeconds
      meters += piece.lengthMeters
      builder.advance(
        to: piece.coordinate, at: departure + .seconds(seconds),
        speedMetersPerSecond: Float(piece.lengthMeters / pieceSeconds),
        courseDegrees: Float(piece.courseDegrees),
        altitudeMeters: mode == .flying ? altitude(meters, of: lengthMeters) : 0)
      if builder.isAtEnd { return }
    }
  }

  private mutating func begin(_ section: RouteSections.Section, _ leg: Leg, _ mode: MotionMode) {
    builder.beginSpan(
      Circumstances(
        mode: mode, area: section.area, sky: section.isTunnel ? .none : leg.sky ?? section.sky,
        network: network(in: section, leg, mode), carried: leg.carried ?? itinerary.carried))
  }

  private func network(
    in section: RouteSections.Section, _ leg: Leg, _ mode: MotionMode
  ) -> NetworkAvailability {
    if section.isTunnel { return .none }
    if let network = leg.network { return network }
    return mode == .flying ? .none : itinerary.network ?? section.network
  }

  /// Returns the altitude at a distance along a flight.
  ///
  /// The airplane climbs and descends at 3 degrees, the usual approach angle of airliners, and
  /// flies at 10.5 km at most.
  private func altitude(_ meters: Double, of lengthMeters: Double) -> Float {
    Float(min(10_500, 0.0524 * min(meters, lengthMeters - meters)))
  }
}

// MARK: - Endings

/// The instant at which a leg has to end: `nominal` as written, and `drawn` with its random shift.
private struct DrawnEnding {
  var nominal: Instant
  var drawn: Instant
}

extension ItineraryCompiler {
  private func ending(of leg: Leg, _ index: Int) throws(ItineraryError) -> DrawnEnding? {
    let now = builder.time
    let nominal: Instant
    switch leg.ending {
    case .whenDone: return nil
    case .after(let span):
      // Time beyond the end is cut anyway, and an Instant cannot represent every length.
      nominal = now + min(span, itinerary.end - now + .hours(24))
    case .at(let instant):
      guard instant >= now else {
        throw ItineraryError(
          line: leg.line,
          "\(itinerary.name(of: leg)) should end at \(itinerary.localTime(instant)), "
            + "but begins only at \(itinerary.localTime(now))")
      }
      nominal = min(instant, itinerary.end + .hours(24))
    }
    let share = endings.uniform(in: -1...1, at: Int64(index))
    return DrawnEnding(nominal: nominal, drawn: max(now, nominal + leg.endingSpread * share))
  }
}
