import Geodesy
import Timekeeping

/// What a person does, leg after leg, before chance and physics make a world of it.
package struct Itinerary: Sendable, Hashable {
  package var start: Instant
  package var end: Instant
  package var calendar: LocalCalendar
  package var places: [Place]
  package var area: AreaClass
  /// What there is outside of Wi-Fi, tunnels and aeroplanes; nil for what the area has.
  package var network: NetworkAvailability?
  /// In order. The first says where the day begins: a stay or a jump, or a move with way points,
  /// which then begins at the first of them.
  package var legs: [Leg]
  /// How the phone is carried where a leg does not say.
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

/// One thing that the person does: stay somewhere or go somewhere.
package struct Leg: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    /// Until `ending`; the last leg may go on to the itinerary's end. The person has to be there
    /// already, to within 100 m.
    case stay(Waypoint)
    /// Takes as long as its speed profile needs, unless `ending` says otherwise.
    case move(MotionMode, to: Waypoint)
    /// Is there at once; with an `ending`, stays there until then.
    case jump(to: Waypoint)
  }

  /// A move that has to end at a time is stretched or compressed in speed: up to twice as long as
  /// it would take by itself, the rest is spent waiting at its target; and down to where it would
  /// need three times its mode's top speed, which is an error.
  package enum Ending: Sendable, Hashable {
    /// A move, a jump: when there. A stay: at the itinerary's end, and so only as the last leg.
    case whenDone
    case at(Instant)
    case after(TimeSpan)
  }

  package var action: Action
  package var ending: Ending
  /// Half the width of a uniform draw around the ending: "07:45 ± 15 min". A draw that would end
  /// the leg before it begins, or make a move implausibly fast, is cut there.
  package var endingSpread: TimeSpan
  package var via: [Coordinate]
  /// Mean speed while in motion; nil for the mode's own.
  package var speedMetersPerSecond: Double?
  package var carried: Carrying?
  package var area: AreaClass?
  /// Along the way from its start, in meters; no sky and no network in there.
  package var tunnels: [ClosedRange<Double>]
  /// What the phone sees of the sky, such as through an aeroplane's window; nil for what is usual.
  package var sky: SkyView?
  /// What the phone could send over all the while; nil for what is usual. There is none in tunnels.
  package var network: NetworkAvailability?
  /// The clocks that the person lives by from the arrival on; nil for the same as before.
  package var calendar: LocalCalendar?
  /// Line of the scenario file, for messages.
  package var line: Int?
  /// Of the lived day that it belongs to, by ISO from 1 for Monday; nil where nobody asks.
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

/// Why an itinerary cannot be lived; `line` is the leg's.
package struct ItineraryError: Error, Sendable, Hashable, CustomStringConvertible {
  package var line: Int?
  package var description: String

  package init(line: Int?, _ description: String) {
    self.line = line
    self.description = description
  }
}
