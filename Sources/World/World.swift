import EventKernel
import Geodesy
import Timekeeping

/// The true state of one simulated day or recording: positions, places and cells at each instant.
///
/// The person and the phone have a trajectory each, since a phone may be left at home. Coverage is
/// evaluated against the person's trajectory; the phone's hardware senses the phone's trajectory.
public struct World: Sendable {
  /// The time zones that apply to the person over time. The phone shows the same time zones.
  public let clocks: TravelCalendar
  package let places: [Place]
  package let person: Trajectory
  package let phone: Trajectory
  package let cells: CellLayout
  /// The continuous segments of time, in order. At the start of each, the phone is in its initial
  /// state.
  public let segments: [Segment]
  /// The warnings about probable mistakes in the scenario, in whole sentences.
  ///
  /// A warning about a leg contains the leg's line in the file, if the line is known.
  public var warnings: [String] = []
  /// The move that takes longest; nil for recordings.
  package var longestWay: LongestMove?
  /// The assumptions made to derive a true route from the input, in whole sentences for the report.
  public let assumptions: [String]

  package init(
    calendar: LocalCalendar, zoneChanges: [TravelCalendar.Change] = [], places: [Place],
    person: Trajectory, phone: Trajectory, cells: CellLayout, segments: [Segment],
    assumptions: [String] = []
  ) {
    clocks = TravelCalendar(calendar, changes: zoneChanges)
    self.places = places
    self.person = person
    self.phone = phone
    self.cells = cells
    self.segments = segments
    self.assumptions = assumptions
  }

  /// The time zone at the start of the first segment.
  public var calendar: LocalCalendar { clocks.first }
  public var start: Instant { segments[0].start }
  public var end: Instant { segments[segments.count - 1].end }

  /// Returns the person's position at an instant.
  package func place(at instant: Instant) -> Coordinate {
    var cursor = TrajectoryCursor()
    return cursor.position(at: instant, on: person).coordinate
  }

  /// Returns the named place at which the person spends a span; nil on the way and at coordinates
  /// without a name.
  package func place(of span: Span) -> Place? {
    span.place.flatMap { places.indices.contains($0) ? places[$0] : nil }
  }

  /// Returns the name of the Wi-Fi network that the phone is joined to during a span; nil if the
  /// phone is on cellular or offline.
  package func wifiName(for span: Span) -> String? {
    guard case .wifi = span.network else { return nil }
    return place(of: span)?.wifiName
  }
}

/// A named place of the scenario.
package struct Place: Sendable, Equatable {
  package var name: String
  /// The address or name of the map by which the scenario gives the position; nil for a coordinate.
  package var address: String?
  package var coordinate: Coordinate
  package var radiusMeters: Double
  package var isIndoors: Bool
  /// True if the phone lies by a window of the building, where it sees a part of the sky.
  package var hasWindow: Bool
  /// The name of the Wi-Fi network that the phone joins at this place; nil if there is none.
  package var wifiName: String?
  /// True if the location service knows the Wi-Fi access points at this place; nil if the simulator
  /// draws the value at random.
  package var isWifiKnown: Bool?
  /// True if the person charges the phone at this place.
  package var hasCharger: Bool
  /// How densely built the surroundings are by the map; nil without a map.
  package var area: AreaClass?

  package init(
    name: String, coordinate: Coordinate, radiusMeters: Double = 50, isIndoors: Bool = true,
    hasWindow: Bool = false, wifiName: String? = nil, isWifiKnown: Bool? = nil,
    hasCharger: Bool = false
  ) {
    self.name = name
    self.coordinate = coordinate
    self.radiusMeters = radiusMeters
    self.isIndoors = isIndoors
    self.hasWindow = hasWindow
    self.wifiName = wifiName
    self.isWifiKnown = isWifiKnown
    self.hasCharger = hasCharger
  }
}

/// A segment: a continuous period of time.
public struct Segment: Sendable, Hashable {
  public var start: Instant
  public var end: Instant

  public init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }
}

/// The density of buildings in an area. It determines cell spacing, sky view and network.
package enum AreaClass: String, Sendable, Hashable, CaseIterable, Codable {
  case urban, suburban, rural
}
