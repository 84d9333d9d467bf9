import Geodesy

/// The distances to the nearest of several lines, on a grid over a box.
///
/// A distance is right to some cells, since a step to a diagonal cell counts as one to the side.
struct RouteDistances {
  /// The largest number of cells in a row or a column.
  private static let cellsMax = 400.0
  private static let cellMetersMin = 50.0

  private let box: GeoBox
  private let scale: LocalScale
  private let cellMeters: Double
  private let columns: Int
  private let rows: Int
  /// The number of steps from each cell to the nearest line.
  private var steps: [Int32]

  init(to lines: [[Coordinate]], in box: GeoBox) {
    self.box = box
    scale = LocalScale(latitude: (box.south + box.north) / 2)
    let size = scale.displacement(
      from: Coordinate(latitude: box.south, longitude: box.west),
      to: Coordinate(latitude: box.north, longitude: box.east))
    cellMeters = max(
      Self.cellMetersMin, max(size.eastMeters, size.northMeters) / Self.cellsMax)
    columns = Int(size.eastMeters / cellMeters) + 1
    rows = Int(size.northMeters / cellMeters) + 1
    steps = [Int32](repeating: .max, count: columns * rows)
    spread(from: lines.flatMap { cells(along: $0) })
  }

  /// Returns the distance from a position to the nearest line; infinite if there is no line.
  func meters(at position: Coordinate) -> Double {
    let steps = steps[cell(at: position)]
    return steps == .max ? .infinity : Double(steps) * cellMeters
  }

  /// Returns the cell of a position. A position beside the box has the nearest cell.
  private func cell(at position: Coordinate) -> Int {
    let way = scale.displacement(
      from: Coordinate(latitude: box.south, longitude: box.west), to: position)
    let column = min(max(Int(way.eastMeters / cellMeters), 0), columns - 1)
    let row = min(max(Int(way.northMeters / cellMeters), 0), rows - 1)
    return row * columns + column
  }

  private func cells(along line: [Coordinate]) -> [Int] {
    var cells = line.first.map { [cell(at: $0)] } ?? []
    for (a, b) in zip(line, line.dropFirst()) {
      let parts = Int(a.distanceMeters(to: b) / cellMeters) + 1
      for part in 1...parts {
        cells.append(cell(at: a.interpolated(to: b, share: Double(part) / Double(parts))))
      }
    }
    return cells
  }

  private mutating func spread(from start: [Int]) {
    var edge = start
    for cell in edge { steps[cell] = 0 }
    var distance: Int32 = 0
    while !edge.isEmpty {
      distance += 1
      var next: [Int] = []
      for cell in edge {
        let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1)
          where steps[y * columns + x] == .max {
            steps[y * columns + x] = distance
            next.append(y * columns + x)
          }
        }
      }
      edge = next
    }
  }
}
