import EventKernel
import Geodesy

/// The positions of the cell sites: one grid for each area class, drawn from the seed.
///
/// The phone uses the grid of the area in which it is. Where a route leads from a suburb into the
/// country, the phone therefore changes its cell.
package struct CellLayout: Sendable {
  private let urban: CellGrid
  private let suburban: CellGrid
  private let rural: CellGrid

  package init(chance: SeededRandom) {
    self.init(chance: chance, spacingMeters: CellLayout.spacingMeters)
  }

  /// Makes a layout with the same spacing in all areas.
  package init(spacingMeters: Double, chance: SeededRandom) {
    self.init(chance: chance) { _ in spacingMeters }
  }

  private init(chance: SeededRandom, spacingMeters: (AreaClass) -> Double) {
    urban = CellGrid(spacingMeters: spacingMeters(.urban), chance: chance)
    suburban = CellGrid(spacingMeters: spacingMeters(.suburban), chance: chance)
    rural = CellGrid(spacingMeters: spacingMeters(.rural), chance: chance)
  }

  /// The grid of an area class.
  package subscript(area: AreaClass) -> CellGrid {
    area.pick(urban: urban, suburban: suburban, rural: rural)
  }
}

extension CellLayout {
  /// Returns the mean distance between neighboring sites.
  ///
  /// The suburban value comes from 202 free-standing towers in Allegheny County, Pennsylvania. The
  /// distance from a tower to the nearest other tower has a median of 1,442 m and a 5th to 95th
  /// percentile of 33 to 3,054 m. The urban and rural values are estimates. The list of towers
  /// contains no rooftop sites or small cells, and covers little open country.
  static func spacingMeters(_ area: AreaClass) -> Double {
    switch area {
    case .urban: 500
    case .suburban: 1500
    case .rural: 4000
    }
  }
}
