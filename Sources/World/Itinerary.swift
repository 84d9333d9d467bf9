import Geodesy
import Timekeeping

/// The legs of a person's day, before random draws and physics turn them into a world.
package struct Itinerary: Sendable, Hashable {
  package var start: Instant
  package var end: Instant
  package var calendar: LocalCalendar
  package var places: [Place]
  package var area: AreaClass
  /// The network outside of Wi-Fi, tunnels and airplanes; nil for the usual one of the area.
  package var network: NetworkAvailability?
  /// The legs in order. The first determines where the day begins: a stay or a jump, or a move with
  /// waypoints, which then begins at the first of them.
  package var legs: [Leg]
  /// The place where the phone is carried, unless a leg sets it.
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
package struct Leg: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    /// Stays until `ending`; the last leg may last to the itinerary's end. The person has to be
    /// there already, to within 100 m.
    case stay(Waypoint)
    /// Moves to a waypoint. The move takes as long as its speed profile needs, unless `ending` sets
    /// another time.
    case move(MotionMode, to: Waypoint)
    /// Moves the person there at once; with an `ending`, they stay there until then.
    case jump(to: Waypoint)
  }

  /// The end of a leg.
  ///
  /// The speed of a move that has to end at a given time is scaled. A move is slowed down to at
  /// most twice its own duration; the rest of the time is spent waiting at its target. It may be
  /// sped up until it needs three times its mode's top speed; beyond that is an error.
  package enum Ending: Sendable, Hashable {
    /// A move or a jump ends on arrival; a stay at the itinerary's end, so that it must be the last
    /// leg.
    case whenDone
    case at(Instant)
    case after(TimeSpan)
  }

  package var action: Action
  package var ending: Ending
  /// Half the width of a uniform draw around the ending: "07:45 ± 15 min". A draw that would end
  /// the leg before it begins, or make a move implausibly fast, is cut at that limit.
  package var endingSpread: TimeSpan
  package var via: [Coordinate]
  /// The mean speed in motion; nil for the mode's usual speed.
  package var speedMetersPerSecond: Double?
  package var carried: Carrying?
  package var area: AreaClass?
  /// The tunnels, in meters along the route from its start; there is no sky view and no network in
  /// them.
  package var tunnels: [ClosedRange<Double>]
  /// The phone's view of the sky, such as through an airplane's window; nil for the usual one.
  package var sky: SkyView?
  /// The network that the phone can use throughout the leg, except in tunnels; nil for the usual
  /// one.
  package var network: NetworkAvailability?
  /// The time zone that applies to the person from the arrival on; nil for no change.
  package var calendar: LocalCalendar?
  /// The line in the scenario's file, for messages.
  package var line: Int?
  /// The weekday of the day to which the leg belongs, by ISO from 1 for Monday; nil if it is not
  /// needed.
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

/// A named place, by its index, or a bare coordinate (outdoors).
package enum Waypoint: Sendable, Hashable {
  case place(Int)
  case coordinate(Coordinate)
}

/// The error of an itinerary that cannot be simulated; `line` is the leg's.
package struct ItineraryError: Error, Sendable, Hashable, CustomStringConvertible {
  package var line: Int?
  package var description: String

  package init(line: Int?, _ description: String) {
    self.line = line
    self.description = description
  }
}
