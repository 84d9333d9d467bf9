import Geodesy
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Simplified tracks")
struct TrackSimplifierTests {
  /// Indices of the points that stay; one a second, in degrees east and north of a place.
  private func kept(_ points: [(east: Double, north: Double)], gapBefore: Int? = nil) -> [Int] {
    var simplifier = TrackSimplifier()
    var kept: [Record] = []
    for (index, point) in points.enumerated() {
      var record = RecordStoreTests.record(index)
      record.identifier = Record.Identifier(rawValue: UInt64(index))
      record.location.coordinate = Coordinate(
        latitude: 45 + point.north, longitude: -122 + point.east)
      if let gapBefore, index >= gapBefore { record.location.timestamp += .minutes(11) }
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

  @Test("A corner stays")
  func corner() {
    // Ten steps east, ten north: at the corner the ways span 1e-3 by 1e-4 degrees, 1e-7.
    let east = (0...10).map { (east: Double($0) * 1e-4, north: 0.0) }
    let north = (1...10).map { (east: 1e-3, north: Double($0) * 1e-4) }
    let points = east + north
    #expect(kept(points) == [0, 10, 20])
  }

  @Test("A bend too gentle from point to point is seen six points ahead")
  func gentleBend() {
    // North grows with the square of the way east: neighbours span 2e-9 to 4e-9, the sixth 9e-9 and more.
    let points = (0..<30).map { (east: Double($0) * 1e-5, north: Double($0 * $0) * 1e-6) }
    let indices = kept(points)
    #expect(indices.first == 0 && indices.last == 29)
    #expect(indices.count > 3 && indices.count < 20)
  }

  @Test("Behind a sharp turn gentle ones are left out until its credit is spent")
  func credit() {
    // A corner earns 12; the gentle points behind it each spend 1.
    let road: [(east: Double, north: Double)] = (0..<10).map { (Double($0) * 1e-4, 0) }
    let bend: [(east: Double, north: Double)] = (0..<40).map { index in
      let step = Double(index)
      return (1e-3 + step * step * 2e-7, step * 2e-5)
    }
    let points = road + bend
    let indices = kept(points)
    #expect(indices.prefix(2) == [0, 10])
    #expect((indices.dropFirst(2).first ?? 0) >= 10 + 12)
  }

  @Test("A line is not drawn over a gap: both its ends stay")
  func gap() {
    #expect(kept((0..<20).map { (Double($0) * 1e-4, 0) }, gapBefore: 12) == [0, 11, 12, 19])
  }
}
