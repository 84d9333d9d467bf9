/// An array of bytes that only grows at its end.
///
/// An `Array` checks at each appended byte if its storage is shared. This type cannot be shared,
/// which saves that check.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// Removes all bytes, but keeps the memory.
  mutating func removeAll() { count = 0 }

  var array: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a text in quotation marks: a key of JSON, which a colon follows, or a value. A comma
  /// separates it from what is before.
  mutating func append(_ text: StaticString, isAfterComma: Bool, isKey: Bool) {
    let length = text.utf8CodeUnitCount
    reserve(length + 4)
    var end = start + count
    func put(_ byte: UInt8) {
      end.pointee = byte
      end += 1
    }
    if isAfterComma { put(UInt8(ascii: ",")) }
    put(UInt8(ascii: "\""))
    Self.copy(text.utf8Start, to: end, count: length)
    end += length
    put(UInt8(ascii: "\""))
    if isKey { put(UInt8(ascii: ":")) }
    count = end - start
  }

  /// Copies a short text. A call of `memmove` would take longer than the copying.
  @inline(__always)
  private static func copy(
    _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    guard count >= 8 else {
      for index in 0..<count { target[index] = source[index] }
      return
    }
    // The last eight bytes may overlap with those before.
    for place in stride(from: 0, to: count - 8, by: 8) {
      to.storeBytes(
        of: from.loadUnaligned(fromByteOffset: place, as: UInt64.self),
        toByteOffset: place, as: UInt64.self)
    }
    to.storeBytes(
      of: from.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self),
      toByteOffset: count - 8, as: UInt64.self)
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: first, count: bytes.count)
    count += bytes.count
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Appends the shortest text that gives exactly the same finite number, without making a string.
  mutating func append(_ number: some BinaryFloatingPoint & TextOutputStreamable) {
    reserve(NumberText.lengthMax)
    var text = NumberText(start: start + count)
    number.write(to: &text)
    count += text.count
  }

  /// Appends the last `width` decimal digits of `number`, with leading zeros. The width is at least
  /// one.
  mutating func appendDigits(_ number: UInt64, width: Int) {
    if width <= 2 {
      if width == 2 { append(Self.digit(number / 10 % 10)) }
      return append(Self.digit(number % 10))
    }
    if width > 8 { appendDigits(number / 100_000_000, width: width - 8) }
    let width = min(width, 8)
    reserve(8)
    let digits = Self.eightDigits(of: number % 100_000_000) >> UInt64(8 * (8 - width))
    UnsafeMutableRawPointer(start + count).storeBytes(of: digits.littleEndian, as: UInt64.self)
    count += width
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

  mutating func append(_ number: UInt64) {
    var width = 1
    var bound: UInt64 = 10
    while number >= bound, width < 19 {
      width += 1
      bound *= 10
    }
    if number >= bound { width += 1 }
    appendDigits(number, width: width)
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(to: count + more) }
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(needed, 2 * capacity))
    larger.update(from: start, count: count)
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
