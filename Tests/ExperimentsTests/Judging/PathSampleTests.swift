import Geodesy
import Testing
import Timekeeping

@testable import Experiments

@Suite("The sample of a path for a map")
struct PathSampleTests {
  private static func sample(_ count: Int) -> PathSample {
    var sample = PathSample()
    for index in 0..<count {
      sample.add(
        Coordinate(latitude: Double(index) / 100_000, longitude: 0),
        at: Instant(secondsSince1970: Double(index)))
    }
    return sample
  }

  @Test("A short path keeps all positions, a long one every second or fourth, evenly")
  func bounded() {
    #expect(Self.sample(2000).points.count == 2000)
    // Of 5,000 positions every fourth stays: 0, 4, …, 4,996.
    let points = Self.sample(5000).points
    #expect(points.count == 1250)
    #expect(points.last?.time == Instant(secondsSince1970: 4996))
    let pauses = points.indices.dropLast().map { points[$0 + 1].time - points[$0].time }
    #expect(Set(pauses) == [.seconds(4.0)])
  }
}
