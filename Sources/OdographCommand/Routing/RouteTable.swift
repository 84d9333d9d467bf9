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
    var rows = [["leg", "km", "straight km", "tunnels km", "urban sky", "stops"]]
    for move in moves {
      guard let route = routes[move.request] else { continue }
      let figures = Figures(route)
      rows.append([
        "\(move.name) (line \(move.location.line ?? 0))", kilometers(figures.meters),
        kilometers(move.request.straightMeters), kilometers(figures.tunnelMeters),
        "\(Int((figures.urbanShare * 100).rounded())) %", "\(route.stops.count)",
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
    return lines.joined(separator: "\n") + "\n\(routes.origin.attribution)\n"
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

    init(_ route: MappedRoute) {
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
