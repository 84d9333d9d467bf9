import EventKernel
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

  @Test("In any order of adding and arriving, each is matched as in a list", arguments: 1...30)
  func agreement(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    var records = AwaitedRecords(roundsToSeconds: false)
    var list: [(seconds: Double, latitude: Double, identity: UInt64)] = []
    var newest = 0.0
    for step in 0..<400 {
      let draws = chance.stream(step)
      // Most records are later than all before them, and most arrive in this order.
      let isUsual = draws.uniform() < 0.8
      if draws.uniform(at: 1) < 0.55 {
        newest += isUsual ? 1 : 0
        let seconds = isUsual ? newest : max(0, newest - Double(draws.bits(at: 2) % 6))
        let latitude = draws.uniform(at: 3) < 0.8 ? 52.0 : 53
        records.add(
          Instant(secondsSince1970: seconds), Coordinate(latitude: latitude, longitude: 13),
          UInt64(step))
        list.append((seconds, latitude, UInt64(step)))
      } else {
        let any = list.isEmpty ? nil : list[Int(draws.bits(at: 2) % UInt64(list.count))]
        let seconds = (isUsual ? list.first : any)?.seconds ?? newest
        let latitude = draws.uniform(at: 3) < 0.9 ? 52.0 : 53
        let expected = list.filter { $0.seconds == seconds && $0.latitude == latitude }
        list.removeAll { $0.seconds == seconds && $0.latitude == latitude }
        #expect(take(&records, seconds, latitude) == expected.map(\.identity), "step \(step)")
      }
    }
  }

  @Test("Records that never arrive do not keep those that arrived after them")
  func neverArriving() {
    var records = AwaitedRecords(roundsToSeconds: false)
    add(&records, 0, 1)
    for second in 1...10_000 {
      add(&records, Double(second), UInt64(second + 1))
      #expect(take(&records, Double(second)) == [UInt64(second + 1)])
    }
    // At most as many as wait, and 65 taken ones.
    #expect(records.storedCount <= 2 + 65)
    #expect(take(&records, 0) == [1])
  }

  @Test("A record that is added twice is matched once")
  func addedTwice() {
    var records = AwaitedRecords(roundsToSeconds: false)
    for identity: UInt64 in [1, 1, 2, 2] { add(&records, 1, identity) }
    #expect(take(&records, 1) == [1, 2])
  }
}
