import Foundation
import Testing
import Timekeeping

@testable import Text

@Suite("JSON writer")
struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test("Keys of every length are written whole")
  func lengths() {
    // Lengths around each size of the pieces in which a key is copied: 1, 4 and 8 bytes.
    let keys: [StaticString] = [
      "", "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi",
      "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnopq",
    ]
    for key in keys {
      let written = text { $0.key(key) }
      #expect(written == "\"\(key)\":")
    }
  }

  @Test("Commas stand between members and elements, and nowhere else")
  func commas() {
    let written = text { json in
      json.beginObject()
      json.key("a")
      json.beginArray()
      json.endArray()
      json.key("b")
      json.beginArray()
      json.number(1)
      json.beginObject()
      json.endObject()
      json.null()
      json.endArray()
      json.key("c")
      json.boolean(false)
      json.endObject()
    }
    #expect(written == #"{"a":[],"b":[1,{},null],"c":false}"#)
  }

  @Test(
    "Numbers are as short as they can be",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (4.0, "4"), (-17.5, "-17.5"), (0.05, "0.05"), (100.25, "100.25"),
      (45.5231001, "45.5231001"), (-122.6765, "-122.6765"), (0.1 + 0.2, "0.30000000000000004"),
      (1e15, "1000000000000000.0"), (1e-9, "1e-09"), (.nan, "null"), (.infinity, "null"),
      // No number has a longer text.
      (-2.2250738585072014e-308, "-2.2250738585072014e-308"),
    ] as [(Double, String)])
  func numbers(_ given: (value: Double, text: String)) {
    #expect(text { $0.number(given.value) } == given.text)
  }

  @Test("Every number reads back as itself", arguments: [UInt64](1...20))
  func roundTrip(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<500 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let decimals = [1.0, 10, 1e3, 1e7, 1e9][Int(state >> 40 % 5)]
      let value = (Double(Int64(bitPattern: state) >> 24) / decimals) * 1e-3
      #expect(Double(text { $0.number(value) }) == value)
      let integer = Int(truncatingIfNeeded: state) >> Int(state % 60)
      #expect(text { $0.number(integer) } == "\(integer)")
    }
  }

  @Test("Text is escaped so that a JSON reader gives it back")
  func strings() throws {
    let given = "a\"b\\c\n\t\u{1}é😀/"
    let written = text { json in
      json.beginArray()
      json.string(given)
      json.endArray()
    }
    let read = try JSONDecoder().decode([String].self, from: Data(written.utf8))
    #expect(read == [given])
    #expect(written.contains(#"\u000a"#))
  }

  @Test(
    "Instants have the decimals that they need",
    arguments: [
      (0 as Int64, "1970-01-01T00:00:00Z"), (500_000_000, "1970-01-01T00:00:00.500Z"),
      (1_000, "1970-01-01T00:00:00.000001Z"), (1, "1970-01-01T00:00:00.000000001Z"),
      (-500_000_000, "1969-12-31T23:59:59.500Z"),
    ])
  func instants(_ given: (nanoseconds: Int64, text: String)) {
    let written = text { $0.instant(Instant(nanoseconds: given.nanoseconds)) }
    #expect(written == "\"\(given.text)\"")
  }

  @Test("An instant of any year has its day in four, two and two digits")
  func days() {
    // 1678 to 2261 are all the whole years of `Instant`.
    for year in 1678...2261 {
      let date = CivilDate(year: year, month: 1 + year % 12, day: 1 + year % 28)
      let written = text {
        $0.instant(Instant(nanoseconds: date.daysSince1970 * 86_400_000_000_000))
      }
      #expect(written == "\"\(date)T00:00:00Z\"")
    }
  }
}
