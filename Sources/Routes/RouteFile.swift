import Geodesy
import World

/// The routes of a scenario or a study, found on a map and frozen in a file. A simulation reads
/// this file, and needs neither the map nor the routing program.
package struct RouteFile: Sendable, Hashable {
  package var origin: RouteOrigin
  /// How densely built the surroundings of all routes and places are; nil if no map was read.
  package var area: AreaClass?
  package var places: [MappedPlace]
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
    self.places = places
    self.background = background
  }

  package subscript(request: RouteRequest) -> MappedRoute? { routes[request] }

  /// Adds a route. A second route for the same request replaces the first.
  package mutating func add(_ route: MappedRoute, for request: RouteRequest) {
    if routes.updateValue(route, forKey: request) == nil { requests.append(request) }
  }

  /// Returns the place that a scenario names by an address or a name; nil if it is not in the file.
  package func place(_ address: String) -> MappedPlace? {
    places.first { $0.address == address }
  }

  /// Returns the places whose address begins with a text.
  package func places(beginning text: String) -> [MappedPlace] {
    places.filter { $0.address?.hasPrefix(text) == true }
  }

  /// Returns the place at a coordinate; nil if it is not in the file.
  package func place(at coordinate: Coordinate) -> MappedPlace? {
    places.first { $0.coordinate == coordinate }
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

  package init(router: String, map: MapExtract? = nil, serverDate: String? = nil) {
    self.router = router
    self.map = map
    self.serverDate = serverDate
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
