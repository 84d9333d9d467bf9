import Timekeeping

/// The text of times in ISO 8601, in UTC.
///
/// Most times that are written after each other are on the same day. The last day is therefore
/// kept.
package struct TimeText {
  /// The days since 1970 until `date`.
  private var day = Int64.min
  private var date = CivilDate(year: 1970, month: 1, day: 1)

  package init() {}

  /// Appends a time such as 2026-03-03T14:30:00.250Z.
  ///
  /// - Parameter decimals: 0, 3, 6 or 9; nil for the fewest of these that show the time exactly.
  package mutating func append(
    _ instant: Instant, decimals: Int? = nil, to buffer: inout ByteBuffer
  ) {
    let seconds = instant.wholeSeconds
    let day = floorDivide(seconds, 86400)
    if day != self.day {
      self.day = day
      date = CivilDate(daysSince1970: day)
    }
    buffer.append(date)
    buffer.append(UInt8(ascii: "T"))
    let second = UInt64(seconds - day * 86400)
    buffer.append(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
    append(UInt64(instant.nanosecondOfSecond), decimals, to: &buffer)
    buffer.append(UInt8(ascii: "Z"))
  }

  private func append(_ nanoseconds: UInt64, _ decimals: Int?, to buffer: inout ByteBuffer) {
    let decimals = decimals ?? Self.decimals(of: nanoseconds)
    guard decimals > 0 else { return }
    buffer.append(UInt8(ascii: "."))
    switch decimals {
    case 3: buffer.appendDigits(nanoseconds / 1_000_000, width: 3)
    case 6: buffer.appendDigits(nanoseconds / 1000, width: 6)
    default: buffer.appendDigits(nanoseconds, width: 9)
    }
  }

  private static func decimals(of nanoseconds: UInt64) -> Int {
    if nanoseconds == 0 { return 0 }
    if nanoseconds % 1_000_000 == 0 { return 3 }
    return nanoseconds % 1000 == 0 ? 6 : 9
  }
}
