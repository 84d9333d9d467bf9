extension JSONScanner {
  /// A decimal number without an exponent, with so few digits that integers hold it.
  struct Decimal {
    private var isNegative = false
    private var mantissa: UInt64 = 0
    private var fractionDigits = 0

    /// Reads the characters of a JSON number; nil if the number has an exponent or too many digits.
    init?(_ characters: UnsafeBufferPointer<UInt8>) {
      var isFraction = false
      for byte in characters {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          // Another digit would not fit in 64 bits.
          guard mantissa < UInt64.max / 10 else { return nil }
          mantissa = mantissa * 10 + UInt64(byte - 48)
          if isFraction { fractionDigits += 1 }
        case UInt8(ascii: "."): isFraction = true
        case UInt8(ascii: "-"): isNegative = true
        default: return nil
        }
      }
      guard fractionDigits < powersOfTen.count else { return nil }
    }

    /// The nearest double, to even if two are equally near.
    var nearest: Double {
      let power = powersOfTen[fractionDigits]
      // A double holds both numbers, and the division rounds once.
      let size =
        mantissa < 1 << 53 && power < 1 << 53
        ? Double(mantissa) / Double(power) : JSONScanner.nearest(mantissa, dividedBy: power)
      return isNegative ? -size : size
    }
  }

  /// Returns the double that is nearest to a quotient of integers, to even if two are equally near.
  ///
  /// - Parameter dividend: Not zero.
  /// - Parameter divisor: Not zero.
  private static func nearest(_ dividend: UInt64, dividedBy divisor: UInt64) -> Double {
    // Both are shifted to the left until their first bit is set. Half the dividend is then less
    // than the divisor, and their quotient has 63 or 64 bits.
    let dividendShift = dividend.leadingZeroBitCount
    let divisorShift = divisor.leadingZeroBitCount
    let shifted = dividend << dividendShift
    let (quotient, remainder) = (divisor << divisorShift)
      .dividingFullWidth((high: shifted >> 1, low: shifted << 63))
    // The conversion keeps 53 bits. A last bit tells it that the quotient is not all.
    let rounded = Double(remainder == 0 ? quotient : quotient | 1)
    let exponent = divisorShift - dividendShift - 63
    return Double(sign: .plus, exponent: exponent, significand: rounded)
  }
}

/// The powers of ten that fit in 64 bits, by exponent.
private let powersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]
