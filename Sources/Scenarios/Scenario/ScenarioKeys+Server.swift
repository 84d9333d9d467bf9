import Documents
import Text
import World

extension ScenarioKeys {
  /// The definitions of the keys for the server's actions. An event has exactly one of these keys.
  static let serverDeeds: [Key] = [
    Key("outage", .words(["true"]), "Does not answer, `from` … `until`", example: "true"),
    Key(
      "answers", .anything, "Adds members to the next answer, `at` a time",
      example: "{ set: { main: { min_distance: 50m } } }"),
    Key(
      "pushes", .words(of: SimulatedPush.Kind.self), "Sends the app a push, `at` a time",
      example: "silent"),
    Key(
      "status", .wholeNumber(300...599),
      "Refuses everything with this HTTP status, `from` … `until`",
      example: "429"),
    Key(
      "fails", .words(of: ServerFault.FailureKind.self), "How every answer fails, `from` … `until`",
      example: "breaks-off"),
    Key(
      "delay", .duration, "Accepts everything, and answers after this delay, `from` … `until`",
      example: "20 s"),
    Key(
      "refusesEntry", .wholeNumber(1...10_000),
      "Refuses this entry of each batch of health data, `from` … `until`", example: "2"),
    Key(
      "consent", .words(of: ConsentAnswer.self),
      "The user's consent to the study, `at` a time; at the start every consent is given",
      example: "withdrawn"),
  ]

  static let serverEvent = KeyTable(
    "serverEvent",
    [
      Key("at", .time, "Time of an event that happens once", example: "15:00"),
      Key("from", .time, "Start of an event that lasts", example: "13:00"),
      Key("until", .time, "End of an event that lasts", example: "13:40"),
      Key("with", .anything, "The payload of `pushes`", example: "{ action: wake }"),
      Key(
        "retryAfter", .duration,
        "Delay before the next try, sent with `status`", default: "not sent",
        example: "5 min"),
      Key(
        "to", .oneOrMore(.words(of: HealthData.self)), "Kinds of data to which `consent` applies",
        default: "all", example: "omh:geoposition:1.0"),
      Key(
        "for", .oneOrMore(.text),
        "Trackers whose server is affected", default: "all", example: "adaptive"
      ),
    ] + serverDeeds)
}
