import Foundation
import Text

/// The check that no tag of an XML file is too long, before a parser reads the file.
///
/// XML parsers compare each attribute of a tag with all others. A tag with a million attributes
/// would keep them busy for hours.
enum XMLTags {
  /// The greatest length of a tag in bytes. The first tag of a GPX file, with the names of many
  /// extensions, has some 3 KB.
  static let bytesMax = 1 << 16
  static let attributesMax = 256

  static func refuseOversized(_ bytes: Data, location: SourceLocation) throws(InputError) {
    let found = bytes.withUnsafeBytes { firstOversized($0.bindMemory(to: UInt8.self)) }
    guard let line = found else { return }
    throw InputError(
      SourceLocation(file: location.file, line: line),
      "a tag has more than \(attributesMax) attributes or \(bytesMax / 1024) KiB",
      accepted: "a recording, whose tags have few attributes")
  }

  /// Returns the line on which the first tag that is too long begins; nil if there is none.
  private static func firstOversized(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    while let start = next("<", in: bytes, from: index) {
      if let end = endOfText(bytes, at: start) {
        index = end
        continue
      }
      let end = endOfTag(bytes, from: start)
      let tag = bytes[start..<end]
      // Each attribute has a name and an equals sign.
      let mayBeOversized = tag.count > 2 * attributesMax
      if mayBeOversized, tag.count > bytesMax || tag.count(where: isEqualsSign) > attributesMax {
        return bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
      }
      index = end
    }
    return nil
  }

  /// Returns the index of the `>` that ends a tag. One in the value of an attribute does not.
  private static func endOfTag(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while let close = next(">", in: bytes, from: index) {
      let tag = UnsafeBufferPointer(rebasing: bytes[..<close])
      let double = next("\"", in: tag, from: index) ?? close
      let single = next("'", in: tag, from: index) ?? close
      if double == single { return close }
      guard
        let end = next(
          double < single ? "\"" : "'", in: bytes, from: min(double, single) + 1)
      else { return bytes.count }
      index = end + 1
    }
    return bytes.count
  }

  private static func isEqualsSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") }

  /// Returns the index after the comment or CDATA section that begins at `start`; nil if neither
  /// begins there.
  private static func endOfText(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    let texts: [(StaticString, StaticString)] = [("<!--", "-->"), ("<![CDATA[", "]]>")]
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "!") else { return nil }
    for (begin, end) in texts where isThere(begin, in: bytes, at: start) {
      var index = start + begin.utf8CodeUnitCount
      while let close = next(">", in: bytes, from: index) {
        let first = close + 1 - end.utf8CodeUnitCount
        if first >= start + begin.utf8CodeUnitCount, isThere(end, in: bytes, at: first) {
          return close + 1
        }
        index = close + 1
      }
      return bytes.count
    }
    return nil
  }

  private static func isThere(
    _ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return zip(
      bytes[index...], UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
    .allSatisfy { $0 == $1 }
  }

  private static func next(
    _ character: Unicode.Scalar, in bytes: UnsafeBufferPointer<UInt8>, from index: Int
  ) -> Int? {
    guard index < bytes.count, let base = bytes.baseAddress else { return nil }
    let found = memchr(base + index, Int32(character.value), bytes.count - index)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  }
}
