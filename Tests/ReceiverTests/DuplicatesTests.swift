import Geodesy
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

  @Test("A record's fingerprint does not depend on the records before it")
  func fingerprints() {
    let place = Coordinate(latitude: 52, longitude: 13)
    // Each of two devices, types and times; "a" and "bc" are not "ab" and "c".
    let records = ["a", "a", "ab", "ab", "a"].flatMap { device in
      ["bc", "c"].flatMap { type in
        (Int64(0)...1).map { time in
          ReceivedRecord(
            device: device, type: type, timestamp: Instant(nanoseconds: time), coordinate: place,
            horizontalAccuracyMeters: 5, arrivedAt: Instant(nanoseconds: 9))
        }
      }
    }
    var all = RecordFingerprints()
    let fingerprints = records.map { all.next($0) }
    let alone = records.map { record in
      var one = RecordFingerprints()
      return one.next(record)
    }
    #expect(fingerprints == alone)
    #expect(Set(fingerprints).count == 8)
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
