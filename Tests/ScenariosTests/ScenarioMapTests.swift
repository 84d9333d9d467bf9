import Foundation
import Geodesy
import Routes
import TestSupport
import Testing
import Text
import World

@testable import Scenarios

@Suite("A scenario on a map")
struct ScenarioMapTests {
  private let folder: URL
  private let office = Coordinate(latitude: 45.6, longitude: -122.6)
  private let home = Coordinate(latitude: 45.5, longitude: -122.6)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func routes(places: [MappedPlace] = []) -> RouteFile {
    var file = RouteFile(
      origin: RouteOrigin(
        router: "Routino 3.3.3",
        map: .init(file: "town.osm.pbf", bytes: 4, sha256: "00", date: "2026-01-01")),
      area: .rural, places: places)
    file.add(
      MappedRoute(
        points: [home, Coordinate(latitude: 45.55, longitude: -122.7), office],
        pieces: [.init(firstPoint: 0, way: .init(kind: "primary"))]),
      for: RouteRequest(mode: .automotive, from: home, to: office))
    return file
  }

  /// Reads a scenario beside a file of routes.
  private func read(_ sections: String..., routes: RouteFile?) throws -> Scenario {
    if let routes {
      try Data(routes.geoJSON.utf8).write(to: folder.appendingPathComponent("day.routes.geojson"))
    }
    let text = scenarioText(sections.joined(separator: "\n"))
    return try reader.read(text: text, file: folder.appendingPathComponent("day.yaml").path)
  }

  private let drive = "day: [{ stay: home, for: 1 h }, { drive: office }]"

  private func legs(_ scenario: Scenario) -> [Leg] {
    if case .legs(let legs) = scenario.course { legs } else { [] }
  }

  @Test("Legs get their routes, the area is the map's, and the report has the credit")
  func routes() throws {
    let scenario = try read("world: { routes: day.routes.geojson }", drive, routes: routes())
    #expect(legs(scenario)[1].route?.points.count == 3)
    #expect(scenario.area == .rural)
    #expect(scenario.sourceFiles.contains { $0.hasSuffix("day.routes.geojson") })
    #expect(
      scenario.remarks.contains(
        "Routes were found by Routino 3.3.3 on town.osm.pbf. © OpenStreetMap contributors, ODbL "
          + "1.0, data of 2026-01-01."))
  }

  @Test("A map without routes is refused with the command to type")
  func notYet() {
    let error = message { try read("world: { map: town.osm.pbf }", drive, routes: nil) }
    #expect(error.contains("the routes of this scenario are not found yet"))
    #expect(error.contains("after 'odograph route "))
  }

  @Test("A leg that was added later has no route, and the message names its line")
  func stale() {
    let error = message {
      try read(
        "world: { map: town.osm.pbf }", "day: [{ stay: home, for: 1 h }, { walk: office }]",
        routes: routes())
    }
    #expect(error.contains("has no route for this leg"))
    #expect(error.contains("'route: straight'"))
  }

  @Test("A map whose size has changed needs new routes, and a missing map does not matter")
  func changed() throws {
    let text = "world: { map: town.osm.pbf }"
    #expect(throws: Never.self) { try read(text, drive, routes: routes()) }
    try Data("other".utf8).write(to: folder.appendingPathComponent("town.osm.pbf"))
    #expect(
      message { try read(text, drive, routes: routes()) }.contains("the map has changed since"))
  }

  @Test("'route: straight' needs no route, and 'route: map' needs a map")
  func straight() throws {
    let day = "day: [{ stay: home, for: 1 h }, { walk: office, route: straight }]"
    let scenario = try read("world: { map: town.osm.pbf }", day, routes: routes())
    #expect(legs(scenario)[1].route == nil)
    let unmapped = "day: [{ stay: home, for: 1 h }, { walk: office, route: map }]"
    #expect(message { try read(unmapped, routes: nil) }.contains("'world' names no map"))
  }

  @Test("An address of the map stands for a position; buildings say whether a place is indoors")
  func addresses() throws {
    let places = [
      MappedPlace(address: "Main Street 5", coordinate: home, isIndoors: false),
      MappedPlace(coordinate: office, isIndoors: true),
    ]
    let text = "places: { home: { at: Main Street 5 }, office: { at: [45.6, -122.6] } }"
    let scenario = try read(
      "world: { map: town.osm.pbf }", text, drive, routes: routes(places: places))
    #expect(scenario.places.map(\.coordinate) == [home, office])
    #expect(scenario.places.map(\.isIndoors) == [false, true])
    let unknown = text.replacing("Street 5", with: "Street 6")
    #expect(
      message {
        try read("world: { map: town.osm.pbf }", unknown, drive, routes: routes(places: places))
      }.contains("has no place 'Main Street 6'"))
    #expect(message { try read(text, drive, routes: nil) }.contains("[latitude, longitude]"))
  }

  @Test("Planning collects each move once, with places by address, and reads no routes")
  func planning() throws {
    var planning = reader
    planning.routeReading = .planning { [home] (text, location) throws(InputError) in
      guard text == "Main Street 5" else { throw InputError(location, "unknown") }
      return home
    }
    let text = scenarioText(
      "duration: 3 d",
      "places: { home: { at: Main Street 5 }, office: { at: [45.6, -122.6] } }",
      "day: [{ stay: home, until: '08:00' }, { drive: office }, { fly: home }]")
    let scenario = try planning.read(text: text, file: "day.yaml")
    #expect(scenario.moves.map(\.request) == [.init(mode: .automotive, from: home, to: office)])
    #expect(scenario.moves.map(\.name) == ["drive to 'office'"])
    #expect(scenario.places[0].address == "Main Street 5")
    #expect(scenario.map?.routesPath == "day.routes.geojson")
  }
}
