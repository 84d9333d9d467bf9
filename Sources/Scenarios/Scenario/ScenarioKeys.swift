import Text
import TrackingEngine
import World

/// Every key of a scenario file: for its reader, its schema and its page.
enum ScenarioKeys {
  static let scenario = KeyTable(
    "scenario",
    [
      SharedKeys.version,
      Key(
        "extends", .path, "Scenario to start from; a key here replaces the same key there",
        example: "commuter-weekday.yaml"),
      SharedKeys.name,
      SharedKeys.description,
      Key(
        "start", .start, "When the scenario begins, by the clocks of `timeZone` or with an offset",
        example: "2026-03-02T06:30:00"),
      Key(
        "timeZone", .timeZone, "Clocks of the scenario; needed where `start` has no offset",
        example: "America/Los_Angeles"),
      Key(
        "duration", .quantity(.duration, lengths),
        "How long the scenario is; `1 d` is a day by the clocks, however long, and `day` begins "
          + "again each day", default: "`1 d`", example: "24 h"),
      Key("phone", .table(phone), "The phone and its state at the start"),
      Key(
        "permissions", .either([.words(["ask"]), .table(permissions)]),
        "What the user has granted before the start; `ask` leaves it to prompts", example: "ask"),
      Key("world", .table(world), "The surroundings"),
      Key("places", .named(.table(place)), "Places by name"),
      Key("day", legs, "What the person does on each day", example: "[{ stay: home }]"),
      Key("week", .table(week), "What the person does by weekday; stands over `day`"),
      Key(
        "replay", .either([.path, .table(replay)]), "A recording instead of legs",
        example: "walk.gpx"),
      Key("person", .list(of: .table(act)), "What the user does with the phone"),
      Key("server", .list(of: .table(serverEvent)), "What happens at the trackers' server"),
      Key(
        "trackers", .list(of: .either([.presetName, .table(tracker)]), atLeast: 1),
        "The trackers to be judged",
        default: Scenario.defaultPresets.map { "`\($0)`" }.joined(separator: ", "),
        example: "[adaptive]"),
      Key(
        "expect", .named(.named(condition)),
        "What `odograph check` expects, by tracker and measure",
        example: "{ adaptive: { positionCoverage: \">= 0.9\" } }"),
    ])

  static let lengths = Limits.within(60...(3660 * 86400), "from 1 min to 3660 d")

  static let phone = KeyTable(
    "phone",
    [
      Key(
        "accelerometer", .path, "CSV file of recorded acceleration, played over and over",
        default: "a signal made up from how the person moves", example: "walk.csv"),
      Key("battery", .share, "Charge at the start", default: "`100 %`", example: "92 %"),
      Key(
        "batteryHealth", .share, "What the battery still holds of a new one, as Settings shows it",
        default: "drawn, `80 %` to `100 %`", example: "85 %"),
      Key(
        "carried", .words(of: Carrying.self),
        "Where the phone is unless a leg says otherwise; `left` means that it stayed behind",
        default: "`pocket`", example: "bag"),
      Key(
        "model", .named(.either([.text, .anyNumber])), "Parameters of the phone's model to fix",
        default: "drawn",
        example: "{ battery.healthShare: 85 % }"),
      Key("profile", .text, "The hardware", default: "`iphone-13`", example: "iphone-14"),
      Key(
        "readings", .named(.text), "The account to follow where sources contradict one another",
        example: "{ forceQuitRelaunch: stays-dead }"),
      Key(
        "system", .text, "The system's version",
        default: "`ios-17`, or the one that `profile` runs",
        example: "ios-26"),
    ])

  static let permissions = KeyTable(
    "permissions",
    [
      Key(
        "location", .words(of: Permissions.Location.self), "When the app may have positions",
        default: "`always`", example: "whenInUse"),
      Key(
        "accuracy", .words(of: Permissions.Accuracy.self), "How exact positions are",
        default: "`full`", example: "reduced"),
      Key(
        "motion", .words(of: Permissions.Grant.self), "Whether the app may have motion and steps",
        default: "`granted`", example: "denied"),
      Key(
        "notifications", .words(of: Permissions.Grant.self), "Whether the app may notify the user",
        default: "`granted`", example: "ask"),
      Key(
        "answers", replies, "How the user answers prompts; see the keys below",
        default: "allows everything, but Always where `location` is `whenInUse`", example: "refuses"
      ),
    ])

  static let replies = ValueKind.either([.words(of: PromptReplies.Reply.self), .table(answers)])

  static let answers = KeyTable(
    "answers",
    PermissionQuestion.allCases.map { question in
      Key(
        question.rawValue, .words(of: PromptReplies.Reply.self), question.asked,
        default: "`allows`")
    } + [
      Key("precise", .flag, "The switch in the question for location", default: "`true`"),
      Key(
        "after", .quantity(.duration, .within(0...(30 * 86400), "from 0 s to 30 d")),
        "How long the user takes to answer", default: "`4 s`", example: "20 s"),
    ])

  static let world = KeyTable(
    "world",
    [
      Key(
        "area", .words(of: AreaClass.self), "How densely built the surroundings are",
        default: "`urban`", example: "rural"),
      Key(
        "network", .words(among: [NetworkAvailability.none, .poorCellular, .cellular]),
        "Network outside of Wi-Fi, tunnels and airplanes", default: "as the area has it",
        example: "none"),
    ])

  static let place = KeyTable(
    "place",
    [
      Key("at", .coordinate, "Where it lies", example: "[45.5231, -122.6765]", isRequired: true),
      Key(
        "radius", .quantity(.length, .within(1...100_000, "from 1 m to 100 km")), "How large it is",
        default: "`50 m`", example: "60 m"),
      Key("indoors", .flag, "Whether it has a roof", default: "`true`", example: "false"),
      Key(
        "wifi", .text, "Name of the Wi-Fi network that the phone joins there", example: "HomeNet"),
      Key(
        "wifiKnown", .flag, "Whether the location service knows the Wi-Fi heard there",
        default: "drawn", example: "true"),
      Key(
        "charger", .flag, "Whether the phone is put on a charger there", default: "`false`",
        example: "true"),
    ])

  static let replay = KeyTable(
    "replay",
    [
      Key("file", .path, "The recording", example: "walk.gpx", isRequired: true),
      Key(
        "trajectory", .text, "Which of several in the file; `all` for one after the other",
        example: "all"),
      Key("origin", .coordinate, "Where x_m = 0, y_m = 0 lies", example: "[45.5231, -122.6765]"),
      Key(
        "start", .described("a date and time such as `2026-03-02T06:30:00`", .text),
        "When t_s = 0 is, or the day of a receiver's log", example: "2026-03-02T06:30:00"),
      Key("timeZone", .timeZone, "Clocks of the recording", example: "Europe/Berlin"),
      Key(
        "area", .words(of: AreaClass.self), "How densely built the surroundings are",
        default: "the `area` of `world`", example: "rural"),
    ])

  static let tracker = KeyTable(
    "tracker",
    trackerKeys(set: .table(SettingKeys.settings))
      + TrackerSettings.definitions.filter(\.isPlace).map { setting in
        Key(setting.name, .destination, setting.meaning + "; a place, or `none`")
      })

  /// The keys of a tracker in any document.
  static func trackerKeys(set values: ValueKind) -> [Key] {
    [
      Key(
        "preset", .presetName, "The preset that it is made of", example: "adaptive",
        isRequired: true),
      Key("name", .text, "What reports call it", default: "the preset's name", example: "wider"),
      Key(
        "set", values, "Settings that replace the preset's",
        example: "{ minimumDistance: 300 m }"),
      SharedKeys.contract,
    ]
  }

  static let condition = ValueKind.described(
    "a condition such as `\">= 0.95\"`", .form(#"^(>=|<=|>|<|==)\s*-?\d+(\.\d+)?\s*%?$"#))
}

extension PermissionQuestion {
  fileprivate var asked: String {
    switch self {
    case .location: "To the question for location"
    case .always: "To the question for Always"
    case .temporaryFullAccuracy: "To the question for full accuracy"
    case .motion: "To the question for motion and fitness"
    case .notifications: "To the question for notifications"
    }
  }
}
