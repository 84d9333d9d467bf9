import Geodesy

/// The surroundings of routes, as boxes that do not overlap.
///
/// A route through a large country has a bounding box of half the country. Its surroundings are a
/// small part of that.
struct Corridor {
  /// The side of a tile of the grid of which the boxes are made.
  private static let tileMeters = 2000.0
  /// The boxes, from south to north and from west to east.
  let boxes: [GeoBox]

  /// - Parameters:
  ///   - lines: the points of each route. A place is a line of one point.
  ///   - reachMeters: the distance from the lines within which the corridor covers everything.
  init(along lines: [[Coordinate]], reachMeters: Double) {
    guard let box = GeoBox(around: lines.flatMap(\.self))?.widened(byMeters: reachMeters) else {
      boxes = []
      return
    }
    let grid = Grid(box, tileMeters: Corridor.tileMeters)
    var tiles: Set<Tile> = []
    for position in lines.flatMap(Corridor.dense) {
      tiles.formUnion(grid.tiles(near: position, meters: reachMeters + Corridor.stepMeters / 2))
    }
    boxes = grid.boxes(of: tiles)
  }

  /// The largest distance between two positions that are looked at on a straight piece.
  private static let stepMeters = 500.0

  /// Returns the points of a line with further points on its straight pieces.
  private static func dense(_ line: [Coordinate]) -> [Coordinate] {
    zip(line, line.dropFirst()).flatMap { a, b in
      let parts = max(1, Int((a.distanceMeters(to: b) / stepMeters).rounded(.up)))
      return (0..<parts).map { a.interpolated(to: b, share: Double($0) / Double(parts)) }
    } + line.suffix(1)
  }

  private struct Tile: Hashable {
    var row: Int
    var column: Int
  }

  private struct Grid {
    let origin: Coordinate
    let heightDegrees: Double
    let widthDegrees: Double

    init(_ box: GeoBox, tileMeters: Double) {
      let scale = LocalScale(latitude: (box.south + box.north) / 2)
      origin = Coordinate(latitude: box.south, longitude: box.west)
      heightDegrees = tileMeters / scale.metersPerDegreeNorth
      widthDegrees = tileMeters / scale.metersPerDegreeEast
    }

    func tiles(near position: Coordinate, meters: Double) -> [Tile] {
      guard let box = GeoBox(around: [position])?.widened(byMeters: meters) else { return [] }
      func row(_ latitude: Double) -> Int {
        Int(((latitude - origin.latitude) / heightDegrees).rounded(.down))
      }
      func column(_ longitude: Double) -> Int {
        Int(((longitude - origin.longitude) / widthDegrees).rounded(.down))
      }
      return (row(box.south)...row(box.north)).flatMap { row in
        (column(box.west)...column(box.east)).map { Tile(row: row, column: $0) }
      }
    }

    /// Returns one box for each run of neighboring tiles in a row.
    func boxes(of tiles: Set<Tile>) -> [GeoBox] {
      var runs: [(row: Int, columns: ClosedRange<Int>)] = []
      for tile in tiles.sorted(by: { ($0.row, $0.column) < ($1.row, $1.column) }) {
        if let last = runs.last, last.row == tile.row, last.columns.upperBound + 1 == tile.column {
          runs[runs.count - 1].columns = last.columns.lowerBound...tile.column
        } else {
          runs.append((tile.row, tile.column...tile.column))
        }
      }
      return runs.map { run in
        GeoBox(
          west: origin.longitude + Double(run.columns.lowerBound) * widthDegrees,
          south: origin.latitude + Double(run.row) * heightDegrees,
          east: origin.longitude + Double(run.columns.upperBound + 1) * widthDegrees,
          north: origin.latitude + Double(run.row + 1) * heightDegrees)
      }
    }
  }
}
