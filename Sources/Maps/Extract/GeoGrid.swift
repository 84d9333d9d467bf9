import Geodesy

/// A grid over the map that finds the objects near a position. Each object is an index.
struct GeoGrid: Sendable {
  private struct Cell: Hashable {
    var row: Int32
    var column: Int32
  }

  private let cellDegrees: Double
  private var objects: [Cell: [Int32]] = [:]

  /// - Parameter cellDegrees: the height and width of a cell, in degrees.
  init(cellDegrees: Double) { self.cellDegrees = cellDegrees }

  mutating func insert(_ index: Int, in box: GeoBox) {
    for cell in cells(of: box) { objects[cell, default: []].append(Int32(index)) }
  }

  /// Returns the objects whose cells a box touches, each once, in the order of their indices.
  func indices(near box: GeoBox) -> [Int] {
    var found: Set<Int32> = []
    for cell in cells(of: box) { found.formUnion(objects[cell] ?? []) }
    return found.sorted().map(Int.init)
  }

  private func cells(of box: GeoBox) -> [Cell] {
    (number(box.south)...number(box.north)).flatMap { row in
      (number(box.west)...number(box.east)).map { Cell(row: row, column: $0) }
    }
  }

  private func number(_ degrees: Double) -> Int32 { Int32((degrees / cellDegrees).rounded(.down)) }
}
