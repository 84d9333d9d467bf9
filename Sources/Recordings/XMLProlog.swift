import Text

/// The part of an XML file before the first element. It is checked before a parser reads the file.
///
/// A file with any declaration is refused, because declared entities could refer to other files or
/// grow without limit. Only encodings in which ASCII characters have their usual bytes are
/// accepted. In any other encoding, this check could miss a declaration.
struct XMLProlog {
  private(set) var rootElement = ""
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  init(_ bytes: [UInt8], location: SourceLocation) throws(InputError) {
    self.bytes = bytes
    while skipSpace() {
      let place = SourceLocation(file: location.file, line: line)
      if starts(with: "<?") {
        try refuseEncodings(in: take(through: "?>"), place)
      } else if starts(with: "<!--") {
        _ = take(through: "-->")
      } else if starts(with: "<!") {
        throw InputError(
          place, "DOCTYPE and ENTITY declarations are refused", accepted: "XML without them")
      } else {
        let name = bytes[(index + 1)...].prefix { isNamePart($0) }
        let qualified = String(decoding: name, as: UTF8.self)
        rootElement = qualified.split(separator: ":").last.map(String.init) ?? ""
        return
      }
    }
  }

  private mutating func skipSpace() -> Bool {
    while index < bytes.count, isSpace(bytes[index]) { step() }
    return index < bytes.count && bytes[index] == UInt8(ascii: "<")
  }

  private mutating func step() {
    if bytes[index] == UInt8(ascii: "\n") { line += 1 }
    index += 1
  }

  private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func take(through end: String) -> String {
    let start = index
    while index < bytes.count, !starts(with: end) { step() }
    let stop = min(bytes.count, index + end.utf8.count)
    index = stop
    return String(decoding: bytes[start..<stop], as: UTF8.self)
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    !isSpace(byte) && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/") && byte >= 32
  }

  private func refuseEncodings(
    in declaration: String, _ place: SourceLocation
  ) throws(InputError) {
    guard let key = declaration.range(of: "encoding") else { return }
    let value = declaration[key.upperBound...].drop { " =\t'\"".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    let known = ["utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252"]
    guard known.contains(value.lowercased()) else {
      throw InputError(
        place, "the encoding is \(quoted(String(value)))", accepted: listing(known))
    }
  }
}
