import Documents
import Text

/// The definitions of the keys of a list of logs for a calibration, for the reader, the schema and
/// the documentation page.
enum CalibrationKeys {
  static let calibration = KeyTable(
    "calibration",
    [
      Key(
        "odographCalibration", .words(["1"]), "Version of this format", example: "1",
        isRequired: true),
      SharedKeys.name,
      SharedKeys.description,
      Key(
        "phone", .table(ScenarioKeys.phone),
        "The phone of the logs, with what is known of it; the keys are a scenario's",
        example: "{ profile: iphone-13, system: ios-17, batteryHealth: 89 % }", isRequired: true),
      Key(
        "tracker", tracker, "The tracker of all logs that have none of their own",
        example: "always"),
      Key(
        "rest", .words(of: CalibrationLog.Rest.self),
        "The place of the phone in all logs that have none of their own", example: "indoors"),
      Key(
        "heldBack", .quantity(.share, .within(0...0.99, "from 0 % to 99 %")),
        "Share of the logs that only check the result; they are drawn by the seed, among those of "
          + "each tracker", default: "`34 %`", example: "50 %"),
      PlanKeys.seed,
      Key(
        "logs", .list(of: .either([.path, .table(log)]), atLeast: 1), "The logs",
        isRequired: true),
    ])

  private static let tracker = ValueKind.either([
    .words(["none"]), .presetName, .table(ScenarioKeys.tracker),
  ])

  static let log = KeyTable(
    "calibrationLog",
    [
      Key(
        "log", .path, "The log: a recording or a store with readings of the battery",
        example: "night.geojson",
        isRequired: true),
      Key(
        "tracker", tracker,
        "The tracker that recorded it, with its settings; `none` for no tracker",
        default: "the `tracker` of all logs",
        example: "{ preset: always, set: { desiredAccuracy: best } }"),
      Key(
        "rest", .words(of: CalibrationLog.Rest.self),
        "Where the phone lay still during the whole log",
        default: "none: the person's way is the log's own positions", example: "indoors"),
      Key(
        "wifi", .flag, "True if the resting phone is joined to Wi-Fi", default: "`true`",
        example: "false"),
      Key(
        "scenario", .path, "A scenario of the person's way at the time of the log",
        example: "day-out.yaml"),
      Key(
        "device", .text, "The device, or the trajectory of a CSV file, if the file has several",
        example: "night-2"),
      Key("timeZone", .timeZone, "Time zone of the log", example: "Europe/Berlin"),
      Key(
        "use", .words(of: CalibrationLog.Use.self),
        "`fit` narrows the parameters, `check` only checks them", default: "`either`, by the seed",
        example: "check"),
      Key(
        "unit", .words(of: PhoneUnit.self),
        "`another` if another phone of the same model recorded the log; such logs only check",
        default: "`same`", example: "another"),
    ])
}
