import Timekeeping

/// A buffer for text that goes to a file.
///
/// It stores bytes, so that a record can be written without making a string.
package struct TextBuffer {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  package mutating func add(text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds a time in ISO 8601, in UTC with milliseconds.
  package mutating func add(_ instant: Instant) {
    instant.appendISO8601(to: &bytes, fractionDigits: 3)
  }

  package mutating func add(_ number: Int) { add(text: String(number)) }

  /// Adds a number with the given number of decimals, at most nine; adds nothing if it is not
  /// finite.
  package mutating func add(_ value: Double, decimals: Int) {
    let scale = powersOfTen[decimals]
    let scaled = (value * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 9e18 else { return }
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = scaled.magnitude
    let whole = UInt64(magnitude) / UInt64(scale)
    addDigits(whole, width: 1)
    guard decimals > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    addDigits(UInt64(magnitude) % UInt64(scale), width: decimals)
  }

  mutating func add(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Adds "1" for true or "0" for false; adds nothing for nil.
  mutating func add(flag: Bool?) {
    if let flag { add(flag ? "1" : "0") }
  }

  package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  /// Removes all text, but keeps the memory for new text.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func addDigits(_ number: UInt64, width: Int) {
    var divisor: UInt64 = 1
    for _ in 1..<max(width, 1) { divisor *= 10 }
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}

private let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
