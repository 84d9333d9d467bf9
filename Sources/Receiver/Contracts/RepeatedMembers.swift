import Text

/// The members of the latest object of a kind, by which the next one is read in fewer steps.
///
/// The features of a batch have the same members in the same order, nearly always. If the bytes
/// before a value are those of the latest object, they are neither read again nor compared with
/// each name. Nothing is kept of the first object, which is often the only one.
struct RepeatedMembers<Member: NamedMember> {
  /// The members of the latest object.
  private var members: [Member] = []
  /// The positions of the bytes before each member's value: the comma, unless it is the first
  /// member, the name, and the colon.
  private var leads: [Range<Int>] = []
  /// The positions of the values that the reader skipped; empty for all others. It may end before
  /// the last member.
  private var skipped: [Range<Int>] = []
  private var count = 0
  private var objectCount = 0

  /// Begins another object.
  mutating func begin() {
    count = 0
    objectCount += 1
  }

  /// Reads the name of the next member and stops before the member's value; nil at the object's
  /// end.
  @inline(__always)
  mutating func next(_ scanner: inout JSONScanner) throws(Malformed) -> Member? {
    guard count < leads.count, scanner.repeats(leads[count]) else { return try read(&scanner) }
    count += 1
    return members[count - 1]
  }

  private mutating func read(_ scanner: inout JSONScanner) throws(Malformed) -> Member? {
    let start = scanner.index
    var isFirst = count == 0
    guard let name = try scanner.nextMember(&isFirst) else { return nil }
    let member = Member.names.first { scanner.matches(name, $0.0) }?.1 ?? .other
    if objectCount > 1 { keep(member, after: start..<scanner.index) }
    count += 1
    return member
  }

  private mutating func keep(_ member: Member, after lead: Range<Int>) {
    if count < leads.count {
      leads.removeSubrange(count...)
      members.removeSubrange(count...)
      skipped.removeSubrange(min(count, skipped.count)...)
    }
    leads.append(lead)
    members.append(member)
  }

  /// Moves past the value of the member that `next` returned. A value that is written as in the
  /// latest object was checked there.
  mutating func skipValue(_ scanner: inout JSONScanner, depth: Int) throws(Malformed) {
    guard objectCount > 1 else { return try scanner.skipValue(depth: depth) }
    while skipped.count < count { skipped.append(0..<0) }
    if scanner.repeatsValue(skipped[count - 1]) { return }
    let start = scanner.index
    try scanner.skipValue(depth: depth)
    skipped[count - 1] = start..<scanner.index
  }
}

/// The members of an object that a reader distinguishes.
protocol NamedMember {
  static var names: [(StaticString, Self)] { get }
  static var other: Self { get }
}

/// A text that nearly every object of a kind has, such as the device's name.
struct RepeatedText {
  private var text: String?
  private var written = 0..<0

  /// Reads a string or null. One that is written as the latest one is not read again.
  mutating func read(_ scanner: inout JSONScanner) throws(Malformed) -> String? {
    if scanner.repeatsValue(written) { return text }
    let start = scanner.index
    text = scanner.skipNull() ? nil : try scanner.string()
    written = start..<scanner.index
    return text
  }
}

/// The members of the features of one batch.
struct FeatureMembers {
  var feature = RepeatedMembers<FeatureMember>()
  var geometry = RepeatedMembers<GeometryMember>()
  var properties = RepeatedMembers<PropertiesMember>()
  var device = RepeatedText()
}

enum FeatureMember: NamedMember {
  case type, geometry, properties, other

  static let names: [(StaticString, FeatureMember)] = [
    ("type", .type), ("geometry", .geometry), ("properties", .properties),
  ]
}

enum GeometryMember: NamedMember {
  case type, coordinates, other

  static let names: [(StaticString, GeometryMember)] = [
    ("type", .type), ("coordinates", .coordinates),
  ]
}

enum PropertiesMember: NamedMember {
  case timestamp, horizontalAccuracy, device, type, action, other

  static let names: [(StaticString, PropertiesMember)] = [
    ("timestamp", .timestamp), ("horizontal_accuracy", .horizontalAccuracy),
    ("device_id", .device), ("type", .type), ("action", .action),
  ]
}
