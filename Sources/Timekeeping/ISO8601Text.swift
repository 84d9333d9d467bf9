/// An instant that is encoded as text, "2026-03-02T14:30:00.125Z", truncated to the millisecond.
@propertyWrapper
public struct ISO8601Text: Codable, Sendable, Equatable {
  public var wrappedValue: Instant

  public init(wrappedValue: Instant) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let instant = Instant(iso8601: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not an ISO 8601 time: \(text)")
    }
    wrappedValue = instant
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue.iso8601(fractionDigits: 3))
  }
}
