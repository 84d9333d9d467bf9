import EventKernel
import Geodesy
import Testing
import World

@testable import Maps

@Suite("Places drawn from a town")
struct TownTests {
  /// A row of houses along a street of 3 km, a school at each end, and offices.
  private func town() throws -> Town {
    var lines: [String] = []
    for east in stride(from: 0.0, to: 3000, by: 50) {
      lines.append(feature("MultiPolygon", square(east, 10, 10), #""building":"house""#))
      lines.append(feature("Point", [at(east, 200)], #""office":"company","name":"O""#))
      lines.append(feature("Point", [at(east, 400)], #""shop":"bakery""#))
      lines.append(feature("Point", [at(east, 600)], #""amenity":"cafe""#))
      lines.append(feature("Point", [at(east, 800)], #""amenity":"school""#))
      lines.append(feature("Point", [at(east, 900)], #""amenity":"cinema""#))
    }
    return Town(try objects(lines))
  }

  private func chance(_ seed: UInt64) -> SeededRandom { SeededRandom(seed: seed) }

  @Test("A home is a house, and the name of a place says what it is")
  func uses() throws {
    let town = try town()
    let home = try #require(town.place("home", from: nil, besides: [], chance: chance(1)))
    #expect(
      (5...25).contains(
        at(0, 0).distanceMeters(
          to: Coordinate(
            latitude: home.latitude, longitude: at(0, 0).longitude))))
    for (name, north) in [
      ("office", 200.0), ("depot", 200), ("shop", 400), ("lunch", 600), ("campus", 800),
      ("cinema", 900),
    ] {
      let place = try #require(
        town.place(name, from: (home, 1000), besides: [], chance: chance(2)))
      // A place of work may be a shop or a school too.
      let meters = at(0, 0).distanceMeters(
        to: Coordinate(latitude: place.latitude, longitude: at(0, 0).longitude))
      if north == 200 {
        #expect(meters > 100)
      } else {
        #expect(abs(meters - north) < 1, "\(name)")
      }
    }
  }

  @Test("A place lies near the distance of the plan, and is drawn once", arguments: 1...20)
  func distances(seed: UInt64) throws {
    let town = try town()
    let home = at(0, 15)
    let first = try #require(
      town.place("campus", from: (home, 1500), besides: [], chance: chance(seed)))
    // Twelve schools nearest to 1.5 km lie within 300 m of it.
    #expect(abs(first.distanceMeters(to: home) - 1500) < 320)
    let same = town.place("campus", from: (home, 1500), besides: [], chance: chance(seed))
    #expect(same == first)
    let other = town.place("campus", from: (home, 1500), besides: [first], chance: chance(seed))
    #expect(other != first)
  }

  @Test(
    "Of few places of a use, only those about as near as the nearest are drawn", arguments: 1...20)
  func few(seed: UInt64) throws {
    // Cafes each 400 m, and 40 far away, so that streets need not stand for them.
    var cafes = stride(from: 0.0, to: 3200, by: 400).map { at($0, 0) }
    cafes += stride(from: 20_000.0, to: 20_400, by: 10).map { at(0, $0) }
    let town = Town(
      try objects(cafes.map { feature("Point", [$0], #""amenity":"cafe""#) }))
    let lunch = try #require(
      town.place("lunch", from: (at(0, 0), 300), besides: [], chance: chance(seed)))
    // The nearest to 300 m is off by 100 m. By at most 250 m more are 0 m (off by 300) and 400 m.
    #expect(lunch.distanceMeters(to: at(0, 0)) < 410)
  }

  @Test("Where the map has few buildings, the middles of residential streets stand for homes")
  func streets() throws {
    let line = feature(
      "LineString", [at(0, 0), at(100, 0), at(200, 0)], #""highway":"residential""#)
    let town = Town(try objects([line]))
    let home = try #require(town.place("home", from: nil, besides: [], chance: chance(1)))
    #expect(home.distanceMeters(to: at(100, 0)) < 1)
    #expect(Town(try objects([])).place("home", from: nil, besides: [], chance: chance(1)) == nil)
  }
}
