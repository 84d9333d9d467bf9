/// A check of the first bytes from a server, which shows whether the server is gpsd.
///
/// gpsd sends its version in JSON to every new client. If the user mistyped the port, another
/// server answers, such as a web server or a server of NMEA sentences. That server sends something
/// else, or an error message.
struct Greeting {
  /// The beginning of gpsd's first message. gpsd writes no spaces in it, but a proxy may add some.
  private static let expected = Array(#"{"class":""#.utf8)

  private var opening: [UInt8] = []

  /// Checks further bytes from the server.
  ///
  /// - Returns: False if the server cannot be gpsd.
  mutating func goesOn(with bytes: some Sequence<UInt8>) -> Bool {
    guard opening.count < Self.expected.count else { return true }
    opening += bytes.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(
      Self.expected.count - opening.count)
    return Self.expected.starts(with: opening)
  }
}

extension Collection<UInt8> {
  private static var excerptLength: Int { 80 }

  /// The server's first bytes as printable text.
  var excerpt: String {
    let shown = String(decoding: prefix(Self.excerptLength), as: UTF8.self).unicodeScalars
      .map { $0.properties.generalCategory == .control ? "·" : String($0) }.joined()
    return count > Self.excerptLength ? shown + "…" : shown
  }

  /// The first line from the server that is not empty.
  var firstLine: SubSequence {
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    return drop(while: isBreak).prefix { !isBreak($0) }
  }
}
