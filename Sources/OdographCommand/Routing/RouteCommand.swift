import ArgumentParser
import Files
import Foundation
import Maps
import Routes
import Scenarios
import Simulation
import Terminal
import Text

/// `odograph route`: finds the routes of a scenario on a map and freezes them in a file.
struct RouteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "Find the routes of a scenario on a map and freeze them in a file",
    discussion: CommandHelp(
      """
      Routes are found by Routino on the map extract that 'map:' or --map names. The file holds \
      ways, speed limits, tunnels, skies and stops; 'odograph run' needs this file alone. Its data \
      are © OpenStreetMap contributors, under the ODbL 1.0.
      """,
      examples: ["route town.yaml", "route Scenarios/commuter-weekday.yaml --map oregon.osm.pbf"],
      page: "guide/routes.md"
    ).text)

  @Argument(
    help: ArgumentHelp("A scenario in YAML", valueName: "scenario"), completion: .scenario)
  var scenario: String

  @OptionGroup var source: RouteSourceOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write (default: 'routes:' of the scenario, else its name and .routes.geojson)",
      valueName: "file"),
    completion: .file())
  var output: String?

  func run() throws {
    let reader = ScenarioReader(vocabulary: .simulatedPhone)
    let named = try reader.mapExtract(ofScenario: scenario)
    let planner = try source.planner(extract: named?.path, location: named?.location)
    let read = try planned(by: planner, reader)
    guard let map = read.map else { return }
    guard !read.moves.isEmpty else {
      throw InputError(
        SourceLocation(file: scenario), "no leg of this scenario follows the ways of a map",
        accepted: "legs such as '- drive: office'")
    }
    let target = output ?? map.routesPath
    try OutputFile.refuse(
      target, option: "--output", overwriting: [scenario, named?.path].compactMap { $0 })
    let file = try OutputFile(target)
    let routes = try planner.plan(
      read.moves.map {
        RoutePlanner.Move(request: $0.request, name: $0.name, location: $0.location)
      },
      places: places(of: read))
    try file.write(Array(routes.geoJSON.utf8))
    try file.commit()
    Console.write(RouteTable(moves: read.moves, routes: routes).text)
    Console.remark("Routes: \(target)")
    if map.location.line == nil, target == map.routesPath {
      let name = URL(fileURLWithPath: target).lastPathComponent
      Console.remark("Name them in the scenario: world: { routes: \(name) }")
    }
  }

  /// Reads the scenario in order to find its routes.
  private func planned(
    by planner: RoutePlanner, _ reader: ScenarioReader
  ) throws(InputError) -> Scenario {
    var reader = reader
    reader.routeReading = .planning { (text, location) throws(InputError) in
      try planner.locate(text, location)
    }
    return try reader.read(path: scenario)
  }

  private func places(of read: Scenario) -> [MappedPlace] {
    read.places.map { MappedPlace(address: $0.address, coordinate: $0.coordinate) }
  }
}
