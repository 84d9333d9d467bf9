import Text

/// The members of the latest object of a kind, by which the next one is read in fewer steps.
///
/// The features of a batch have the same members in the same order, nearly always. If the bytes
/// before a value are those of the latest object, they are neither read again nor compared with
/// each name.
struct RepeatedMembers<Member: NamedMember> {
  /// The members of the latest object. `lead` are the positions of the bytes before the value: the
  /// comma, unless it is the first member, the name, and the colon.
  private var latest: [(lead: Range<Int>, member: Member)] = []
  private var count = 0

  /// Begins another object.
  mutating func begin() { count = 0 }

  /// Reads the name of the next member and stops before the member's value; nil at the object's
  /// end.
  mutating func next(_ scanner: inout JSONScanner) throws(Malformed) -> Member? {
    if count < latest.count, scanner.repeats(latest[count].lead) {
      count += 1
      return latest[count - 1].member
    }
    let start = scanner.index
    var isFirst = count == 0
    guard let name = try scanner.nextMember(&isFirst) else { return nil }
    let member = Member.names.first { scanner.matches(name, $0.0) }?.1 ?? .other
    latest.removeSubrange(count...)
    latest.append((start..<scanner.index, member))
    count += 1
    return member
  }
}

/// The members of an object that a reader distinguishes.
protocol NamedMember {
  static var names: [(StaticString, Self)] { get }
  static var other: Self { get }
}

/// The members of the features of one batch.
struct FeatureMembers {
  var feature = RepeatedMembers<FeatureMember>()
  var geometry = RepeatedMembers<GeometryMember>()
  var properties = RepeatedMembers<PropertiesMember>()
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
