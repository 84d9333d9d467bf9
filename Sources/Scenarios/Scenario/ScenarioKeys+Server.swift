import Text
import World

extension ScenarioKeys {
  /// The deeds of the server, of which an event has exactly one.
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
      "fails", .words(of: ServerFault.Manner.self), "How every answer goes wrong, `from` … `until`",
      example: "breaks-off"),
    Key(
      "delay", .duration, "Takes everything and answers so much later, `from` … `until`",
      example: "20 s"),
    Key(
      "refusesEntry", .wholeNumber(1...10_000),
      "Refuses this entry of each batch of health data, `from` … `until`", example: "2"),
    Key(
      "consent", .words(of: ConsentAnswer.self),
      "The user's answer to their study, `at` a time; all consents are given at the start",
      example: "withdrawn"),
  ]

  static let serverEvent = KeyTable(
    "serverEvent",
    [
      Key("at", .time, "When, of what happens once", example: "15:00"),
      Key("from", .time, "When it begins, of what lasts", example: "13:00"),
      Key("until", .time, "When it ends, of what lasts", example: "13:40"),
      Key("with", .anything, "The payload of `pushes`", example: "{ action: wake }"),
      Key(
        "retryAfter", .duration, "When to try again, beside `status`", default: "not said",
        example: "5 min"),
      Key(
        "to", .oneOrMore(.words(of: HealthData.self)), "Kinds of data that `consent` is about",
        default: "all", example: "omh:geoposition:1.0"),
      Key(
        "for", .oneOrMore(.text), "Trackers whose server it is", default: "all", example: "adaptive"
      ),
    ] + serverDeeds)
}
