/// A message of generic netlink, by which programs communicate with the kernel.
///
/// See RFC 3549 and the kernel's linux/netlink.h and linux/genetlink.h.
///
/// A header of 16 bytes contains the message's length and its family, and four bytes contain the
/// command. Attributes follow: length, kind and value, each padded to four bytes. Numbers are in
/// the machine's byte order.
package struct NetlinkMessage {
  /// The number of the message's family, or `NLMSG_ERROR`.
  var kind: UInt16
  var command: UInt8
  var attributes: [(kind: UInt16, value: [UInt8])] = []

  static let error: UInt16 = 2
  private static let headerBytes = 20
  /// The value of the kernel's flag NLM_F_REQUEST.
  private static let isRequest: UInt16 = 1
  /// The mask that removes the two encoding bits from an attribute's kind.
  private static let kindMask: UInt16 = 0x3fff

  /// The message as bytes, as a request that expects a single answer.
  package var bytes: [UInt8] {
    var body: [UInt8] = [command, 1, 0, 0]
    for attribute in attributes {
      body += Self.bytes(UInt16(4 + attribute.value.count)) + Self.bytes(attribute.kind)
      body += attribute.value
      body += [UInt8](repeating: 0, count: (4 - attribute.value.count % 4) % 4)
    }
    return Self.bytes(UInt32(16 + body.count)) + Self.bytes(kind) + Self.bytes(Self.isRequest)
      + Self.bytes(UInt32(1)) + Self.bytes(UInt32(0)) + body
  }
}

extension NetlinkMessage {
  /// Reads the first message of the received bytes; nil if the message is truncated or malformed.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerBytes else { return nil }
    let end = Int(Self.number(bytes[0..<4]))
    guard end >= Self.headerBytes, end <= bytes.count else { return nil }
    self.init(kind: UInt16(Self.number(bytes[4..<6])), command: bytes[16])
    guard kind != Self.error else { return }
    var place = Self.headerBytes
    while place + 4 <= end {
      let length = Int(Self.number(bytes[place..<place + 2]))
      guard length >= 4, place + length <= end else { return nil }
      let kind = UInt16(Self.number(bytes[place + 2..<place + 4])) & Self.kindMask
      attributes.append((kind, Array(bytes[place + 4..<place + length])))
      place += (length + 3) / 4 * 4
    }
  }

  func value(_ kind: UInt16) -> [UInt8]? { attributes.first { $0.kind == kind }?.value }

  // MARK: Numbers

  static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  /// Returns the number that up to eight bytes contain, in the machine's byte order.
  static func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    let isLittle = UInt16(littleEndian: 1) == 1
    let number: (UInt64, UInt8) -> UInt64 = { $0 << 8 | UInt64($1) }
    return isLittle ? bytes.reversed().reduce(0, number) : bytes.reduce(0, number)
  }
}
