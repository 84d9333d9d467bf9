import Testing
import Timekeeping

@testable import Receiver

@Suite("Fingerprints by which duplicates are recognized")
struct DuplicatesTests {
  @Test("In any order of arrival, what came before is a duplicate", arguments: 1...20)
  func agreement(seed: UInt64) {
    var draw = SplitMix(state: seed)
    var recent = RecentRecords(rememberedMin: 150)
    var seen: Set<UInt64> = []
    var newest: Int64 = 0
    for _ in 0..<500 {
      // Most records are later than all before them. The others come at most fifty later: after
      // fewer than 150 records.
      let isUsual = Int.random(in: 0..<10, using: &draw) < 7
      newest += isUsual ? 1 : 0
      let time = isUsual ? newest : Int64.random(in: max(0, newest - 50)...newest, using: &draw)
      let fingerprint = UInt64(time) << 1 | UInt64.random(in: 0...1, using: &draw)
      #expect(
        recent.insert(fingerprint, Instant(nanoseconds: time))
          == seen.insert(fingerprint).inserted)
    }
  }

  @Test("At least the latest records are remembered, and at most twice as many")
  func bounded() {
    var recent = RecentRecords(rememberedMin: 10)
    for number in 1...25 {
      let isNew = recent.insert(UInt64(number), Instant(nanoseconds: Int64(number)))
      #expect(isNew)
    }
    // The tenth and the twentieth record each end a set. With the second set the first one is gone.
    let isNew = (1...25).reversed().map {
      recent.insert(UInt64($0), Instant(nanoseconds: Int64($0)))
    }
    #expect(isNew == (1...25).reversed().map { $0 <= 10 })
  }
}
