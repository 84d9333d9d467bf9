import Geodesy
import Routes
import Scenarios
import Text
import World

/// The table of found routes, for the terminal.
struct RouteTable {
  let moves: [PlannedMove]
  let routes: RouteFile

  var text: String {
    var rows = [["leg", "km", "straight km", "tunnels km", "urban sky", "possible stops"]]
    for move in moves {
      guard let route = routes[move.request] else { continue }
      let figures = Figures(route, of: move.request)
      rows.append([
        "\(move.name) (line \(move.location.line ?? 0))", kilometers(figures.meters),
        kilometers(move.request.straightMeters), kilometers(figures.tunnelMeters),
        "\(Int((figures.urbanShare * 100).rounded())) %", "\(route.stops.count)",
      ])
    }
    let notes = moves.compactMap(note)
    return TextTable(rows, leftColumns: 1).text + notes.map { $0 + "\n" }.joined()
      + "\(routes.origin.attribution)\n"
  }

  /// Returns a note on a leg whose start or target lies far from every way.
  private func note(_ move: PlannedMove) -> String? {
    guard let route = routes[move.request] else { return nil }
    let meters = Figures(route, of: move.request).offWayMeters
    guard meters > 100 else { return nil }
    return "Line \(move.location.line ?? 0): the nearest way is \(Int(meters)) m from an end of "
      + "'\(move.name)'; that part is straight."
  }

  private func kilometers(_ meters: Double) -> String {
    meters == 0 ? "-" : "\((meters / 10).rounded() / 100)"
  }

  /// The lengths of a route.
  private struct Figures {
    var meters = 0.0
    var tunnelMeters = 0.0
    private var urbanMeters = 0.0
    var urbanShare: Double { meters > 0 ? urbanMeters / meters : 0 }

    /// The largest distance between a point of the leg and its way.
    private(set) var offWayMeters = 0.0

    init(_ route: MappedRoute, of request: RouteRequest) {
      let ends = [(request.from, route.points.first), (request.to, route.points.last)]
      for (point, end) in ends {
        let gap = end.map { $0.distanceMeters(to: point) } ?? 0
        meters += gap
        offWayMeters = max(offWayMeters, gap)
      }
      var piece = 0
      for index in route.points.indices.dropLast() {
        while piece + 1 < route.pieces.count, route.pieces[piece + 1].firstPoint <= index {
          piece += 1
        }
        let length = route.points[index].distanceMeters(to: route.points[index + 1])
        meters += length
        if route.pieces[piece].way.isTunnel { tunnelMeters += length }
        if route.pieces[piece].way.sky == .urban { urbanMeters += length }
      }
    }
  }
}
