import Geodesy
import Testing
import Timekeeping

@testable import Evaluation

@Suite("The records that the server has not received yet")
struct AwaitedRecordsTests {
  private func add(_ records: inout AwaitedRecords, _ seconds: Double, _ identity: UInt64) {
    records.add(
      Instant(secondsSince1970: seconds), Coordinate(latitude: 52, longitude: 13), identity)
  }

  private func take(_ records: inout AwaitedRecords, _ seconds: Double, _ latitude: Double = 52)
    -> [UInt64]
  {
    var taken: [UInt64] = []
    records.take(
      Instant(secondsSince1970: seconds), Coordinate(latitude: latitude, longitude: 13)
    ) { taken.append($0) }
    return taken
  }

  @Test("A record is matched once, by time and place, or by the second alone")
  func matching() {
    var exact = AwaitedRecords(roundsToSeconds: false)
    add(&exact, 1.25, 1)
    add(&exact, 1.25, 2)
    #expect(take(&exact, 1) == [] && take(&exact, 1.25, 53) == [])
    #expect(take(&exact, 1.25) == [1, 2])
    #expect(take(&exact, 1.25) == [])
    var rounded = AwaitedRecords(roundsToSeconds: true)
    add(&rounded, 1.25, 1)
    #expect(take(&rounded, 1, 53) == [1])
  }

  @Test("At least the latest records are remembered, and at most twice as many")
  func bounded() {
    var records = AwaitedRecords(roundsToSeconds: true, rememberedMin: 10)
    for number in 1...25 { add(&records, Double(number), UInt64(number)) }
    let found = (1...25).filter { !take(&records, Double($0)).isEmpty }
    // The eleventh and the twenty-first record begin a new set; the first ten are gone.
    #expect(found == Array(11...25))
  }
}
