import Geodesy
import Timekeeping

/// The legs of a person's day, before random draws and physics turn them into a world.
package struct Itinerary: Sendable {
  package var start: Instant
  package var end: Instant
  package var calendar: LocalCalendar
  package var places: [Place]
  package var area: AreaClass
  /// The network in all places without Wi-Fi, except tunnels and airplanes; nil for the area's
  /// usual network.
  package var network: NetworkAvailability?
  /// The legs in order. The first leg determines where the day begins.
  ///
  /// The first leg is a stay, a jump, or a move with waypoints; such a move begins at its first
  /// waypoint.
  package var legs: [Leg]
  /// The place where the phone is carried, such as a pocket. A leg may set another place.
  package var carried: Carrying

  package init(
    start: Instant, end: Instant, calendar: LocalCalendar, places: [Place],
    area: AreaClass = .urban, network: NetworkAvailability? = nil, legs: [Leg],
    carried: Carrying = .pocket
  ) {
    self.start = start
    self.end = end
    self.calendar = calendar
    self.places = places
    self.area = area
    self.network = network
    self.legs = legs
    self.carried = carried
  }
}

/// A stay or a move of the person.
package struct Leg: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// Stays until `ending`. The person has to be within 100 m of the waypoint already.
    ///
    /// Only the last leg may be a stay without an ending. Such a stay lasts to the itinerary's end.
    case stay(Waypoint)
    /// Moves to a waypoint. The duration follows from the speed profile, unless `ending` sets
    /// another time.
    case move(MotionMode, to: Waypoint)
    /// Moves the person to a waypoint at once. If the leg has an `ending`, the person stays there
    /// until then.
    case jump(to: Waypoint)
  }

  /// The end of a leg.
  ///
  /// The speed of a move is scaled if the move has to end at a given time. The move may take at
  /// most twice its usual duration; the person waits at the target for the rest of the time. The
  /// move may reach at most three times the top speed of its mode. A faster move is an error.
  package enum Ending: Sendable, Equatable {
    /// Ends a move or a jump on arrival. A stay lasts to the itinerary's end, so it must be the
    /// last leg.
    case whenDone
    case at(Instant)
    case after(TimeSpan)
  }

  package var action: Action
  package var ending: Ending
  /// The largest random shift of the ending, earlier or later, as in "07:45 ± 15 min".
  ///
  /// The shift is drawn uniformly. It is limited so that the leg does not end before it begins, and
  /// a move is not implausibly fast.
  package var endingSpread: TimeSpan
  package var via: [Coordinate]
  /// The route along the ways of a map; nil for a straight line from point to point of `via`.
  package var route: MappedRoute?
  /// The mean speed during the move, without stops; nil for the mode's usual speed.
  package var speedMetersPerSecond: Double?
  package var carried: Carrying?
  package var area: AreaClass?
  /// The tunnels, each given by the distances along the route at which it begins and ends, in
  /// meters. The phone has no sky view and no network in a tunnel.
  package var tunnels: [ClosedRange<Double>]
  /// The phone's view of the sky during the leg, such as through an airplane's window; nil for the
  /// usual view.
  package var sky: SkyView?
  /// The network that the phone can use throughout the leg, except in tunnels; nil for the usual
  /// network.
  package var network: NetworkAvailability?
  /// The time zone that applies to the person from the arrival on; nil for no change of time zone.
  package var calendar: LocalCalendar?
  /// The leg's line in the scenario's file, for messages.
  package var line: Int?
  /// The weekday of the day to which the leg belongs, from 1 for Monday (ISO 8601).
  ///
  /// If the weekday is nil, rules for certain weekdays always apply to the leg.
  package var weekday: Int?

  package init(
    _ action: Action, ending: Ending = .whenDone, endingSpread: TimeSpan = .zero,
    via: [Coordinate] = [], speedMetersPerSecond: Double? = nil, carried: Carrying? = nil,
    area: AreaClass? = nil, tunnels: [ClosedRange<Double>] = [],
    sky: SkyView? = nil, network: NetworkAvailability? = nil, calendar: LocalCalendar? = nil,
    line: Int? = nil
  ) {
    self.action = action
    self.ending = ending
    self.endingSpread = endingSpread
    self.via = via
    self.speedMetersPerSecond = speedMetersPerSecond
    self.carried = carried
    self.area = area
    self.tunnels = tunnels
    self.sky = sky
    self.network = network
    self.calendar = calendar
    self.line = line
  }
}

/// A target of a leg: the index of a named place, or a coordinate outdoors without a name.
package enum Waypoint: Sendable, Equatable {
  case place(Int)
  case coordinate(Coordinate)
}

/// The error of an itinerary that cannot be simulated; `line` is the line of the leg in question.
package struct ItineraryError: Error, Sendable, Hashable, CustomStringConvertible {
  package var line: Int?
  package var description: String

  package init(line: Int?, _ description: String) {
    self.line = line
    self.description = description
  }
}
