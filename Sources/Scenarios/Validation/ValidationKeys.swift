import Documents
import Text

/// The definitions of the keys of a file of published measurements, for the reader, the schema and
/// the documentation page.
enum ValidationKeys {
  static let validation = KeyTable(
    "validation",
    [
      Key(
        "odograph-validation", .words(["1"]), "Version of the format", example: "1",
        isRequired: true),
      SharedKeys.name,
      SharedKeys.description,
      Key("source", .table(source), "The source of the measurements", isRequired: true),
      Key(
        "legs", .named(.list(of: .table(leg))),
        "Trips and legs of each scenario file, for measures of a single trip or leg"),
      Key("rows", .list(of: .table(row), atLeast: 1), "The measurements", isRequired: true),
    ])

  static let source = KeyTable(
    "source",
    [
      Key(
        "title", .text, "The publication", example: "MobilityNet, ICLR workshop 2020",
        isRequired: true),
      Key(
        "address", .text,
        "Web address of the publication", example: "https://example.org", isRequired: true),
      Key("license", .text, "License of the data that this file contains", example: "BSD 3-Clause"),
    ])

  static let leg = KeyTable(
    "leg",
    [
      Key("trip", .text, "Name of the trip", example: "town drive"),
      Key("leg", .text, "Name of a leg of a trip, in one mode", example: "bicycle"),
      Key(
        "activity", .words(activities),
        "The activity that the phone should report for the leg", example: "cycling"),
      Key("from", .number(seconds), "Start, in seconds since 1970", isRequired: true),
      Key("until", .number(seconds), "End, in seconds since 1970", isRequired: true),
    ])

  private static let seconds = 0.0...1e11
  static let activities = ["walking", "running", "cycling", "automotive", "stationary"]

  /// The definitions of the keys for the runs and the measure from which a figure is computed.
  private static let subject: [Key] = [
    Key(
      "scenarios", .list(of: .path, atLeast: 1),
      "Paths of the scenarios, relative to this file's folder",
      example: "[scenarios/night.yaml]"),
    Key(
      "tracker", .either([.words(["none"]), .presetName, .table(ScenarioKeys.tracker)]),
      "The tracker on the phone; `none` for the phone alone", example: "gated-trips"),
    Key(
      "measure", .described("a measure", .text),
      "A measure of reports, or one of `odograph validation --measures`",
      example: "wholePhoneMilliwatts"),
    Key("trip", .text, "Only trips of this name", example: "town drive"),
    Key("leg", .text, "Only legs of this name", example: "bicycle"),
    Key("keepAlive", .table(keepAlive), "A message that another app sends repeatedly"),
  ]

  static let keepAlive = KeyTable(
    "keepAlive",
    [
      Key("every", .duration, "Interval between messages", example: "300 s", isRequired: true),
      Key(
        "bytes", .wholeNumber(1...1_000_000),
        "Size of a message", example: "60", isRequired: true),
    ])

  static let against = KeyTable("against", subject)

  static let row = KeyTable(
    "row",
    [
      Key("id", .text, "Short name of the row", example: "V-1", isRequired: true),
      Key("title", .text, "Subject of the measurement", isRequired: true),
      Key("measured", .text, "The published result, with its uncertainty", isRequired: true),
      Key(
        "kind", .words(of: ValidationRow.Kind.self),
        "What is compared with the source: a figure, a ratio of two figures, or the order of two",
        default: "`ratio` with `against`, else `level`"),
      Key(
        "band", .list(of: .anyNumber, atLeast: 2), "The limits between which the figure passes",
        example: "[3.2, 4.8]", isRequired: true),
      Key(
        "range", .list(of: .anyNumber, atLeast: 2),
        "The spread of the measurements; an interval more than twice as wide is too vague",
        default: "the `band`", example: "[3.5, 4.7]"),
      Key("unit", .text, "Unit of the figure", example: "\"%/h\""),
      Key(
        "against", .table(against),
        "The second subject, with only the keys that differ from the first's"),
      Key(
        "fitted", .text, "Parameters that were set by this row or by the same source",
        example: "gnss.trackingGoodWatts"),
      Key(
        "shaped", .text,
        "A rule that was designed with this row in view, but not set by its figure",
        example: "exitLatency"),
      Key("rule", .text, "The rule that is probably wrong if the row is missed"),
      Key("note", .text, "The explanation of a miss, with evidence"),
    ] + subject)
}
