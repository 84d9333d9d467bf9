import Timekeeping

/// A writer that appends JSON, including the commas, to a byte buffer.
///
/// Batches hold hundreds of records, and a simulated day has hundreds of batches. For speed the
/// writer builds no tree, writes keys from static text, and writes short numbers without making a
/// string.
package struct JSONWriter: ~Copyable {
  private var buffer: ByteBuffer
  private var needsComma = false
  private var clock = TimeText()

  package init(capacity: Int = 1024) { buffer = ByteBuffer(capacity: capacity) }

  package var bytes: [UInt8] { buffer.array }

  /// The number of bytes written.
  package var count: Int { buffer.count }

  /// Writes some of the bytes once more, with their commas.
  ///
  /// - Parameter earlier: the positions of whole members and of the brackets after them. If they
  ///   begin with a comma, one is due now.
  package mutating func repeatBytes(_ earlier: Range<Int>) {
    buffer.repeatBytes(earlier)
    needsComma = true
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a key, which must be plain ASCII and contain no quotation marks or backslashes.
  package mutating func key(_ name: StaticString) {
    buffer.append(name, isAfterComma: needsComma, isKey: true)
    needsComma = false
  }

  package mutating func null() { literal("null") }
  package mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes a string, which must be plain ASCII and contain no quotation marks or backslashes.
  package mutating func plain(_ text: StaticString) {
    buffer.append(text, isAfterComma: needsComma, isKey: false)
    needsComma = true
  }

  package mutating func string(_ text: String) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    for byte in text.utf8 { escape(byte) }
    buffer.append(UInt8(ascii: "\""))
    needsComma = true
  }

  package mutating func number(_ value: Int) {
    separate()
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    buffer.append(UInt64(value.magnitude))
    needsComma = true
  }

  /// Writes a number as the shortest text from which a reader gets exactly the same number.
  ///
  /// JSON has no text for infinity and NaN; both become null.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    // Swift writes large and small numbers as "1e+16" and "1e-05", which is valid JSON.
    if !decimal(value) { buffer.append(value) }
    needsComma = true
  }

  /// Writes a number of single precision, with only the digits that single precision needs.
  package mutating func number(_ value: Float) {
    guard value.isFinite else { return null() }
    let hundredths = (Double(value) * 100).rounded() / 100
    if Float(hundredths) == value { return number(hundredths) }
    separate()
    buffer.append(value)
    needsComma = true
  }

  /// Writes a time in ISO 8601, in UTC.
  ///
  /// The seconds have 0, 3, 6 or 9 decimals, the fewest that show the time exactly.
  package mutating func instant(_ instant: Instant) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    clock.append(instant, to: &buffer)
    buffer.append(UInt8(ascii: "\""))
    needsComma = true
  }
}

// MARK: - Pieces

extension JSONWriter {
  private mutating func open(_ bracket: UInt8) {
    separate()
    buffer.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    buffer.append(bracket)
    needsComma = true
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    buffer.append(text)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      buffer.append(UInt8(ascii: "\\"))
      buffer.append(byte)
    case 0..<32:
      buffer.append("\\u00" as StaticString)
      buffer.append(hexadecimal(byte >> 4))
      buffer.append(hexadecimal(byte & 15))
    default: buffer.append(byte)
    }
  }

  private func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  /// Writes a number for which fifteen digits are enough, at most seven of them after the point.
  ///
  /// Two different decimal numbers of up to fifteen digits never have the same nearest double. At
  /// most one decimal number of this length therefore gives exactly `value`. The function writes
  /// this number without trailing zeros, which is the shortest text.
  ///
  /// - Returns: False, with nothing written, if `value` needs more digits.
  private mutating func decimal(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    guard magnitude < 1e15 else { return false }
    let whole = UInt64(magnitude)
    if Double(whole) == magnitude {
      if value < 0 { buffer.append(UInt8(ascii: "-")) }
      buffer.append(whole)
      return true
    }
    let scaled = magnitude * 1e7
    guard scaled < 1e15 else { return false }
    let digits = UInt64(scaled + 0.5)
    guard Double(digits) / 1e7 == magnitude else { return false }
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    // The compiler replaces a division by a constant with a multiplication.
    buffer.append(digits / 10_000_000)
    buffer.append(UInt8(ascii: "."))
    fraction(digits % 10_000_000)
    return true
  }

  /// Writes seven decimals, or fewer if the last ones are zero.
  private mutating func fraction(_ sevenDigits: UInt64) {
    var digits = sevenDigits
    var width = 7
    while digits % 10 == 0, width > 1 {
      digits /= 10
      width -= 1
    }
    buffer.appendDigits(digits, width: width)
  }
}
