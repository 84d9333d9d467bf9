/// The binary protocols of GPS receivers. A receiver's log is recognized by the frames of these
/// protocols.
///
/// Sentences of other protocols, comments and noise may stand between frames. Some bytes only look
/// like a frame. A log is therefore recognized only by a frame with the correct end or checksum, or
/// by three frames in a row.
enum ReceiverFrame: CaseIterable {
  /// A frame of u-blox: bytes B5 62, class, number, length, payload, two checksums.
  case uBlox
  /// A frame of SiRF: bytes A0 A2, length, payload, checksum, bytes B0 B3.
  case sirf
  /// Frames of Garmin and Trimble: byte 10, number, payload, bytes 10 03. Frames follow one another
  /// directly.
  case dataLinkEscape
  /// Frames of Javad: two letters, the length in three hexadecimal digits, payload. Frames follow
  /// one another directly.
  case greis

  private static let neighborsMin = 3

  func isFound(in bytes: [UInt8]) -> Bool {
    switch self {
    case .uBlox: bytes.indices.contains { ReceiverFrame.isUBlox(bytes[$0...]) }
    case .sirf: bytes.indices.contains { ReceiverFrame.isSiRF(bytes[$0...]) }
    case .dataLinkEscape: ReceiverFrame.hasEscapes(bytes)
    case .greis: bytes.indices.contains { ReceiverFrame.isGREIS(bytes, from: $0) }
    }
  }

  private static func isUBlox(_ rest: ArraySlice<UInt8>) -> Bool {
    let start = rest.startIndex
    guard rest.count >= 8, rest[start] == 0xB5, rest[start + 1] == 0x62 else { return false }
    let end = start + 6 + Int(rest[start + 4]) + Int(rest[start + 5]) << 8
    guard end + 2 <= rest.endIndex else { return false }
    var sums: (UInt8, UInt8) = (0, 0)
    for byte in rest[start + 2..<end] {
      sums.0 &+= byte
      sums.1 &+= sums.0
    }
    return rest[end] == sums.0 && rest[end + 1] == sums.1
  }

  private static func isSiRF(_ rest: ArraySlice<UInt8>) -> Bool {
    let start = rest.startIndex
    guard rest.count >= 8, rest[start] == 0xA0, rest[start + 1] == 0xA2 else { return false }
    let end = start + 4 + Int(rest[start + 2]) << 8 + Int(rest[start + 3])
    return end + 4 <= rest.endIndex && rest[end + 2] == 0xB0 && rest[end + 3] == 0xB3
  }

  private static func hasEscapes(_ bytes: [UInt8]) -> Bool {
    var count = 0
    var index = 0
    while index + 3 < bytes.count {
      if bytes[index] == 0x10, bytes[index + 1] == 3, bytes[index + 2] == 0x10,
        bytes[index + 3] != 3, bytes[index + 3] != 0x10
      {
        count += 1
        if count == neighborsMin { return true }
      }
      index += 1
    }
    return false
  }

  private static func isGREIS(_ bytes: [UInt8], from start: Int) -> Bool {
    guard start == 0 || bytes[start - 1] == 10 || bytes[start - 1] == 13 else { return false }
    var index = start
    for _ in 0..<neighborsMin {
      guard index + 5 <= bytes.count,
        bytes[index..<index + 2].allSatisfy({ $0 > 0x2F && $0 < 0x7F }),
        // `Int` accepts a sign too, and a negative length would lead out of the bytes.
        bytes[index + 2..<index + 5].allSatisfy(isHexDigit),
        let length = Int(String(decoding: bytes[index + 2..<index + 5], as: UTF8.self), radix: 16),
        index + 5 + length <= bytes.count
      else { return false }
      index += 5 + length
      while index < bytes.count, bytes[index] == 10 || bytes[index] == 13 { index += 1 }
    }
    return true
  }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
}
