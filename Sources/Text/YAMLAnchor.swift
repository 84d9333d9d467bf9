/// A search for anchors (`&name`) and aliases (`*name`) of YAML, which this project does not read.
package enum YAMLAnchor {
  /// Returns the line of the first anchor or alias; nil if there is none.
  ///
  /// An anchor begins with `&`, an alias with `*`. Both can only occur where a YAML value can
  /// begin: at the start of a line, after a punctuation mark such as `:` or `-`, or after a tag
  /// such as `!name`. A name follows it, so that `[*]` of a JSON path is none. The search ignores
  /// quotation marks, so it may also find an ampersand inside a quoted text.
  package static func lineOfFirst(in text: String) -> Int? {
    var line = 1
    var (mayBegin, isAfterBlank, isComment, isTag) = (true, true, false, false)
    var bytes = text.utf8.makeIterator()
    var next = bytes.next()
    while let byte = next {
      next = bytes.next()
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        (mayBegin, isAfterBlank, isComment, isTag) = (true, true, false, false)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        (isAfterBlank, isTag) = (true, false)
      case UInt8(ascii: "#") where isAfterBlank: isComment = true
      case UInt8(ascii: "&"), UInt8(ascii: "*"):
        let isNamed = next.map { $0 > UInt8(ascii: " ") && !",[]{}".utf8.contains($0) } ?? false
        if mayBegin, !isComment, !isTag, isNamed { return line }
        (mayBegin, isAfterBlank) = (isTag, false)
      default:
        isTag = isTag || mayBegin && byte == UInt8(ascii: "!")
        (mayBegin, isAfterBlank) = (isTag || "[{,:-?".utf8.contains(byte), false)
      }
    }
    return nil
  }
}
