/// A message of generic netlink, by which the kernel's parts and programs talk (RFC 3549; the kernel's
/// linux/netlink.h and linux/genetlink.h).
///
/// A header of 16 bytes says how long the message is and which family it is for, four bytes say which command;
/// then come attributes: length, kind, value, each filled up to four bytes. Numbers are the machine's own way
/// round.
package struct NetlinkMessage {
  /// The family's number, or one of the kinds below.
  var kind: UInt16
  var command: UInt8
  var attributes: [(kind: UInt16, value: [UInt8])] = []

  static let error: UInt16 = 2
  private static let headerBytes = 20
  /// NLM_F_REQUEST.
  private static let isRequest: UInt16 = 1
  /// Two bits of an attribute's kind say how it is to be read.
  private static let kindMask: UInt16 = 0x3fff

  /// As a request that is answered once.
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
  /// The first message of what came; nil for anything that is cut short or out of joint.
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

  /// Of up to eight bytes.
  static func number(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    let isLittle = UInt16(littleEndian: 1) == 1
    let number: (UInt64, UInt8) -> UInt64 = { $0 << 8 | UInt64($1) }
    return isLittle ? bytes.reversed().reduce(0, number) : bytes.reduce(0, number)
  }
}
