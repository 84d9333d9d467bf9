import Geodesy
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

@Suite("Simplified tracks")
struct TrackSimplifierTests {
  /// Returns the indices of the points that are kept. Points are a second apart, in degrees east
  /// and north of a place.
  private func kept(
    _ points: [(east: Double, north: Double)], gapBefore: Int? = nil, minutes: Int64 = 11
  ) -> [Int] {
    var simplifier = TrackSimplifier()
    var kept: [Record] = []
    for (index, point) in points.enumerated() {
      var record = RecordStoreTests.record(index)
      record.identifier = Record.Identifier(rawValue: UInt64(index))
      record.location.coordinate = Coordinate(
        latitude: 45 + point.north, longitude: -122 + point.east)
      if let gapBefore, index >= gapBefore { record.location.timestamp += .minutes(minutes) }
      kept += simplifier.add(record)
    }
    return (kept + simplifier.finish()).map { Int($0.identifier.rawValue) }
  }

  @Test("Of a straight line the ends stay")
  func straight() {
    #expect(kept((0..<50).map { (Double($0) * 1e-4, 0) }) == [0, 49])
    #expect(kept([(0, 0)]) == [0])
    #expect(kept([(0, 0), (1e-4, 0)]) == [0, 1])
    #expect(kept([]).isEmpty)
  }

  @Test("The ends beside a gap stay, whichever end of the track comes first")
  func gaps() {
    let points = (0..<20).map { (east: Double($0) * 1e-4, north: 0.0) }
    #expect(kept(points, gapBefore: 10) == [0, 9, 10, 19])
    #expect(kept(points, gapBefore: 10, minutes: -11) == [0, 9, 10, 19])
  }

  @Test("A corner stays, with points before it from where it can be seen, and none behind it")
  func corner() {
    // Ten steps east, ten north. From the fifth point the eleventh is off the line, so the area of
    // each following point is measured from the one before. At the corner the ways to it and to the
    // next point span 1e-4 by 1e-4 degrees, which is 1e-8.
    let east = (0...10).map { (east: Double($0) * 1e-4, north: 0.0) }
    let north = (1...10).map { (east: 1e-3, north: Double($0) * 1e-4) }
    #expect(kept(east + north) == [0, 5, 6, 7, 8, 9, 10, 20])
  }

  /// A second implementation of the rule, over the whole track at once.
  private func byTheBook(_ points: [(east: Double, north: Double)]) -> [Int] {
    var kept = [0]
    var counter = 0
    for index in points.indices.dropFirst().dropLast() {
      let origin = points[kept[kept.count - 1]]
      func area(_ other: Int) -> Double {
        let (a, b) = (points[index], points[min(other, points.count - 1)])
        return abs(
          (a.east - origin.east) * (b.north - origin.north)
            - (a.north - origin.north) * (b.east - origin.east))
      }
      if area(index + 1) > 8e-9 {
        kept.append(index)
        counter = min(30, counter + 12)
      } else if area(index + 6) > 9e-9, counter < 1 {
        kept.append(index)
      } else {
        counter -= 1
      }
    }
    return kept + [points.count - 1]
  }

  @Test("Streamed, it keeps what the rule keeps of the whole track", arguments: [UInt64](1...40))
  func model(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func roll() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state >> 11) / Double(1 << 53) - 0.5
    }
    var course = 0.0
    var point = (east: 0.0, north: 0.0)
    let points = (0..<300).map { _ in
      course += roll() * Double(seed % 5) / 3
      point.east += 1.2e-4 * course
      point.north += 1e-4
      return point
    }
    let indices = kept(points)
    // Differences of degrees from 45 and -122 lose the last digits, so a point on the very limit
    // may differ.
    #expect(indices == byTheBook(points.map { (($0.east - 122) + 122, ($0.north + 45) - 45) }))
    #expect(seed % 5 == 0 || (indices.count > 10 && indices.count < 300))
  }

  @Test("A line is not drawn over a gap: both its ends stay")
  func gap() {
    #expect(kept((0..<20).map { (Double($0) * 1e-4, 0) }, gapBefore: 12) == [0, 11, 12, 19])
  }
}
