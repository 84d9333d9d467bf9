import Documents
import Text

/// The definitions of the keys of a phone profile, for the reader, the schema and the documentation
/// page.
enum ProfileKeys {
  static let profile = KeyTable(
    "profile",
    [
      SharedKeys.version("odographProfile"),
      SharedKeys.name,
      SharedKeys.description,
      Key(
        "phone", .text, "The hardware on which the profile is based", example: "iphone-13",
        isRequired: true),
      Key(
        "system", .text, "The system's version in the logs", example: "ios-17", isRequired: true),
      Key(
        "logs", .list(of: .table(log), atLeast: 1), "The logs that the calibration read",
        isRequired: true),
      Key(
        "parameters", .named(.table(parameter)),
        "Parameters of the phone's model by name; draws of the same place belong together",
        isRequired: true),
      Key(
        "readings", .named(.text), "Model variants that the calibration assumed",
        example: "{ charger: fast }"),
      Key(
        "unexplained", .number(0...100),
        "Standard deviation by which nights differ beyond the model, in percent per hour",
        example: "0.15"),
    ])

  static let log = KeyTable(
    "log",
    [
      Key(
        "sha256", .described("a SHA-256 digest of 64 hexadecimal digits", .form("^[0-9a-f]{64}$")),
        "Digest of the log's file", isRequired: true),
      Key("from", date, "First day of the log", example: "2026-03-02", isRequired: true),
      Key("until", date, "Last day of the log", example: "2026-03-03", isRequired: true),
      Key(
        "tracker", .text, "The tracker that ran, with its settings",
        example: "\"always, desiredAccuracy=best\""),
      Key("drain", .anyNumber, "Drain of the battery, in percent per hour", example: "4.4"),
      Key(
        "predicted", pair, "Interval of the drain that the calibrated model predicts",
        example: "[4.1, 4.6]"),
      Key(
        "heldBack", .flag, "True if the calibration did not use the log", default: "`false`",
        example: "true"),
    ])

  static let parameter = KeyTable(
    "parameter",
    [
      Key(
        "prior", pair, "Range from which the model draws without the logs", example: "[0.8, 1]",
        isRequired: true),
      Key(
        "outcome", .words(of: PhoneProfileDocument.Outcome.self),
        "The logs moved the parameter, they cannot settle it, or its value was given to the "
          + "calibration", example: "moved",
        isRequired: true),
      Key(
        "draws", .list(of: .anyNumber, count: 1...PhoneProfileDocument.drawsMax),
        "Draws from the posterior, in the unit of the parameter's name",
        example: "[0.87, 0.91]", isRequired: true),
    ])

  private static let date = ValueKind.described(
    "a date such as `2026-03-02`", .form(#"^\d{4}-\d{2}-\d{2}$"#))
  private static let pair = ValueKind.described(
    "two numbers, the smaller first", .list(of: .anyNumber, count: 2...2))
}
