import Documents
import Text

// Kinds of values that several kinds of documents share.
extension ValueKind {
  static let path = described("a path", .text)
  static let coordinate = described(
    "`[latitude, longitude]` in degrees", .list(of: .anyNumber, count: 2...2))
  static let position = described(
    "`[latitude, longitude]`, or an address or name of the map", .either([.text, coordinate]))
  static let destination = described(
    "a place's name, or `[latitude, longitude]`", .either([.text, coordinate]))
  static let time = described(
    "a time such as `07:45`, `07:45 ± 15 min` or `2026-03-02T07:45:00`", .text)
  static let start = described(
    "a date and time such as `2026-03-02T06:30:00` or `2026-03-02T06:30:00-08:00`",
    .form(#"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}"#))
  static let timeZone = described("a time zone such as `Europe/Berlin`", .text)
  static let share = quantity(.share, .within(0...1, "from 0 % to 100 %"))
  static let duration = quantity(.duration, .aboveZero)
  static let presetName = described("a preset's name, or path of a preset's file", .text)

  /// The kind of a value that consists of two times of day.
  static let hours = described(
    "two times of day", .list(of: .form(#"^\d{2}:\d{2}(:\d{2})?$"#), count: 2...2))
}

/// The definitions of the keys that several kinds of documents share.
enum SharedKeys {
  static let version = version("odograph")
  static let name = Key("name", .text, "Title in reports", default: "the file's name")
  static let description = Key("description", .text, "A note for readers of the file")
  static let contract = Key(
    "contract", .words(of: ServerContract.self), "The kind of server that it sends to",
    default: "the preset's")

  static func version(_ name: String) -> Key {
    Key(name, .words(["1"]), "Version of this format", example: "1", isRequired: true)
  }
}
