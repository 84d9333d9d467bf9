import EventKernel
import Geodesy
import Testing

@testable import Maps

@Suite("A corridor covers the surroundings of routes, and little more")
struct CorridorTests {
  private static let scale = LocalScale(latitude: 47)

  private static func at(_ east: Double, _ north: Double) -> Coordinate {
    scale.coordinate(
      Coordinate(latitude: 47, longitude: 9),
      moved: Displacement(eastMeters: east, northMeters: north))
  }

  private static func squareKilometers(_ boxes: [GeoBox]) -> Double {
    boxes.reduce(0) { sum, box in
      sum + (box.east - box.west) * scale.metersPerDegreeEast * (box.north - box.south)
        * scale.metersPerDegreeNorth / 1e6
    }
  }

  @Test("Every position within reach of a route lies in exactly one box", arguments: 1...20)
  func covers(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    let line = (0..<6).map { index in
      Self.at(
        chance.uniform(in: -30_000...30_000, at: Int64(index) * 2),
        chance.uniform(in: -30_000...30_000, at: Int64(index) * 2 + 1))
    }
    let corridor = Corridor(along: [line], reachMeters: 500)
    for (index, (a, b)) in zip(line, line.dropFirst()).enumerated() {
      for step in 0...40 {
        let key = Int64(index * 100 + step)
        let near = Self.scale.coordinate(
          a.interpolated(to: b, share: Double(step) / 40),
          moved: Displacement(
            eastMeters: chance.stream("east").uniform(in: -350...350, at: key),
            northMeters: chance.stream("north").uniform(in: -350...350, at: key)))
        #expect(corridor.boxes.count { $0.contains(near) } == 1)
      }
    }
  }

  @Test("A diagonal of 100 km needs a small part of its bounding box")
  func small() {
    let corridor = Corridor(along: [[Self.at(0, 0), Self.at(70_711, 70_711)]], reachMeters: 500)
    // The bounding box has 5,000 square kilometers. The diagonal crosses 36 rows of 2 km, with 2 to
    // 4 tiles of 4 square kilometers in each.
    #expect((280...600).contains(Self.squareKilometers(corridor.boxes)))
  }

  @Test("Two places far apart are two boxes, and no place is none")
  func places() {
    let corridor = Corridor(along: [[Self.at(0, 0)], [Self.at(50_000, 0)]], reachMeters: 500)
    // Each place reaches at most two rows.
    #expect((2...4).contains(corridor.boxes.count))
    #expect(Corridor(along: [], reachMeters: 500).boxes.isEmpty)
  }
}
