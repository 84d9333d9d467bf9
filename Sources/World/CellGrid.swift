import EventKernel
import Geodesy

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cell sites of one spacing: a jittered grid, drawn from the seed.
///
/// The grid has rows of equal height in latitude, from pole to pole. Each row has a whole number of
/// columns, so that the row closes at the antimeridian. The number of columns is proportional to
/// the length of the row's circle of latitude. Sites are therefore equally dense everywhere. The
/// tiles of the grid are nearly squares, except at the poles. Each tile contains one site, at a
/// random position that depends only on the seed, the row and the column. The layout does not
/// depend on the person's positions.
///
/// The phone uses the site nearest to the phone. This site is always in the phone's own tile or in
/// one of the eight tiles around that tile, for the following reason. Each site is at least a fifth
/// of a tile's side from the borders of the tile. The site of the phone's own tile is therefore at
/// most 0.8·√2 = 1.13 sides away. Sites outside the nine tiles are at least 1.2 sides away.
package struct CellGrid: Sendable {
  package let spacingMeters: Double
  let sites: SeededRandom
  private let rowHeightDegrees: Double
  /// The least distance of a site from the borders of its tile, as a share of the tile's side.
  private static let margin = 0.2

  /// Makes a grid with a spacing, which is limited to 50 m to 100 km.
  package init(spacingMeters: Double, chance: SeededRandom) {
    self.spacingMeters = min(max(spacingMeters, 50), 100_000)
    sites = chance.stream("cells")
    rowHeightDegrees = self.spacingMeters / CellGrid.metersPerDegree
  }

  /// Returns the number of the serving cell, which is the cell with the site nearest to the
  /// position.
  ///
  /// Equal positions have the same serving cell. Returns zero, which is no site's number, for an
  /// invalid coordinate.
  package func servingCell(at coordinate: Coordinate) -> Int64 {
    // Not `isValid`: this runs for every fix, and NaN fails these comparisons too.
    guard abs(coordinate.latitude) <= 90, abs(coordinate.longitude) <= 180 else { return 0 }
    let middle = Int((coordinate.latitude / rowHeightDegrees).rounded(.down))
    let eastScale = cosine(ofRow: middle)
    var nearest: (cell: Int64, squared: Double) = (0, .infinity)
    search(middle, eastScale, near: coordinate, eastScale, &nearest)
    // The rows beside are searched if their nearest possible site is nearer.
    let south = coordinate.latitude - (Double(middle) - Self.margin) * rowHeightDegrees
    if south * south < nearest.squared {
      search(middle - 1, cosine(ofRow: middle - 1), near: coordinate, eastScale, &nearest)
    }
    let north = (Double(middle) + 1 + Self.margin) * rowHeightDegrees - coordinate.latitude
    if north * north < nearest.squared {
      search(middle + 1, cosine(ofRow: middle + 1), near: coordinate, eastScale, &nearest)
    }
    return nearest.cell
  }

  /// The sites of the nine tiles around a position. They stay the same as long as the position is
  /// in the same tile, so that a search near the one before computes no site.
  struct Neighborhood {
    fileprivate var row = Int.min
    fileprivate var eastScale = 0.0
    /// The number of columns in each of the three rows.
    fileprivate var columns = [0.0, 0, 0]
    /// The position's own column in each of the three rows.
    fileprivate var own = SIMD4<Int64>.zero
    fileprivate var sites = [SitePair](repeating: SitePair(), count: 5)

    fileprivate func nearest(to coordinate: Coordinate) -> NearestSites {
      var nearest = SIMD2(repeating: Double.infinity)
      var second = nearest
      var cells = SIMD2<Int64>.zero
      for pair in sites {
        let east = (pair.longitudes - coordinate.longitude) * eastScale
        let north = pair.latitudes - coordinate.latitude
        let squared = east * east + north * north
        let isNearer = squared .< nearest
        let farther = squared.replacing(with: nearest, where: isNearer)
        second.replace(with: farther, where: farther .< second)
        nearest.replace(with: squared, where: isNearer)
        cells.replace(with: pair.cells, where: isNearer)
      }
      // At equal distances either site is the nearest, and the reach is zero.
      let lane = nearest[1] < nearest[0] ? 1 : 0
      return NearestSites(
        cell: cells[lane], squared: nearest[lane],
        squaredOfSecond: min(nearest[1 - lane], second[0], second[1]))
    }
  }

  /// Two sites of a neighborhood, side by side, so that a search needs no branch that a processor
  /// cannot predict. A site that is not set is infinitely far.
  fileprivate struct SitePair {
    var cells = SIMD2<Int64>.zero
    var latitudes = SIMD2(repeating: Double.infinity)
    var longitudes = SIMD2<Double>.zero
  }

  /// The nearest site, its squared distance and that of the second, in degrees of latitude.
  fileprivate struct NearestSites {
    var cell: Int64
    var squared: Double
    var squaredOfSecond: Double
  }

  /// Returns the serving cell at a position, and a distance in meters within which every position
  /// has the same serving cell.
  ///
  /// At that distance, the site next to the nearest could be as near. A twentieth is left for the
  /// scale of distances, which changes from row to row. The distance is zero if it is a small part
  /// of a tile, or near the poles, where a twentieth is too little. Rows must be at most some
  /// kilometers high.
  ///
  /// - Parameter neighborhood: The sites near the position before, of this grid.
  func servingCell(
    at coordinate: Coordinate, in neighborhood: inout Neighborhood
  ) -> (cell: Int64, reachMeters: Double) {
    guard abs(coordinate.latitude) <= 90, abs(coordinate.longitude) <= 180 else { return (0, 0) }
    move(&neighborhood, to: coordinate)
    let nearest = neighborhood.nearest(to: coordinate)
    // The sites of all other tiles are farther away than about this.
    let rest = (1 + Self.margin) * rowHeightDegrees
    let second = min(nearest.squaredOfSecond, rest * rest)
    let margin = (second.squareRoot() - nearest.squared.squareRoot()) / 2
    let isCertain = abs(coordinate.latitude) < 80 && margin > rowHeightDegrees / 20
    return (nearest.cell, isCertain ? 0.95 * margin * Self.metersPerDegree : 0)
  }

  private func move(_ neighborhood: inout Neighborhood, to coordinate: Coordinate) {
    let row = Int((coordinate.latitude / rowHeightDegrees).rounded(.down))
    let isRowNew = row != neighborhood.row
    if isRowNew {
      neighborhood.row = row
      neighborhood.eastScale = cosine(ofRow: row)
      for beside in 0..<3 {
        neighborhood.columns[beside] = Double(columns(inRowOf: cosine(ofRow: row + beside - 1)))
      }
    }
    let turn = (coordinate.longitude + 180) / 360
    var own = SIMD4<Int64>.zero
    for beside in 0..<3 { own[beside] = Int64(neighborhood.columns[beside] * turn) }
    guard isRowNew || own != neighborhood.own else { return }
    neighborhood.own = own
    var place = 0
    for beside in 0..<3 {
      let columns = Int(neighborhood.columns[beside])
      for column in Int(own[beside]) - 1...Int(own[beside]) + 1 {
        let row = row + beside - 1
        let cell = number(row: row, column: wrapped(column, columns))
        let site = site(cell: cell, row: row, column: column, columns: columns)
        neighborhood.sites[place / 2].cells[place % 2] = cell
        neighborhood.sites[place / 2].latitudes[place % 2] = site.latitude
        neighborhood.sites[place / 2].longitudes[place % 2] = site.longitude
        place += 1
      }
    }
  }

  /// Searches the phone's column and the two beside it, in one row, for a nearer site.
  private func search(
    _ row: Int, _ cosine: Double, near coordinate: Coordinate, _ eastScale: Double,
    _ nearest: inout (cell: Int64, squared: Double)
  ) {
    let columns = columns(inRowOf: cosine)
    let own = Int((coordinate.longitude + 180) / 360 * Double(columns))
    for column in own - 1...own + 1 {
      let cell = number(row: row, column: wrapped(column, columns))
      let site = site(cell: cell, row: row, column: column, columns: columns)
      let east = (site.longitude - coordinate.longitude) * eastScale
      let north = site.latitude - coordinate.latitude
      let squared = east * east + north * north
      if squared < nearest.squared { nearest = (cell, squared) }
    }
  }

  /// Returns the position of a serving cell's site.
  package func site(of cell: Int64) -> Coordinate {
    let row = Int(cell >> 32) - CellGrid.rowOffset
    let column = Int(cell & 0xFFFF_FFFF)
    let site = site(
      cell: cell, row: row, column: column, columns: columns(inRowOf: cosine(ofRow: row)))
    return Coordinate(
      latitude: min(max(site.latitude, -90), 90), longitude: longitudeDifference(site.longitude))
  }

  /// Returns the position of the site in a row and column of the grid.
  ///
  /// The column may lie beyond the antimeridian. The longitude is then below -180 or above 180
  /// degrees, so that differences to a position near the antimeridian are correct.
  private func site(cell: Int64, row: Int, column: Int, columns: Int) -> Coordinate {
    let word = sites.bits(at: cell)
    let up = Self.margin + 0.6 * Double(word >> 32) * 0x1p-32
    let along = Self.margin + 0.6 * Double(word & 0xFFFF_FFFF) * 0x1p-32
    return Coordinate(
      latitude: (Double(row) + up) * rowHeightDegrees,
      longitude: (Double(column) + along) * 360 / Double(columns) - 180)
  }

  private func cosine(ofRow row: Int) -> Double {
    max(cos((Double(row) + 0.5) * rowHeightDegrees * .pi / 180), 0)
  }

  private func columns(inRowOf cosine: Double) -> Int {
    max(1, Int(360 / rowHeightDegrees * cosine))
  }

  private func wrapped(_ column: Int, _ columns: Int) -> Int {
    if column < 0 { return column + columns }
    return column >= columns ? column - columns : column
  }

  private func number(row: Int, column: Int) -> Int64 {
    Int64(row + CellGrid.rowOffset) << 32 | Int64(column)
  }

  /// The number added to every row's number to make it positive. There are fewer than 2^20 rows,
  /// because each row is at least 50 m high.
  private static let rowOffset = 1 << 20
  private static let metersPerDegree = 111_195.0
}
