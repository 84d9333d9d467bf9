/// A check of the first bytes, which shows whether a server is gpsd.
///
/// gpsd greets every client with its version in JSON. Other servers at a mistyped port, such as
/// those of web pages or NMEA sentences, send something else, or an error message.
struct Greeting {
  /// The beginning of the greeting. gpsd writes no spaces, but a proxy may.
  private static let expected = Array(#"{"class":""#.utf8)

  private var opening: [UInt8] = []

  /// Checks further bytes.
  ///
  /// - Returns: False once the server cannot be gpsd.
  mutating func goesOn(with bytes: some Sequence<UInt8>) -> Bool {
    guard opening.count < Self.expected.count else { return true }
    opening += bytes.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(
      Self.expected.count - opening.count)
    return Self.expected.starts(with: opening)
  }
}

extension Collection<UInt8> {
  private static var excerptLength: Int { 80 }

  /// The first bytes as printable text.
  var excerpt: String {
    let shown = String(decoding: prefix(Self.excerptLength), as: UTF8.self).unicodeScalars
      .map { $0.properties.generalCategory == .control ? "·" : String($0) }.joined()
    return count > Self.excerptLength ? shown + "…" : shown
  }

  /// The first line that is not empty.
  var firstLine: SubSequence {
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    return drop(while: isBreak).prefix { !isBreak($0) }
  }
}
