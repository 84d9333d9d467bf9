import EventKernel
import Geodesy
import Timekeeping

/// The truth of one simulated day or recording: positions, places, cells; pure functions of time.
///
/// The person and the phone have a trajectory each, since a phone may be left at home; the person's
/// is what coverage is judged against, the phone's what its hardware senses.
public struct World: Sendable {
  /// The clocks that the person lives by, and that the phone shows.
  public let clocks: LivedCalendar
  package let places: [Place]
  package let person: Trajectory
  package let phone: Trajectory
  package let cells: CellLayout
  /// Continuous pieces of time, in order. Each starts on a phone as at the start.
  public let stretches: [Stretch]
  /// What of the day is not as its author will have meant it, in whole sentences, with the line.
  public var warnings: [String] = []
  /// Nil for recordings.
  package var longestWay: LongestWay?
  /// What had to be assumed to make a truth of the input, in whole sentences for the report.
  public let assumptions: [String]

  package init(
    calendar: LocalCalendar, zoneChanges: [LivedCalendar.Change] = [], places: [Place],
    person: Trajectory, phone: Trajectory, cells: CellLayout, stretches: [Stretch],
    assumptions: [String] = []
  ) {
    clocks = LivedCalendar(calendar, changes: zoneChanges)
    self.places = places
    self.person = person
    self.phone = phone
    self.cells = cells
    self.stretches = stretches
    self.assumptions = assumptions
  }

  /// The zone at the start.
  public var calendar: LocalCalendar { clocks.first }
  public var start: Instant { stretches[0].start }
  public var end: Instant { stretches[stretches.count - 1].end }

  /// The place at which a span is spent; nil on the way and at bare coordinates.
  /// The person's whereabouts at an instant.
  package func place(at instant: Instant) -> Coordinate {
    var cursor = TrajectoryCursor()
    return cursor.position(at: instant, on: person).coordinate
  }

  package func place(of span: Span) -> Place? {
    span.place.flatMap { places.indices.contains($0) ? places[$0] : nil }
  }

  /// Name of the Wi-Fi network that the phone is joined to; nil where it is on cellular or offline.
  package func wifiName(for span: Span) -> String? {
    guard case .wifi = span.network else { return nil }
    return place(of: span)?.wifiName
  }
}

/// A named place of the scenario.
package struct Place: Sendable, Hashable {
  package var name: String
  package var coordinate: Coordinate
  package var radiusMeters: Double
  package var isIndoors: Bool
  /// Name of the Wi-Fi network that the phone joins there.
  package var wifiName: String?
  /// Whether the location service knows the Wi-Fi that is heard there; nil leaves it to chance.
  package var isWifiKnown: Bool?
  /// Whether the person puts the phone on a charger there.
  package var hasCharger: Bool

  package init(
    name: String, coordinate: Coordinate, radiusMeters: Double = 50, isIndoors: Bool = true,
    wifiName: String? = nil, isWifiKnown: Bool? = nil, hasCharger: Bool = false
  ) {
    self.name = name
    self.coordinate = coordinate
    self.radiusMeters = radiusMeters
    self.isIndoors = isIndoors
    self.wifiName = wifiName
    self.isWifiKnown = isWifiKnown
    self.hasCharger = hasCharger
  }
}

/// A piece of time without a break.
public struct Stretch: Sendable, Hashable {
  public var start: Instant
  public var end: Instant

  public init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }
}

/// How densely built the surroundings are; sets cell spacing, sky view and network.
package enum AreaClass: String, Sendable, Hashable, CaseIterable, Codable {
  case urban, suburban, rural
}
