import EventKernel
import Foundation
import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("Cell sites") struct CellLayoutTests {
  @Test("stand as far apart as the area class says", arguments: AreaClass.allCases)
  func density(area: AreaClass) {
    let layout = CellLayout(chance: SeededRandom(seed: 3))[area]
    let spacing = CellLayout.spacingMeters(area)
    // A square of 20 by 20 spacings holds about 400 cells, those cut by its border included up to
    // 480.
    var cells: Set<Int64> = []
    for row in 0..<100 {
      for column in 0..<100 {
        let place = spot(Double(column) * spacing / 5, Double(row) * spacing / 5)
        cells.insert(layout.servingCell(at: place))
      }
    }
    #expect((400...490).contains(cells.count))
  }

  @Test("serve from the nearest site of all, everywhere on Earth")
  func nearest() {
    let chance = SeededRandom(seed: 11)
    let layout = CellLayout(chance: chance)[.rural]
    for index in 0..<400 {
      let place = Coordinate(
        latitude: chance.uniform(in: -80...80, at: Int64(index) * 2),
        // Half of the places are near the antimeridian.
        longitude: index % 2 == 0
          ? chance.uniform(in: -180...180, at: Int64(index) * 2 + 1)
          : longitudeDifference(180 + chance.uniform(in: -0.05...0.05, at: Int64(index) * 2 + 1)))
      let serving = layout.servingCell(at: place)
      let meters = layout.site(of: serving).distanceMeters(to: place)
      // The cells that serve places a few kilometers away have sites too, which must not be nearer.
      let scale = LocalScale(latitude: place.latitude)
      for east in stride(from: -9000.0, through: 9000, by: 1500) {
        for north in stride(from: -9000.0, through: 9000, by: 1500) {
          let other = scale.coordinate(
            place, moved: Displacement(eastMeters: east, northMeters: north))
          let site = layout.site(of: layout.servingCell(at: other))
          // Distances are compared at the scale of the row, so they may differ by thousandths.
          #expect(site.distanceMeters(to: place) >= meters * 0.998)
        }
      }
    }
  }

  @Test("serve every place within the reach of a place", arguments: AreaClass.allCases)
  func reach(area: AreaClass) {
    let chance = SeededRandom(seed: 5)
    let layout = CellLayout(chance: chance)[area]
    var neighborhood = CellGrid.Neighborhood()
    var shares = 0.0
    for index in 0..<500 {
      // Half of the places are near the antimeridian.
      let east = chance.uniform(in: -180...180, at: Int64(index) * 2 + 1)
      let place = Coordinate(
        latitude: chance.uniform(in: -85...85, at: Int64(index) * 2),
        longitude: index % 2 == 0 ? east : longitudeDifference(180 + east * 1e-4))
      let (cell, reach) = layout.servingCell(at: place, in: &neighborhood)
      #expect(cell == layout.servingCell(at: place))
      shares += reach / CellLayout.spacingMeters(area)
      let scale = LocalScale(latitude: place.latitude)
      for direction in 0..<32 {
        let angle = Double(direction) / 16 * .pi
        let other = scale.coordinate(
          place,
          moved: Displacement(eastMeters: reach * sin(angle), northMeters: reach * cos(angle)))
        #expect(layout.servingCell(at: other) == cell)
        // The next search finds the same cell from the sites of this one.
        #expect(layout.servingCell(at: other, in: &neighborhood).cell == cell)
      }
    }
    // Sites are about one spacing apart. The reach is at most half of that at a site, and nothing
    // at the border of its cell.
    #expect((0.05...0.25).contains(shares / 500))
  }

  @Test("are the same for the same seed, however one got there, and others for another")
  func deterministic() {
    let layout = CellLayout(chance: SeededRandom(seed: 1))[.urban]
    let again = CellLayout(chance: SeededRandom(seed: 1))[.urban]
    let other = CellLayout(chance: SeededRandom(seed: 2))[.urban]
    #expect(layout.servingCell(at: homeCoordinate) == again.servingCell(at: homeCoordinate))
    let cell = layout.servingCell(at: homeCoordinate)
    #expect(layout.site(of: cell) == again.site(of: cell))
    #expect(layout.site(of: cell) != other.site(of: cell))
  }

  @Test("exist at the poles, and what is no coordinate has none")
  func edges() {
    let layout = CellLayout(chance: SeededRandom(seed: 1))[.urban]
    for latitude in [-90.0, 90, 89.9999] {
      for longitude in [-180.0, 0, 180] {
        let cell = layout.servingCell(at: Coordinate(latitude: latitude, longitude: longitude))
        #expect(cell != 0)
        #expect(layout.site(of: cell).isValid)
      }
    }
    #expect(layout.servingCell(at: Coordinate(latitude: .nan, longitude: 0)) == 0)
    #expect(layout.servingCell(at: Coordinate(latitude: 0, longitude: .infinity)) == 0)
  }
}
