/// Conversion of instants to and from ISO 8601 text in UTC.
///
/// Foundation's formatters take microseconds for each instant, which is too slow for many records.
extension Instant: CustomStringConvertible {
  public var description: String { iso8601() }

  /// Returns the instant as text, such as "2026-03-02T14:30:00Z".
  ///
  /// With `fractionDigits` 3 the text is "2026-03-02T14:30:00.125Z", truncated, not rounded.
  public func iso8601(fractionDigits: Int = 0) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    appendISO8601(to: &bytes, fractionDigits: fractionDigits)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of `iso8601(fractionDigits:)` as UTF-8 bytes.
  public func appendISO8601(to bytes: inout [UInt8], fractionDigits: Int = 0) {
    let seconds = wholeSeconds
    let day = floorDivide(seconds, 86400)
    let date = CivilDate(daysSince1970: day)
    let secondOfDay = Int(seconds - day * 86400)
    appendDigits(date.year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendDigits(date.month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendDigits(date.day, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    appendDigits(secondOfDay / 3600, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendDigits(secondOfDay / 60 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendDigits(secondOfDay % 60, width: 2, to: &bytes)
    if fractionDigits > 0 {
      bytes.append(UInt8(ascii: "."))
      var fraction = Int(nanosecondOfSecond)
      for _ in 0..<(9 - min(fractionDigits, 9)) { fraction /= 10 }
      appendDigits(fraction, width: min(fractionDigits, 9), to: &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Reads a text such as "2026-03-02T14:30:00Z".
  ///
  /// A fraction, a space instead of the T, and an offset such as +01:00 are accepted. The result is
  /// nil for any other form and for a day that does not exist. A text without a time zone is UTC if
  /// `assumingUTC` is true; otherwise the result is nil.
  public init?(iso8601 text: some StringProtocol, assumingUTC: Bool = false) {
    let instant = withUTF8(of: text) { Instant(iso8601: $0, assumingUTC: assumingUTC) }
    guard let instant else { return nil }
    self = instant
  }

  /// Reads the UTF-8 bytes of such a text, without making a string.
  package init?(iso8601 bytes: UnsafeBufferPointer<UInt8>, assumingUTC: Bool = false) {
    var scanner = DigitScanner(bytes)
    guard let date = scanner.date(), date.exists, Self.years.contains(date.year),
      scanner.skip("T") || scanner.skip(" ") || scanner.skip("t"),
      let hour = scanner.number(2), hour < 24, scanner.skip(":"),
      let minute = scanner.number(2), minute < 60
    else { return nil }
    var second = 0
    if scanner.skip(":") {
      guard let read = scanner.number(2), read <= 60 else { return nil }
      second = read
    }
    guard let fraction = scanner.fractionNanoseconds() else { return nil }
    guard let offset = scanner.zoneOffsetSeconds(assumingUTC: assumingUTC), scanner.isAtEnd else {
      return nil
    }
    let seconds = date.daysSince1970 * 86400 + Int64(hour * 3600 + minute * 60 + second - offset)
    self.init(nanoseconds: seconds * 1_000_000_000 + Int64(fraction))
  }
}

extension CivilDate {
  /// Reads a text such as "2026-03-02". The result is nil for any other form, and for a day that
  /// does not exist.
  public init?(iso8601 text: some StringProtocol) {
    let date = withUTF8(of: text) { bytes -> CivilDate? in
      var scanner = DigitScanner(bytes)
      let date = scanner.date()
      return scanner.isAtEnd ? date : nil
    }
    guard let date, date.exists, Instant.years.contains(date.year) else { return nil }
    self = date
  }
}

/// Calls `read` with the UTF-8 bytes of a text, and copies them only if the text is not stored as
/// UTF-8.
private func withUTF8<Value>(
  of text: some StringProtocol, _ read: (UnsafeBufferPointer<UInt8>) -> Value?
) -> Value? {
  if let value = text.utf8.withContiguousStorageIfAvailable(read) { return value }
  return Array(text.utf8).withUnsafeBufferPointer(read)
}

private func appendDigits(_ number: Int, width: Int, to bytes: inout [UInt8]) {
  var divisor = 1
  for _ in 1..<width { divisor *= 10 }
  while divisor > 0 {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
    divisor /= 10
  }
}

private struct DigitScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func number(_ width: Int) -> Int? {
    guard index + width <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + width] {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    index += width
    return value
  }

  mutating func date() -> CivilDate? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  mutating func fractionNanoseconds() -> Int? {
    guard skip(".") || skip(",") else { return 0 }
    var value = 0
    var digits = 0
    while let digit = number(1) {
      if digits < 9 { value = value * 10 + digit }
      digits += 1
    }
    guard digits > 0 else { return nil }
    for _ in 0..<max(0, 9 - digits) { value *= 10 }
    return value
  }

  mutating func zoneOffsetSeconds(assumingUTC: Bool) -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0 else { return assumingUTC ? 0 : nil }
    guard let hours = number(2), hours <= 15 else { return nil }
    guard skip(":") || !isAtEnd else { return sign * hours * 3600 }
    guard let minutes = number(2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
