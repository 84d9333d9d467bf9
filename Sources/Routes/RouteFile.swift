import Geodesy
import World

/// The routes of a scenario or a study, found on a map and frozen in a file. A simulation reads
/// this file, and needs neither the map nor the routing program.
package struct RouteFile: Sendable, Hashable {
  package var origin: RouteOrigin
  /// How densely built the surroundings of all routes and places are; nil if no map was read.
  package var area: AreaClass?
  package private(set) var places: [MappedPlace] = []
  private var placesByAddress: [String: Int] = [:]
  private var placesByCoordinate: [Coordinate: Int] = [:]
  private var placesByParticipant: [Int: [Int]] = [:]
  package private(set) var requests: [RouteRequest] = []
  package private(set) var routes: [RouteRequest: MappedRoute] = [:]
  /// The roads, waters, woods and buildings beside the routes, for pages.
  package var background: [BackgroundShape]

  package init(
    origin: RouteOrigin, area: AreaClass? = nil, places: [MappedPlace] = [],
    background: [BackgroundShape] = []
  ) {
    self.origin = origin
    self.area = area
    self.background = background
    for place in places { add(place) }
  }

  package subscript(request: RouteRequest) -> MappedRoute? { routes[request] }

  /// Adds a route. A second route for the same request replaces the first.
  package mutating func add(_ route: MappedRoute, for request: RouteRequest) {
    if routes.updateValue(route, forKey: request) == nil { requests.append(request) }
  }

  /// Adds a place. Of two places with one address or one position, the first is found.
  package mutating func add(_ place: MappedPlace) {
    let index = places.count
    places.append(place)
    let byCoordinate = placesByCoordinate[place.coordinate]
    placesByCoordinate[place.coordinate] = byCoordinate ?? index
    guard let address = place.address else { return }
    let byAddress = placesByAddress[address]
    placesByAddress[address] = byAddress ?? index
    if let participant = address.split(separator: "/", maxSplits: 1).first.flatMap({ Int($0) }) {
      placesByParticipant[participant, default: []].append(index)
    }
  }

  /// Returns the place that a scenario names by an address or a name; nil if it is not in the file.
  package func place(_ address: String) -> MappedPlace? {
    placesByAddress[address].map { places[$0] }
  }

  /// Returns the places of a study's participant. Their addresses are the number, a slash and the
  /// name, such as "12/office".
  package func places(ofParticipant number: Int) -> [MappedPlace] {
    placesByParticipant[number, default: []].map { places[$0] }
  }

  /// Returns the place at a coordinate; nil if it is not in the file.
  package func place(at coordinate: Coordinate) -> MappedPlace? {
    placesByCoordinate[coordinate].map { places[$0] }
  }
}

/// A place of a scenario, as a map describes it.
package struct MappedPlace: Sendable, Hashable {
  /// The address or name in the scenario; nil if the scenario gives the coordinate.
  package var address: String?
  package var coordinate: Coordinate
  /// True if the place lies within the outline of a building; nil if no map was read.
  package var isIndoors: Bool?
  package var area: AreaClass?

  package init(
    address: String? = nil, coordinate: Coordinate, isIndoors: Bool? = nil, area: AreaClass? = nil
  ) {
    self.address = address
    self.coordinate = coordinate
    self.isIndoors = isIndoors
    self.area = area
  }
}

/// The programs and data that routes come from.
package struct RouteOrigin: Sendable, Hashable {
  /// The routing program and its version, such as "Routino 3.3.3".
  package var router: String
  /// The map extract; nil if a routing server has the map.
  package var map: MapExtract?
  /// The date of the routing server's map, if the server says it.
  package var serverDate: String?
  /// The digest of what decides the places of a study's participants; nil for a scenario.
  package var plan: String?

  package init(
    router: String, map: MapExtract? = nil, serverDate: String? = nil, plan: String? = nil
  ) {
    self.router = router
    self.map = map
    self.serverDate = serverDate
    self.plan = plan
  }

  package struct MapExtract: Sendable, Hashable {
    /// The name of the extract's file, without its folder.
    package var file: String
    package var bytes: Int
    /// The hash of the file, in hexadecimal digits.
    package var sha256: String
    /// The date of the data, such as "2015-07-27"; nil if the file does not say it.
    package var date: String?

    package init(file: String, bytes: Int, sha256: String, date: String?) {
      self.file = file
      self.bytes = bytes
      self.sha256 = sha256
      self.date = date
    }
  }

  package static let license = "https://opendatacommons.org/licenses/odbl/1-0/"

  /// The credit that the license asks for, with the date of the data.
  package var attribution: String {
    let date = map?.date ?? serverDate
    return "© OpenStreetMap contributors, ODbL 1.0" + (date.map { ", data of \($0)" } ?? "")
  }

  /// The origin and the credit as sentences for a report.
  package var remark: String {
    let extract = map.map { " on \($0.file)" } ?? ""
    return "Routes were found by \(router)\(extract). \(attribution)."
  }
}

/// A road, water, wood or building to draw under a map.
package struct BackgroundShape: Sendable, Hashable {
  package enum Layer: String, Sendable, Hashable, CaseIterable {
    case wood, water, building, path, road, mainRoad, rail
  }

  package var layer: Layer
  /// The lines of the shape, or the rings of an area.
  package var lines: [[Coordinate]]
  package var isArea: Bool

  package init(layer: Layer, lines: [[Coordinate]], isArea: Bool) {
    self.layer = layer
    self.lines = lines
    self.isArea = isArea
  }
}
