import Testing
import Timekeeping

@testable import Text

@Suite("Text buffer")
struct TextBufferTests {
  private func text(_ value: Double, _ decimals: Int) -> String {
    var buffer = TextBuffer()
    buffer.add(value, decimals: decimals)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test(
    "A number has the decimals that are asked for, half of the last one rounded away from zero",
    arguments: [
      (0.0, 0, "0"), (-0.4, 0, "0"), (-0.5, 0, "-1"), (0.49999999999999994, 0, "0"),
      (2.5, 0, "3"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"), (9.9951, 2, "10.00"),
      (1.0625, 3, "1.063"), (12.3456, 4, "12.3456"), (-7.1, 5, "-7.10000"),
      (0.0000005, 6, "0.000001"), (-122.6765, 7, "-122.6765000"), (0.1, 8, "0.10000000"),
      (3.000000001, 9, "3.000000001"), (1e18, 0, "1000000000000000000"), (1e19, 0, ""),
      (.nan, 2, ""), (-.infinity, 2, ""),
    ] as [(Double, Int, String)])
  func decimals(value: Double, decimals: Int, expected: String) {
    #expect(text(value, decimals) == expected)
  }

  @Test("A number with decimals is the nearest number of such units", arguments: 0...9)
  func nearest(decimals: Int) {
    var state: UInt64 = 1
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    for _ in 0..<300 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(Int64(bitPattern: state) >> 12) / Double(1 << (state >> 58))
      let units = (value * scale).rounded()
      guard abs(units) < 9e18 else { continue }
      let digits = String(UInt64(units.magnitude))
      let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      let point = decimals > 0 ? "." : ""
      let sign = units < 0 ? "-" : ""
      #expect(
        text(value, decimals) == sign + padded.dropLast(decimals) + point + padded.suffix(decimals))
    }
  }

  @Test("A time has its hour, minute, second and milliseconds, each in its own digits")
  func times() throws {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    var buffer = TextBuffer()
    // Steps of 701 s meet all hours, minutes and seconds of the days from 1970-01-01 to 01-08.
    for second in stride(from: 0, to: 604_800, by: 701) {
      buffer.removeAll()
      buffer.add(Instant(nanoseconds: Int64(second) * 1_000_000_000 + 250_000_000))
      let clock = [second / 3600 % 24, second / 60 % 60, second % 60].map(two)
      try #require(
        String(decoding: buffer.bytes, as: UTF8.self)
          == "1970-01-0\(1 + second / 86400)T\(clock.joined(separator: ":")).250Z")
    }
  }

  @Test("A time that is added again is the same text, in an emptied buffer too")
  func repeated() {
    let instants = [0, 0, 1, 1, 0].map { Instant(nanoseconds: $0 * 1_000_000_000) }
    var buffer = TextBuffer()
    for instant in instants { buffer.add(instant) }
    let texts = ["00", "00", "01", "01", "00"].map { "1970-01-01T00:00:\($0).000Z" }
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == texts.joined())
    buffer.removeAll()
    buffer.add(instants[4])
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == texts[4])
  }
}
