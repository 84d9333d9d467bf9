import Testing
import Timekeeping

@Suite("Instants as ISO 8601")
struct ISO8601Tests {
  @Test("Reading gives back what was written, whatever the instant and the digits")
  func roundTrip() {
    var generator = SplitMix(state: 1)
    for _ in 0..<20_000 {
      // 1678-01-01 to 2261-12-31, in nanoseconds.
      let nanoseconds = Int64.random(
        in: -9_214_560_000_000_000_000..<9_214_646_400_000_000_000, using: &generator)
      let digits = Int.random(in: 0...9, using: &generator)
      var unit: Int64 = 1
      for _ in digits..<9 { unit *= 10 }
      let instant = Instant(nanoseconds: floorDivide(nanoseconds, unit) * unit)
      let text = instant.iso8601(fractionDigits: digits)
      if Instant(iso8601: text) != instant {
        Issue.record("\(instant.nanoseconds) ns became \(text)")
        return
      }
    }
  }

  /// 2026-03-02 14:30. The date is day 20514 since 1970, and the time is second 52 200.
  static let halfPastTwo = Instant(nanoseconds: (20_514 * 86_400 + 52_200) * 1_000_000_000)

  @Test("An instant is written in UTC, its fraction cut and not rounded")
  func written() {
    #expect(Self.halfPastTwo.description == "2026-03-02T14:30:00Z")
    let later = Self.halfPastTwo + TimeSpan(nanoseconds: 125_999_999)
    #expect(later.iso8601() == "2026-03-02T14:30:00Z")
    #expect(later.iso8601(fractionDigits: 3) == "2026-03-02T14:30:00.125Z")
    #expect(Instant(nanoseconds: -1).iso8601(fractionDigits: 9) == "1969-12-31T23:59:59.999999999Z")
  }

  @Test(
    "The forms of ISO 8601 that trackers write are all read",
    arguments: [
      "2026-03-02T14:30:00Z", "2026-03-02 14:30:00Z", "2026-03-02T14:30Z", "2026-03-02t14:30:00z",
      "2026-03-02T14:30:00.000Z", "2026-03-02T14:30:00,0Z", "2026-03-02T15:30:00+01:00",
      "2026-03-02T15:30:00+0100", "2026-03-02T15:30:00+01", "2026-03-02T06:30:00-08:00",
      "2026-03-02T20:15:00+05:45", "2026-03-02T14:29:60Z", "2026-03-03T00:30:00+10:00",
    ])
  func read(text: String) {
    #expect(Instant(iso8601: text) == Self.halfPastTwo)
  }

  @Test("Digits beyond the nanosecond are ignored")
  func longFraction() {
    let instant = Instant(iso8601: "2026-03-02T14:30:00.1234567899999Z")
    #expect(instant == Self.halfPastTwo + TimeSpan(nanoseconds: 123_456_789))
  }

  @Test("A time without a zone is read only where UTC is assumed")
  func withoutZone() {
    #expect(Instant(iso8601: "2026-03-02T14:30:00") == nil)
    #expect(Instant(iso8601: "2026-03-02T14:30:00", assumingUTC: true) == Self.halfPastTwo)
  }

  @Test(
    "What is malformed is refused",
    arguments: [
      "", "2026", "2026-03-02", "2026-03-02T", "2026-03-02T14Z", "2026-3-2T14:30:00Z",
      "2026-02-30T14:30:00Z", "2026-13-01T00:00:00Z", "2026-03-02T24:00:00Z",
      "2026-03-02T14:60:00Z", "2026-03-02T14:30:61Z", "2026-03-02T14:30:00.Z",
      "2026-03-02T14:30:00Z ", " 2026-03-02T14:30:00Z", "2026-03-02T14:30:00+1:00",
      "2026-03-02T14:30:00+01:", "2026-03-02T14:30:00+01:75", "2026-03-02T14:30:00+01:0",
      "2026-03-02T14:30:00+99:00", "1677-12-31T00:00:00Z", "2262-01-01T00:00:00Z",
      "-026-03-02T14:30:00Z", "２０２６-03-02T14:30:00Z", "2026-03-02T14:30:00ZZ", "tomorrow",
    ])
  func malformed(text: String) {
    #expect(Instant(iso8601: text) == nil)
  }

  @Test("No text crashes the reader")
  func anyText() {
    var generator = SplitMix(state: 2)
    for _ in 0..<20_000 {
      var bytes = Array("2026-03-02T14:30:00.125+01:00".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let text = String(
        decoding: bytes.prefix(Int.random(in: 0...29, using: &generator)), as: UTF8.self)
      // A value that was read is within the range, so writing it must work too.
      if let instant = Instant(iso8601: text) { _ = instant.iso8601(fractionDigits: 9) }
    }
  }
}

/// A seeded generator of random numbers for property tests.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
