import Geodesy
import Testing

@testable import Maps

@Suite("The sea lies on the right of coastlines")
struct CoastTests {
  /// A box of one degree in each direction.
  private let box = GeoBox(west: 0, south: 0, east: 1, north: 1)

  private func line(_ points: (x: Double, y: Double)...) -> [Coordinate] {
    points.map { Coordinate(latitude: $0.y, longitude: $0.x) }
  }

  /// The share of the box that is sea, by a grid of 400 points.
  private func share(_ coast: Coast) -> Double {
    let middles = (0..<20).map { (Double($0) + 0.5) / 20 }
    let points = middles.flatMap { latitude in
      middles.map { Coordinate(latitude: latitude, longitude: $0) }
    }
    let wet = points.filter { point in
      coast.sea.contains { rings in
        isInside(point, rings[0]) && !rings.dropFirst().contains { isInside(point, $0) }
      }
    }
    return Double(wet.count) / 400
  }

  @Test("A coast from side to side leaves the sea on its right, whatever the pieces of the line")
  func straightCoast() {
    // From west to east at 0.3: the land is in the north, and the sea covers 30 %.
    let east = line((-1, 0.3), (0.5, 0.3), (2, 0.3))
    #expect(abs(share(Coast([east], in: box)) - 0.3) < 1e-9)
    // The other way around, the sea is in the north.
    #expect(abs(share(Coast([east.reversed()], in: box)) - 0.7) < 1e-9)
    let pieces = [
      line((0.5, 0.3), (0.8, 0.3)), line((-1, 0.3), (0.5, 0.3)), line((0.8, 0.3), (2, 0.3)),
    ]
    #expect(abs(share(Coast(pieces, in: box)) - 0.3) < 1e-9)
  }

  @Test("A strait between two coasts is one area of sea, and its islands are holes")
  func strait() {
    // The land ends at 0.8 in the north and at 0.2 in the south; the island covers 0.2 by 0.2.
    let north = line((-1, 0.8), (2, 0.8))
    let south = line((2, 0.2), (-1, 0.2))
    let island = line((0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6), (0.4, 0.4))
    let coast = Coast([north, island, south], in: box)
    #expect(coast.sea.count == 1)
    #expect(coast.sea.first?.count == 2)
    #expect(abs(share(coast) - 0.56) < 1e-9)
  }

  @Test("A peninsula and a bay at one side keep the rest of the box")
  func peninsula() {
    // Land of 0.2 by 0.5 at the southern side: the sea is around it.
    let land = line((0.6, -1), (0.6, 0.5), (0.4, 0.5), (0.4, -1))
    #expect(abs(share(Coast([land], in: box)) - 0.9) < 1e-9)
    #expect(abs(share(Coast([land.reversed()], in: box)) - 0.1) < 1e-9)
  }

  @Test("An island alone has the sea all around, also one that the box cuts")
  func islands() {
    let small = line((0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6), (0.4, 0.4))
    #expect(abs(share(Coast([small], in: box)) - 0.96) < 1e-9)
    // The island covers the eastern half.
    let cut = line((0.5, -1), (3, -1), (3, 2), (0.5, 2), (0.5, -1))
    #expect(abs(share(Coast([cut], in: box)) - 0.5) < 1e-9)
  }

  @Test("A coastline that ends within the box leaves the sea unknown, and no coastline leaves land")
  func unknown() {
    let ending = line((-1, 0.3), (0.5, 0.3))
    #expect(Coast([ending], in: box).sea.isEmpty)
    // A complete coast elsewhere does not tell on which side of the other one the sea ends.
    #expect(Coast([line((2, 0.6), (-1, 0.6)), ending], in: box).sea.isEmpty)
    #expect(Coast([], in: box).sea.isEmpty)
    #expect(Coast([line((3, 3), (4, 4))], in: box).sea.isEmpty)
  }
}
