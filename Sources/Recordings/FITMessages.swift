import Foundation
import Timekeeping

/// The messages of a FIT file, of whose fields only whole numbers are read.
///
/// Source: the FIT protocol of Garmin, in its sections on the record header, definition messages
/// and data messages.
struct FITMessages {
  static let session: UInt16 = 18
  static let sport: UInt8 = 5
  static let startTime: UInt8 = 2
  static let timestamp: UInt8 = 253

  private struct Definition {
    var number: UInt16
    var isBigEndian: Bool
    var fields: [(number: UInt8, size: Int)]
    /// The bytes of the fields that the device defines itself.
    var ownSize: Int
  }

  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  private var definitions: [UInt8: Definition] = [:]

  init(_ data: Data) {
    bytes = [UInt8](data)
    index = Int(bytes.first ?? 0)
    let size = bytes.count > 8 ? Self.number(bytes[4..<8], isBigEndian: false) : 0
    end = min(bytes.count, index + Int(size))
  }

  /// Returns the instant of a time stamp, which counts seconds from 1989-12-31.
  static func instant(_ seconds: UInt32) -> Instant {
    Instant(secondsSince1970: 631_065_600 + Double(seconds))
  }

  /// Returns the fields of the next message with this number; nil at the end of the file, or where
  /// the file is damaged.
  mutating func next(number: UInt16) -> [UInt8: UInt32]? {
    while index < end {
      let header = bytes[index]
      index += 1
      let isCompressed = header & 0x80 != 0
      if !isCompressed, header & 0x40 != 0 {
        guard define(header) else { return nil }
        continue
      }
      guard let definition = definitions[isCompressed ? header >> 5 & 3 : header & 15],
        let values = values(of: definition)
      else { return nil }
      if definition.number == number { return values }
    }
    return nil
  }

  private mutating func define(_ header: UInt8) -> Bool {
    guard let head = take(5) else { return false }
    let isBigEndian = head[head.startIndex + 1] == 1
    var definition = Definition(
      number: UInt16(
        truncatingIfNeeded: Self.number(
          head[head.startIndex + 2..<head.startIndex + 4], isBigEndian: isBigEndian)),
      isBigEndian: isBigEndian, fields: [], ownSize: 0)
    for _ in 0..<head[head.startIndex + 4] {
      guard let field = take(3) else { return false }
      definition.fields.append((field[field.startIndex], Int(field[field.startIndex + 1])))
    }
    if header & 0x20 != 0 {
      guard let count = take(1)?.first else { return false }
      for _ in 0..<count {
        guard let field = take(3) else { return false }
        definition.ownSize += Int(field[field.startIndex + 1])
      }
    }
    definitions[header & 15] = definition
    return true
  }

  private mutating func values(of definition: Definition) -> [UInt8: UInt32]? {
    var values: [UInt8: UInt32] = [:]
    for field in definition.fields {
      guard let part = take(field.size) else { return nil }
      if field.size <= 4 {
        values[field.number] = Self.number(part, isBigEndian: definition.isBigEndian)
      }
    }
    return take(definition.ownSize) == nil ? nil : values
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= end - index else { return nil }
    defer { index += count }
    return bytes[index..<index + count]
  }

  private static func number(_ part: ArraySlice<UInt8>, isBigEndian: Bool) -> UInt32 {
    (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
