import ArgumentParser
import CommandOptions
import Evaluation
import Files
import Foundation
import Maps
import Routes
import Scenarios
import Simulation
import Terminal
import Text

/// `odograph route`: finds the routes of a scenario on a map and freezes them in a file, or moves a
/// recording to the ways of a map.
struct RouteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "Find the routes of a scenario on a map, or match a recording to it",
    discussion: CommandHelp(
      """
      Routes are found by Routino on the map extract that 'map:' or --map names. The file holds \
      ways, speed limits, tunnels, skies and stops; 'odograph run' needs this file alone. For a \
      plan of a study, each participant's places are drawn from the map too. A recording is \
      matched: its points move to the ways of the map, and a report says how far. The data are © \
      OpenStreetMap contributors, under the ODbL 1.0.
      """,
      examples: [
        "route town.yaml", "route Scenarios/commuter-weekday.yaml --map oregon.osm.pbf",
        "route ride.gpx --map town.osm.pbf",
      ],
      page: "guide/routes.md"
    ).text)

  @Argument(
    help: ArgumentHelp(
      "A scenario in YAML, a plan of a study, or a recording",
      valueName: "scenario|plan|recording"),
    completion: .scenario)
  var scenario: String

  @OptionGroup var source: RouteSourceOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The file to write (default: 'routes:' of the scenario, or the input's name with \
      .routes.geojson, and .matched.gpx for a recording)
      """, valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "For a study: the number of participants (default: as in the plan)", valueName: "count"))
  var participants: Int?

  @OptionGroup(title: "For recordings") var trace: TraceArguments

  func run() throws {
    guard ScenarioInput.isScenario(scenario) else { return try matchRecording() }
    try ScenarioInput.refuse(trace, for: scenario)
    if try DocumentKind.recognized(path: scenario) == .study { return try prepareStudy() }
    try refuseParticipants(for: "a scenario")
    let reader = ScenarioReader(vocabulary: .simulatedPhone)
    let named = try reader.mapExtract(ofScenario: scenario)
    let planner = try source.planner(extract: named?.path, location: named?.location)
    let read = try planned(by: planner, reader)
    guard let map = read.map else { return }
    guard !read.moves.isEmpty || !read.places.isEmpty else {
      throw InputError(
        SourceLocation(file: scenario), "no leg and no place of this scenario is on a map",
        accepted: "legs such as '- drive: office'")
    }
    let target = output ?? map.routesPath
    let routes = try write(
      to: target, besides: read.sourceFiles + [named?.path, source.map].compactMap { $0 },
      planner: planner
    ) { () throws(InputError) in
      try planner.plan(read.moves.map(RoutePlanner.Move.init), places: places(of: read))
    }
    Console.write(RouteTable(moves: read.moves, routes: routes).text)
    Console.write("Routes: \(target)\n")
    if map.location.line == nil, target == map.routesPath {
      let name = URL(fileURLWithPath: target).lastPathComponent
      Console.remark("Name them in the scenario: world: { routes: \(name) }")
    }
  }

  private func matchRecording() throws {
    try refuseParticipants(for: "a recording")
    try RecordingMatch(path: scenario, trace: trace, source: source, output: output).run()
  }

  private func refuseParticipants(for kind: String) throws(InputError) {
    guard participants != nil else { return }
    throw InputError(
      SourceLocation(file: scenario), "--participants is given for \(kind)",
      accepted: "a plan of a study")
  }

  /// Finds routes and writes them.
  private func write(
    to target: String, besides inputs: [String], planner: RoutePlanner,
    _ find: () throws(InputError) -> RouteFile
  ) throws -> RouteFile {
    guard !target.isEmpty else {
      throw InputError(.commandLine, "--output is empty", accepted: "a file")
    }
    try OutputFile.refuse(target, option: "--output", overwriting: inputs)
    try RouteFile.refuseToReplace(target)
    return try MapResult.write(to: target, by: planner, find, as: \.geoJSON)
  }

  private func prepareStudy() throws {
    var study = try StudyReader(measures: Measures.names).read(path: scenario)
    if let participants {
      guard participants > 0 else {
        throw InputError(
          .commandLine, "--participants is \(participants)", accepted: "a number of at least 1")
      }
      study.participants = participants
    }
    guard let map = study.map else {
      throw InputError(
        SourceLocation(file: scenario), "this study names no map",
        accepted: "'map: town.osm.pbf' or 'routes: town.routes.geojson' in the plan, with --map too"
      )
    }
    let target = output ?? map.routesPath
    let planner = try source.planner(extract: map.extract, location: map.location)
    let inputs = study.sourceFiles.filter { $0 != map.routesPath }
    let search = StudyRoutes(study: study, planner: planner)
    let routes = try write(
      to: target, besides: inputs + [map.extract, source.map].compactMap { $0 }, planner: planner,
      search.file)
    Console.write(
      "\(study.participants) participants, \(routes.places.count) places, "
        + "\(routes.requests.count) routes. \(routes.origin.attribution)\n")
    for remark in try search.remarks(on: routes) { Console.remark(remark) }
    Console.write("Routes: \(target)\n")
  }

  /// Reads the scenario in order to find its routes.
  private func planned(
    by planner: RoutePlanner, _ reader: ScenarioReader
  ) throws(InputError) -> Scenario {
    var reader = reader
    let interruption = Interruption { planner.interrupt() }
    defer { interruption.end() }
    reader.routeReading = .planning { (text, location) throws(InputError) in
      try planner.locate(text, location)
    }
    return try reader.read(path: scenario)
  }

  private func places(of read: Scenario) -> [MappedPlace] {
    read.places.map { MappedPlace(address: $0.address, coordinate: $0.coordinate) }
  }
}
