import ArgumentParser
import Maps
import Terminal
import Text

/// The options that name the map or the server on which routes are found.
struct RouteSourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The map extract, such as town.osm.pbf (default: 'map:' of the scenario)", valueName: "file"),
    completion: .file())
  var map: String?

  @Option(help: ArgumentHelp("An OSRM server that finds the routes", valueName: "url"))
  var osrm: String?

  @Option(help: ArgumentHelp("A Valhalla server that finds the routes", valueName: "url"))
  var valhalla: String?

  @Option(help: ArgumentHelp("A GraphHopper server that finds the routes", valueName: "url"))
  var graphhopper: String?

  private var givenServers: [String] {
    [("--osrm", osrm), ("--valhalla", valhalla), ("--graphhopper", graphhopper)]
      .filter { $0.1 != nil }.map(\.0)
  }

  /// The option that names a server; nil if none does.
  var givenServer: String? { givenServers.first }

  func validate() throws {
    let given = givenServers
    guard given.count < 2 else {
      throw ValidationError("\(given.joined(separator: " and ")) are both given; accepted: one")
    }
    guard map?.isEmpty != true else {
      throw ValidationError("--map is empty; accepted: a map extract such as town.osm.pbf")
    }
  }

  /// Returns the planner of routes.
  ///
  /// - Parameters:
  ///   - extract: the map extract that the scenario names; nil if it names none.
  ///   - location: the place in the scenario that names the extract.
  func planner(extract: String?, location: SourceLocation?) throws(InputError) -> RoutePlanner {
    // A large extract is read for a minute before anything is written.
    let work = MapWork()
    let interruption = Interruption { work.interrupt() }
    defer { interruption.end() }
    return try RoutePlanner(
      extract: map ?? extract, server: server,
      location: map == nil ? location ?? .commandLine : .commandLine, work: work)
  }

  private var server: (any Router)? {
    if let osrm { return OSRM(url: osrm, fetch: RoutingServer.fetch) }
    if let valhalla { return Valhalla(url: valhalla, fetch: RoutingServer.fetch) }
    return graphhopper.map { GraphHopper(url: $0, fetch: RoutingServer.fetch) }
  }
}
