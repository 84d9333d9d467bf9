import Timekeeping

/// An array of bytes that only grows at its end.
///
/// An `Array` checks at each appended byte if its storage is shared. This type cannot be shared,
/// which saves that check.
///
/// Constants are appended by code that is compiled into the caller, which the compiler does for
/// public functions only: there it knows their lengths.
public struct ByteBuffer: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var end = 0

  package var count: Int { end }

  package init(capacity: Int) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// Removes all bytes, but keeps the memory.
  package mutating func removeAll() { end = 0 }

  package var array: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  @inlinable @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    start[end] = byte
    end += 1
  }

  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    (start + end).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    end += text.utf8CodeUnitCount
  }

  /// Appends a text in quotation marks: a key of JSON, which a colon follows, or a value. A comma
  /// separates it from what is before.
  package mutating func append(_ text: StaticString, isAfterComma: Bool, isKey: Bool) {
    let length = text.utf8CodeUnitCount
    reserve(length + 4)
    var next = start + end
    func put(_ byte: UInt8) {
      next.pointee = byte
      next += 1
    }
    if isAfterComma { put(UInt8(ascii: ",")) }
    put(UInt8(ascii: "\""))
    Self.copy(text.utf8Start, to: next, count: length)
    next += length
    put(UInt8(ascii: "\""))
    if isKey { put(UInt8(ascii: ":")) }
    end = next - start
  }

  /// Copies a short text. A call of `memmove` would take longer than the copying.
  @inline(__always)
  private static func copy(
    _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    // Pieces of a power of two. The last one may overlap with the one before.
    func copyPiece<Piece: FixedWidthInteger>(_ piece: Piece.Type, at place: Int) {
      to.storeBytes(
        of: from.loadUnaligned(fromByteOffset: place, as: piece), toByteOffset: place, as: piece)
    }
    switch count {
    case ...0: break
    case 1..<4:
      target[0] = source[0]
      target[count / 2] = source[count / 2]
      target[count - 1] = source[count - 1]
    case 4..<8:
      copyPiece(UInt32.self, at: 0)
      copyPiece(UInt32.self, at: count - 4)
    default:
      var place = 0
      while place < count - 8 {
        copyPiece(UInt64.self, at: place)
        place += 8
      }
      copyPiece(UInt64.self, at: count - 8)
    }
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + end).update(from: first, count: bytes.count)
    end += bytes.count
  }

  /// Appends some of the bytes of this buffer once more.
  ///
  /// - Parameter earlier: their positions, all of them before `count`.
  package mutating func repeatBytes(_ earlier: Range<Int>) {
    precondition(earlier.lowerBound >= 0 && earlier.upperBound <= end)
    reserve(earlier.count)
    (start + end).update(from: start + earlier.lowerBound, count: earlier.count)
    end += earlier.count
  }

  /// Appends a text. That of a native string is copied at once, without counting a reference.
  package mutating func append(_ text: String) {
    let isAppended: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
    guard isAppended == nil else { return }
    for byte in text.utf8 { append(byte) }
  }

  /// Appends the shortest text that gives exactly the same finite number, without making a string.
  package mutating func append(_ number: some BinaryFloatingPoint & TextOutputStreamable) {
    reserve(NumberText.lengthMax)
    var text = NumberText(start: start + end)
    number.write(to: &text)
    end += text.count
  }

  /// Appends the last `width` decimal digits of `number`, with leading zeros. The width is at least
  /// one.
  package mutating func appendDigits(_ number: UInt64, width: Int) {
    if width <= 2 {
      if width == 2 { append(Self.digit(number / 10 % 10)) }
      return append(Self.digit(number % 10))
    }
    if width > 8 { appendDigits(number / 100_000_000, width: width - 8) }
    let width = min(width, 8)
    reserve(8)
    let digits = Self.eightDigits(of: number % 100_000_000) >> UInt64(8 * (8 - width))
    UnsafeMutableRawPointer(start + end).storeBytes(of: digits.littleEndian, as: UInt64.self)
    end += width
  }

  /// Appends a date such as 2026-03-03.
  package mutating func append(_ date: CivilDate) {
    guard (1000...9999).contains(date.year) else { return append(date.description) }
    appendDigits(UInt64(date.year), width: 4)
    append(UInt8(ascii: "-"))
    appendDigits(UInt64(date.month), width: 2)
    append(UInt8(ascii: "-"))
    appendDigits(UInt64(date.day), width: 2)
  }

  /// Appends a time of day such as 14:30:05.
  package mutating func append(hour: UInt64, minute: UInt64, second: UInt64) {
    reserve(8)
    // 14:30:05 has the digits of 14030005, where a colon is ten characters after the zero.
    let digits = Self.eightDigits(of: hour * 1_000_000 + minute * 1000 + second)
    let text = digits + 0x0000_0A00_000A_0000
    UnsafeMutableRawPointer(start + end).storeBytes(of: text.littleEndian, as: UInt64.self)
    end += 8
  }

  @inline(__always)
  private static func digit(_ number: UInt64) -> UInt8 { UInt8(ascii: "0") + UInt8(number) }

  /// Returns the digits of a number with at most eight, the first one in the lowest byte.
  ///
  /// The digits are found together: two groups of four, then four of two, then eight of one. A
  /// multiplication and a shift divide all groups of a step.
  private static func eightDigits(of number: UInt64) -> UInt64 {
    let fours = number / 10_000 | (number % 10_000) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let twos = (fours &- hundreds &* 100) << 16 | hundreds
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    let ones = (twos &- tens &* 10) << 8 | tens
    return ones | 0x3030_3030_3030_3030
  }

  package mutating func append(_ number: UInt64) {
    var width = 1
    var bound: UInt64 = 10
    while number >= bound, width < 19 {
      width += 1
      bound *= 10
    }
    if number >= bound { width += 1 }
    appendDigits(number, width: width)
  }

  @inlinable @inline(__always)
  mutating func reserve(_ more: Int) {
    if end + more > capacity { grow(to: end + more) }
  }

  @inline(never) @usableFromInline
  mutating func grow(to needed: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(needed, 2 * capacity))
    larger.update(from: start, count: end)
    start.deallocate()
    start = larger
    capacity = max(needed, 2 * capacity)
  }
}

/// The text of a number, written to memory that has room for `lengthMax` bytes.
private struct NumberText: TextOutputStream {
  /// The length of "-2.2250738585072014e-308"; no finite number has a longer text.
  static let lengthMax = 24

  let start: UnsafeMutablePointer<UInt8>
  var count = 0

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { _writeASCII($0) }
  }

  /// The standard library calls this function with the digits of a number. A library without it
  /// would call `write`, with a string that costs more than the digits.
  mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) {
    guard let first = text.baseAddress else { return }
    precondition(count + text.count <= Self.lengthMax)
    (start + count).update(from: first, count: text.count)
    count += text.count
  }
}
