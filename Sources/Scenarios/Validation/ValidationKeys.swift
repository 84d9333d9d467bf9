import Text

/// Every key of a file of published measurements: for its reader, its schema and its page.
enum ValidationKeys {
  static let validation = KeyTable(
    "validation",
    [
      Key(
        "odograph-validation", .words(["1"]), "Version of the format", example: "1",
        isRequired: true),
      SharedKeys.name,
      SharedKeys.description,
      Key("source", .table(source), "Who measured", isRequired: true),
      Key(
        "legs", .named(.list(of: .table(leg))),
        "Trips and legs by the scenario's file, for measures of one of them"),
      Key("rows", .list(of: .table(row), atLeast: 1), "The measurements", isRequired: true),
    ])

  static let source = KeyTable(
    "source",
    [
      Key(
        "title", .text, "The publication", example: "MobilityNet, ICLR workshop 2020",
        isRequired: true),
      Key("address", .text, "Where to find it", example: "https://example.org", isRequired: true),
      Key("license", .text, "Terms of the data that is kept here", example: "BSD 3-Clause"),
    ])

  static let leg = KeyTable(
    "leg",
    [
      Key("trip", .text, "Name of the trip, from its start to its end", example: "town drive"),
      Key("leg", .text, "Name of a leg of a trip, in one mode", example: "bicycle"),
      Key(
        "activity", .words(activities),
        "What the phone should say of a leg", example: "cycling"),
      Key("from", .number(seconds), "Start, in seconds since 1970", isRequired: true),
      Key("until", .number(seconds), "End, in seconds since 1970", isRequired: true),
    ])

  private static let seconds = 0.0...1e11
  static let activities = ["walking", "running", "cycling", "automotive", "stationary"]

  /// The keys of a figure: its runs and its measure.
  private static let subject: [Key] = [
    Key(
      "scenarios", .list(of: .path, atLeast: 1),
      "Scenarios' files, as this file's folder sees them",
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
    Key("keepAlive", .table(keepAlive), "A message of another app that goes out again and again"),
  ]

  static let keepAlive = KeyTable(
    "keepAlive",
    [
      Key("every", .duration, "From one to the next", example: "300 s", isRequired: true),
      Key("bytes", .wholeNumber(1...1_000_000), "Its size", example: "60", isRequired: true),
    ])

  static let against = KeyTable("against", subject)

  static let row = KeyTable(
    "row",
    [
      Key("id", .text, "Short name of the row", example: "V-1", isRequired: true),
      Key("title", .text, "What is looked at", isRequired: true),
      Key("measured", .text, "What was found, with its uncertainty", isRequired: true),
      Key(
        "kind", .words(of: ValidationRow.Kind.self),
        "Whether a figure, a ratio of two or an order of two is held against the source",
        default: "`ratio` with `against`, else `level`"),
      Key(
        "band", .list(of: .anyNumber, atLeast: 2), "From where to where the figure passes",
        example: "[3.2, 4.8]", isRequired: true),
      Key(
        "range", .list(of: .anyNumber, atLeast: 2),
        "The spread of what was measured; an interval over twice as wide is too vague",
        default: "the `band`", example: "[3.5, 4.7]"),
      Key("unit", .text, "Unit of the figure", example: "\"%/h\""),
      Key("against", .table(against), "The other of two, where it differs from the first"),
      Key(
        "fitted", .text, "Parameters that this row, or the same source, has set",
        example: "gnss.trackingGoodWatts"),
      Key(
        "shaped", .text, "A rule that was shaped with this row in view, not set by its figure",
        example: "exitLatency"),
      Key("rule", .text, "The rule that is likely at fault if the row is missed"),
      Key("note", .text, "What explains a miss, by evidence"),
    ] + subject)
}
