import Documents
import Files
import Foundation
import Geodesy
import Routes
import Text
import World

/// The way in which a reader of scenarios finds routes and addresses.
package enum RouteReading: Sendable {
  /// In the scenario's file of routes.
  case frozen
  /// Not at all: the scenario is read in order to find its routes. The function returns the
  /// position of an address.
  case planning(locate: @Sendable (String, SourceLocation) throws(InputError) -> Coordinate)

  /// Planning for a scenario whose places are positions.
  package static let planning = planning { (_, location) throws(InputError) in
    throw InputError(location, "this is an address", accepted: "[latitude, longitude]")
  }
}

/// The map of a scenario: the extract that `map:` names, and the routes that were found on it.
package struct ScenarioMap: Sendable {
  /// The path of the scenario's own file, for messages.
  package var scenarioPath: String
  /// The path of the map extract; nil if the scenario names only its routes.
  package var extract: String?
  /// The path of the file of routes.
  package var routesPath: String
  /// The routes; nil while they are planned.
  package var routes: RouteFile?
  /// The place in the scenario that names the map or the routes.
  package var location: SourceLocation
  /// The command that finds the routes of the study to which the scenario belongs; nil for none.
  var studyRouting: String?

  /// Returns the path of the routes that 'odograph route' writes for a scenario.
  package static func routesPath(ofScenario path: String) -> String {
    let url = URL(fileURLWithPath: path)
    guard ["yaml", "yml"].contains(url.pathExtension.lowercased()) else {
      return path + ".routes.geojson"
    }
    return path.dropLast(url.pathExtension.count + 1) + ".routes.geojson"
  }

  /// The command that finds the routes.
  var routing: String {
    if let studyRouting { return studyRouting }
    return "odograph route \(scenarioPath.printable)" + (extract == nil ? " --map FILE" : "")
  }

  /// The credit and the origin of the routes, as a sentence for the report.
  var remark: String? { routes?.origin.remark }
}

/// A move of the scenario for which a route is needed.
package struct PlannedMove: Sendable, Hashable {
  package var request: RouteRequest
  /// The name of the move, such as "drive to 'office'".
  package var name: String
  package var location: SourceLocation
}

/// The two ways of a leg: along the ways of the map, or straight.
enum LegRoute: String, CaseIterable { case map, straight }

extension ScenarioReader {
  /// Returns the path of the map extract that a scenario names, before the scenario is read; nil if
  /// it names none.
  package func mapExtract(
    ofScenario path: String
  ) throws(InputError) -> (path: String, location: SourceLocation)? {
    let (root, _) = try ScenarioInheritance.read(path: path, mention: .commandLine)
    guard let node = root["world"]?["map"] else { return nil }
    return (try ScenarioReader.path(node), node.location)
  }

  /// Reads the scenario's map; nil if it has none.
  ///
  /// - Parameter file: the scenario's own file, whose name the file of routes has by default.
  func readMap(_ node: SourceNode?, file: String) throws(InputError) -> ScenarioMap? {
    let fields = try node.map { (node) throws(InputError) in
      try Fields(node, keys: ScenarioKeys.world)
    }
    let named = fields?["routes"] ?? fields?["map"]
    let extract = try fields?["map"].map(ScenarioReader.path)
    let routesPath =
      try fields?["routes"].map(ScenarioReader.path) ?? ScenarioMap.routesPath(ofScenario: file)
    var map = ScenarioMap(
      scenarioPath: file, extract: extract, routesPath: routesPath,
      location: named?.location ?? SourceLocation(file: file))
    map.studyRouting = routing
    guard case .frozen = routeReading else { return map }
    guard let named else { return nil }
    guard FileManager.default.fileExists(atPath: routesPath) else {
      throw InputError(
        named.location, "the routes of this scenario are not found yet",
        accepted: "the file \(routesPath.printable) after '\(map.routing)'")
    }
    map.routes = try routeFiles.file(routesPath, mention: named.location)
    try map.refuseOtherExtract()
    return map
  }
}

extension ScenarioReader {
  static func path(_ node: SourceNode) throws(InputError) -> String {
    ScenarioInheritance.path(try node.text("a path"), from: node.location)
  }
}

extension RouteOrigin.MapExtract {
  /// Returns true if the file at a path is there and is another extract.
  func isOther(than path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int).map { $0 != bytes } ?? false
  }
}

extension ScenarioMap {
  /// Throws an error if the map extract was exchanged after the routes were found. A missing
  /// extract is no error, since a simulation needs the routes alone.
  fileprivate func refuseOtherExtract() throws(InputError) {
    guard let extract, let origin = routes?.origin.map, origin.isOther(than: extract) else {
      return
    }
    throw InputError(
      location, "the map has changed since the routes were found",
      accepted: "'\(routing)', which finds them anew")
  }

  /// Returns the route of a move; nil while routes are planned.
  func route(
    for request: RouteRequest, at location: SourceLocation
  ) throws(InputError) -> MappedRoute? {
    guard let routes else { return nil }
    if let route = routes[request] { return route }
    throw InputError(
      location, "\(routesPath.printable) has no route for this leg",
      accepted: "'\(routing)', which finds it, or 'route: straight'")
  }
}
