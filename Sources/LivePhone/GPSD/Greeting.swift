/// Tells by its first bytes whether what listens at an address is a gpsd, which greets whoever comes with its
/// version in JSON. Others that lie at a mistyped port, such as servers of web pages or of NMEA sentences, say
/// something else, or that they do not understand.
struct Greeting {
  /// gpsd writes no blanks; who stands in for it may.
  private static let expected = Array(#"{"class":""#.utf8)

  private var opening: [UInt8] = []

  /// - Returns: false once it is no gpsd's.
  mutating func goesOn(with bytes: some Sequence<UInt8>) -> Bool {
    guard opening.count < Self.expected.count else { return true }
    opening += bytes.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(
      Self.expected.count - opening.count)
    return Self.expected.starts(with: opening)
  }
}

extension Collection<UInt8> {
  private static var excerptLength: Int { 80 }

  /// The beginning, fit to be shown.
  var excerpt: String {
    let shown = String(decoding: prefix(Self.excerptLength), as: UTF8.self).unicodeScalars
      .map { $0.properties.generalCategory == .control ? "·" : String($0) }.joined()
    return count > Self.excerptLength ? shown + "…" : shown
  }

  /// The first line that says anything.
  var firstLine: SubSequence {
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    return drop(while: isBreak).prefix { !isBreak($0) }
  }
}
