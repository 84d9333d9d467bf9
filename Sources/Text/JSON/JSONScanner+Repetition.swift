extension JSONScanner {
  /// Moves past the next bytes and returns true if they are the same as earlier ones. Otherwise it
  /// moves nowhere and returns false.
  ///
  /// - Parameter earlier: the positions of bytes that were read in the same place of a value, such
  ///   as the comma, the name and the colon before the value of a member.
  public mutating func repeats(_ earlier: Range<Int>) -> Bool {
    guard let base = UnsafeRawPointer(bytes.baseAddress), earlier.upperBound <= bytes.count,
      earlier.count <= bytes.count - index,
      isSame(base + earlier.lowerBound, at: index, count: earlier.count)
    else { return false }
    index += earlier.count
    return true
  }

  /// Moves past the next value and returns true if it is written as an earlier one, and a comma or
  /// a bracket follows at once. Otherwise it moves nowhere and returns false.
  ///
  /// - Parameter earlier: the positions of a value that was read, in an object or an array of the
  ///   same depth.
  public mutating func repeatsValue(_ earlier: Range<Int>) -> Bool {
    let start = index
    guard !earlier.isEmpty, repeats(earlier) else { return false }
    // A number may go on where the earlier one ended.
    switch peek() {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return true
    default:
      index = start
      return false
    }
  }
}
