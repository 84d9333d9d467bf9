import Timekeeping

/// Appends JSON to a byte buffer, commas included.
///
/// Batches hold hundreds of records, and a day on one core holds hundreds of batches: no tree is
/// built, keys are written from static text, and numbers that a person would write briefly take no
/// detour through a string.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

  mutating func beginObject() { open(UInt8(ascii: "{")) }
  mutating func endObject() { close(UInt8(ascii: "}")) }
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  mutating func endArray() { close(UInt8(ascii: "]")) }

  /// A key of plain ASCII without quotes or backslashes.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func null() { literal("null") }
  mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

  /// Text of plain ASCII without quotes or backslashes, in quotes.
  mutating func plain(_ text: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(text)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { escape(byte) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  mutating func number(_ value: Int) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(value.magnitude)
    needsComma = true
  }

  /// The shortest text that reads back as the same number; JSON has none for infinity and NaN, which
  /// become null.
  mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    if !appendDecimal(value) { append(value.description) }
    needsComma = true
  }

  mutating func number(_ value: Float) {
    guard value.isFinite else { return null() }
    separate()
    append(value.description)
    needsComma = true
  }

  /// ISO 8601 in UTC, with as many decimals, by threes, as the instant has.
  mutating func instant(_ instant: Instant) {
    let fraction = instant.nanoseconds % 1_000_000_000
    let digits =
      fraction == 0 ? 0 : fraction % 1_000_000 == 0 ? 3 : fraction % 1000 == 0 ? 6 : 9
    separate()
    bytes.append(UInt8(ascii: "\""))
    instant.appendISO8601(to: &bytes, fractionDigits: digits)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    append(text)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ number: String) {
    // Swift writes whole numbers as "4.0" and large ones as "1e+16"; both are valid JSON.
    bytes.append(contentsOf: number.utf8)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<32:
      append("\\u00")
      bytes.append(hexadecimal(byte >> 4))
      bytes.append(hexadecimal(byte & 15))
    default: bytes.append(byte)
    }
  }

  private func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}

// MARK: - Numbers

extension JSONWriter {
  /// Numbers of at most seven decimals and fifteen digits in all, which most are.
  ///
  /// A decimal of up to fifteen digits is told from every other by the double nearest to it, so one
  /// that divides back to `value` is the shortest text for it once trailing zeros are gone.
  private mutating func appendDecimal(_ value: Double) -> Bool {
    for (scale, decimals) in [(1.0, 0), (100.0, 2), (1e7, 7)] as [(Double, Int)] {
      let scaled = (value * scale).rounded()
      guard abs(scaled) < 1e15 else { return false }
      if scaled / scale == value {
        appendDecimal(Int(scaled), decimals: decimals)
        return true
      }
    }
    return false
  }

  private mutating func appendDecimal(_ scaled: Int, decimals: Int) {
    var digits = scaled.magnitude
    var decimals = decimals
    while decimals > 0, digits % 10 == 0 {
      digits /= 10
      decimals -= 1
    }
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(digits, decimals: decimals)
  }

  /// The digits of `number`, the last `decimals` of them behind a point.
  private mutating func appendDigits(_ number: UInt, decimals: Int = 0) {
    var rest = number
    var count = 0
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
      while rest > 0 || count <= decimals {
        if count == decimals, decimals > 0 {
          buffer[31 - count] = UInt8(ascii: ".")
        }
        let place = count < decimals || decimals == 0 ? count : count + 1
        buffer[31 - place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
        count += 1
      }
      let length = decimals > 0 ? count + 1 : count
      bytes.append(contentsOf: buffer[(32 - length)...])
    }
  }
}
