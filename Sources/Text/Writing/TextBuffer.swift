import Timekeeping

/// A buffer for text that goes to a file.
///
/// It stores bytes, so that a record can be written without making a string.
public struct TextBuffer: ~Copyable {
  @usableFromInline var buffer = ByteBuffer(capacity: 1024)
  private var clock = TimeText()
  /// The time that was added last, and the positions of its text; none in an empty buffer.
  private var newest = (instant: Instant.distantPast, bytes: 0..<0)

  package init() {}

  /// The number of bytes of the text.
  package var count: Int { buffer.count }
  package var bytes: [UInt8] { buffer.array }

  /// Calls `body` with the bytes of the text, without a copy.
  package func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: buffer.start, count: buffer.count))
  }

  /// Adds a constant.
  @inlinable @inline(__always)
  public mutating func add(_ text: StaticString) { buffer.append(text) }

  package mutating func add(text: String) { buffer.append(text) }

  /// Adds a time in ISO 8601, in UTC with milliseconds.
  ///
  /// Most records are as old as their positions, so that the same time is added twice.
  package mutating func add(_ instant: Instant) {
    if instant == newest.instant, !newest.bytes.isEmpty {
      return buffer.repeatBytes(newest.bytes)
    }
    let start = count
    clock.append(instant, decimals: 3, to: &buffer)
    newest = (instant, start..<count)
  }

  package mutating func add(_ number: Int) {
    if number < 0 { buffer.append(UInt8(ascii: "-")) }
    buffer.append(UInt64(number.magnitude))
  }

  /// Adds a number with the given number of decimals, at most nine; adds nothing if it is not
  /// finite.
  package mutating func add(_ value: Double, decimals: Int) {
    let scaled = abs(value * decimalPowers[decimals])
    // False for NaN too.
    guard scaled < 9e18 else { return }
    var number = UInt64(scaled)
    if scaled - Double(number) >= 0.5 { number += 1 }
    if value < 0, number > 0 { buffer.append(UInt8(ascii: "-")) }
    let (whole, fraction) = Self.split(number, decimals: decimals)
    buffer.append(whole)
    guard decimals > 0 else { return }
    buffer.append(UInt8(ascii: "."))
    buffer.appendDigits(fraction, width: decimals)
  }

  /// Divides a number by the power of ten with this exponent. A division by a constant takes a
  /// tenth of the time of a division by a variable.
  private static func split(_ number: UInt64, decimals: Int) -> (UInt64, UInt64) {
    switch decimals {
    case 0: (number, 0)
    case 1: (number / 10, number % 10)
    case 2: (number / 100, number % 100)
    case 3: (number / 1000, number % 1000)
    case 6: (number / 1_000_000, number % 1_000_000)
    case 7: (number / 10_000_000, number % 10_000_000)
    default: number.quotientAndRemainder(dividingBy: UInt64(decimalPowers[decimals]))
    }
  }

  package mutating func add(_ more: [UInt8]) {
    more.withUnsafeBufferPointer { buffer.append($0) }
  }

  /// Adds "1" for true or "0" for false; adds nothing for nil.
  package mutating func add(flag: Bool?) {
    if let flag { add(flag ? "1" : "0") }
  }

  @inlinable @inline(__always)
  public mutating func endLine() { buffer.append(UInt8(ascii: "\n")) }

  /// Removes all text, but keeps the memory for new text.
  package mutating func removeAll() {
    buffer.removeAll()
    newest.bytes = 0..<0
  }
}

/// The powers of ten up to the greatest number of decimals.
let decimalPowers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
