/// A count for each case of an enumeration. It is encoded with a member for every case, 0 where
/// nothing was counted.
@propertyWrapper
public struct CountPerCase<Case>: Codable, Sendable, Equatable
where Case: CaseIterable & RawRepresentable<String> & Hashable & Sendable {
  public var wrappedValue: [Case: Int]

  public init(wrappedValue: [Case: Int]) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Name.self)
    wrappedValue = [:]
    for key in Case.allCases {
      let name = Name(stringValue: key.rawValue)
      // A report of an earlier version lacks newer cases.
      guard members.contains(name) else { continue }
      let count = try members.decode(Int.self, forKey: name)
      if count > 0 { wrappedValue[key] = count }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Name.self)
    for key in Case.allCases {
      try members.encode(wrappedValue[key] ?? 0, forKey: Name(stringValue: key.rawValue))
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
