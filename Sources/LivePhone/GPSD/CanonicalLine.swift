import Text

/// A line from gpsd, rewritten in a form that libgps can read.
///
/// libgps (3.22) has these defects:
///
/// - libgps finds a name only if no spaces surround the name.
/// - libgps runs forever on some lines that gpsd itself does not write: lines whose first member is
///   not `class`, lines with a second `class`, and lines with unknown lists.
/// - If libgps cannot read an element of a list, it reads the same element again. If the element
///   contains a `class`, libgps repeats this forever.
///
/// A rewritten line therefore contains only three parts: its `class`, the plain values as gpsd
/// wrote them, and the list that belongs to the class. The elements of the list have no `class`.
enum CanonicalLine {
  /// The name of the only list that a line may contain, by the line's class. The keys include the
  /// quotes of the JSON text.
  private static let listsByClass = ["\"SKY\"": "satellites", "\"DEVICES\"": "devices"]

  /// The length of the longest name of a member, in bytes. libgps has room for 31 bytes, including
  /// a zero byte.
  private static let nameLengthMax = 30

  /// Returns the line in canonical form; nil if the line is not a JSON object.
  static func written(_ line: [UInt8]) -> [UInt8]? {
    try? JSONScanner.scan(line) { (scanner: inout JSONScanner) throws(Malformed) in
      let object = try object(&scanner, isElement: false)
      try scanner.requireEnd()
      return object
    }
  }

  private static func object(
    _ scanner: inout JSONScanner, isElement: Bool
  ) throws(Malformed) -> [UInt8] {
    var (kinds, plain): ([[UInt8]], [[UInt8]]) = ([], [])
    var lists: [(name: String, value: [UInt8])] = []
    var isFirst = true
    try scanner.beginObject()
    while let name = try scanner.nextMember(&isFirst) {
      let name = try scanner.string(name)
      switch scanner.nextByte() {
      case UInt8(ascii: "[") where !isElement && listsByClass.values.contains(name):
        lists.append((name, try list(&scanner)))
      case UInt8(ascii: "["), UInt8(ascii: "{"): _ = try scanner.skipOutline()
      default:
        let start = scanner.index
        _ = try scanner.skipOutline()
        let value = scanner.source(since: start)
        // gpsd writes NaN, which is not valid JSON and carries no information.
        guard isPlain(value) else { continue }
        if name == "class" {
          kinds.append(value)
        } else if isWord(name) {
          plain.append(member(name, value))
        }
      }
    }
    let kind = isElement ? nil : kinds.first
    let own = kind.flatMap { listsByClass[String(decoding: $0, as: UTF8.self)] }
    let members =
      (kind.map { [member("class", $0)] } ?? []) + plain
      + lists.filter { $0.name == own }.prefix(1).map { member($0.name, $0.value) }
    return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")])
      + [UInt8(ascii: "}")]
  }

  /// Reads the objects of a list. Lists inside these objects are left out.
  private static func list(_ scanner: inout JSONScanner) throws(Malformed) -> [UInt8] {
    var elements: [[UInt8]] = []
    var isFirst = true
    try scanner.beginArray()
    while try scanner.nextElement(&isFirst) {
      if scanner.nextByte() == UInt8(ascii: "{") {
        elements.append(try object(&scanner, isElement: true))
      } else {
        _ = try scanner.skipOutline()
      }
    }
    return [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")])
      + [UInt8(ascii: "]")]
  }

  private static func isPlain(_ value: [UInt8]) -> Bool {
    do {
      try JSONScanner.scan(value) { (scanner: inout JSONScanner) throws(Malformed) -> Void in
        try scanner.skipValue()
        try scanner.requireEnd()
      }
      return true
    } catch {
      return false
    }
  }

  private static func member(_ name: String, _ value: [UInt8]) -> [UInt8] {
    Array("\"\(name)\":".utf8) + value
  }

  /// True if the name contains only characters that gpsd's names contain. libgps supports no other
  /// names and cannot unescape names.
  private static func isWord(_ name: String) -> Bool {
    (1...nameLengthMax).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}
