import Documents
import Recordings
import Text
import TrackingEngine
import World

/// The definitions of the keys of a scenario file, for the reader, the schema and the documentation
/// page.
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
        "start", .start, "Start of the scenario, as local time of `timeZone` or with an offset",
        example: "2026-03-02T06:30:00"),
      Key(
        "timeZone", .timeZone, "Time zone of the scenario; required if `start` has no offset",
        example: "America/Los_Angeles"),
      Key(
        "duration", .quantity(.duration, lengths),
        "Length of the scenario; `1 d` is a local day, even one of 23 or 25 hours, and `day` "
          + "repeats each day", default: "`1 d`", example: "24 h"),
      Key("phone", .table(phone), "The phone and its state at the start"),
      Key(
        "permissions", .either([.words(["ask"]), .table(permissions)]),
        "Permissions granted before the start; `ask` leaves them to prompts", example: "ask"),
      Key("world", .table(world), "The surroundings"),
      Key("places", .named(.table(place)), "Places by name"),
      Key("day", legs, "The person's legs on each day", example: "[{ stay: home }]"),
      Key("week", .table(week), "The person's legs by weekday; overrides `day`"),
      Key(
        "replay", .either([.path, .table(replay)]), "A recording instead of legs",
        example: "walk.gpx"),
      Key(
        "car", .table(car), "The car that the phone connects to on every drive",
        example: "{ bluetooth: My car }"),
      Key("person", .list(of: .table(act)), "What the user does with the phone"),
      Key("server", .list(of: .table(serverEvent)), "What happens at the trackers' server"),
      Key(
        "trackers",
        .list(of: .either([.presetName, .table(tracker), .table(appTracker)]), atLeast: 1),
        "The trackers to run",
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
        "accelerometer", .path, "CSV file of recorded acceleration, played in a loop",
        default: "a signal generated from the person's movement", example: "walk.csv"),
      Key("battery", .share, "Charge at the start", default: "`100 %`", example: "92 %"),
      Key(
        "batteryHealth",
        .quantity(.share, .within(ModelValue.leastHealth...1, "from 20 % to 100 %")),
        "Capacity of the battery as a share of a new one's, as Settings shows it",
        default: "drawn, `80 %` to `100 %`", example: "85 %"),
      Key(
        "carried", .words(of: Carrying.self),
        "Where the phone is carried, unless a leg sets it; `left` means that it is left behind",
        default: "`pocket`", example: "bag"),
      Key(
        "model", .named(.either([.text, .anyNumber])), "Parameters of the phone's model to fix",
        default: "drawn",
        example: "{ battery.healthShare: 85 % }"),
      Key(
        "profile", .described("a phone's name, or path of a phone profile's file", .text),
        "The hardware, or a profile of your own phone", default: "`iphone-13`",
        example: "iphone-14"),
      Key(
        "readings", .named(.text), "Model variants to use where sources contradict each other",
        example: "{ forceQuitRelaunch: stays-dead }"),
      Key(
        "system", .text, "The system's version",
        default: "`ios-17`, or the one that `profile` runs",
        example: "ios-26"),
      Key(
        "unit", .words(of: PhoneUnit.self),
        "The unit of a calibrated phone; the battery's health and the like of `another` are drawn",
        default: "`same`", example: "another"),
    ])

  static let permissions = KeyTable(
    "permissions",
    [
      Key(
        "location", .words(of: Permissions.Location.self), "When the app may receive locations",
        default: "`always`", example: "whenInUse"),
      Key(
        "accuracy", .words(of: Permissions.Accuracy.self), "Accuracy of the locations",
        default: "`full`", example: "reduced"),
      Key(
        "motion", .words(of: Permissions.Grant.self), "Permission to read motion and steps",
        default: "`granted`", example: "denied"),
      Key(
        "notifications", .words(of: Permissions.Grant.self), "Permission to send notifications",
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
      Key("precise", .flag, "The Precise switch in the location prompt", default: "`true`"),
      Key(
        "after", .quantity(.duration, .within(0...(30 * 86400), "from 0 s to 30 d")),
        "How long the user takes to answer", default: "`4 s`", example: "20 s"),
    ])

  static let world = KeyTable(
    "world",
    [
      Key(
        "area", .words(of: AreaClass.self), "How densely built the surroundings are",
        default: "what the map shows, else `urban`", example: "rural"),
      Key(
        "network", .words(among: [NetworkAvailability.none, .poorCellular, .cellular]),
        "Network outside of Wi-Fi, tunnels and airplanes", default: "usual for the area",
        example: "none"),
      Key(
        "map", .path, "The map extract on which `odograph route` finds the routes of the legs",
        example: "town.osm.pbf"),
      Key(
        "routes", .path, "The routes that `odograph route` found",
        default: "with `map`, the scenario's name and `.routes.geojson`",
        example: "day.routes.geojson"),
    ])

  static let place = KeyTable(
    "place",
    [
      Key(
        "at", .position,
        "Position of the place", example: "[45.5231, -122.6765]", isRequired: true),
      Key(
        "radius", .quantity(.length, .within(1...100_000, "from 1 m to 100 km")),
        "Radius of the place",
        default: "`50 m`", example: "60 m"),
      Key(
        "indoors", .flag, "True if the place is indoors",
        default: "what the map shows, else `true`", example: "false"),
      Key(
        "window", .flag,
        "True if the phone lies by a window there and sees a part of the sky (STD-2, STD-19)",
        default: "`false`", example: "true"),
      Key(
        "wifi", .text, "Name of the Wi-Fi network that the phone joins there", example: "HomeNet"),
      Key(
        "wifiKnown", .flag, "True if the location service knows the Wi-Fi access points there",
        default: "drawn", example: "true"),
      Key(
        "charger", .flag, "True if the person charges the phone there", default: "`false`",
        example: "true"),
    ])

  static let replay = KeyTable(
    "replay",
    [
      Key("file", .path, "The recording", example: "walk.gpx", isRequired: true),
      Key(
        "trajectory", .text,
        "The trajectory to use if the file has several; `all` for one after the other",
        example: "all"),
      Key("origin", .coordinate, "Position of x_m = 0, y_m = 0", example: "[45.5231, -122.6765]"),
      Key(
        "start", .described("a date and time such as `2026-03-02T06:30:00`", .text),
        "Time of t_s = 0, or the day of a receiver's log", example: "2026-03-02T06:30:00"),
      Key(
        "timeZone", .timeZone, "Time zone of the recording",
        default: "the scenario's, else UTC", example: "Europe/Berlin"),
      Key(
        "area", .words(of: AreaClass.self), "How densely built the surroundings are",
        default: "the `area` of `world`", example: "rural"),
      Key(
        "mode", .either([.words(ModeSpan.words), .list(of: .table(replayMode))]),
        "How the person moves, for the recording or for spans of it; rests remain rests",
        default: "the recording's own, else guessed from speed", example: "cycling"),
      Key(
        "smoothing", .words(of: TraceSmoothing.self),
        "The points that each true position is estimated from: the whole recording, or the points "
          + "up to 30 s later, as `odograph live --simulate-phone` has them",
        default: "`whole`", example: "fixed-lag"),
    ])

  static let replayMode = KeyTable(
    "a mode",
    [
      Key(
        "from", .described("a date and time such as `2026-03-02T06:30:00`", .text),
        "Start of the span", example: "2026-03-02T06:30:00", isRequired: true),
      Key(
        "to", .described("a date and time such as `2026-03-02T07:10:00`", .text),
        "End of the span", example: "2026-03-02T07:10:00", isRequired: true),
      Key(
        "mode", .words(ModeSpan.words), "How the person moves in the span", example: "train",
        isRequired: true),
    ])

  static let tracker = KeyTable(
    "tracker",
    trackerKeys(set: .table(SettingKeys.settings))
      + TrackerSettings.definitions.filter(\.isPlace).map { setting in
        Key(setting.name, .destination, setting.meaning + "; a place, or `none`")
      })

  /// A tracker that is an app of the user's own.
  static let appTracker = KeyTable(
    "appTracker",
    [
      Key(
        "app", .path,
        "Your own app: its executable, or its description in YAML; it starts only if the command"
          + " line has `--allow-apps`",
        example: ".build/debug/MyTracker", isRequired: true),
      Key("name", .text, "The app's name in reports", default: "its own name", example: "ours"),
      Key(
        "plist", .path, "The app's Info.plist", default: "`Info.plist` beside the executable",
        example: "Sources/MyTracker/Info.plist"),
      Key(
        "set", AppSetting.values, "Settings that the app's description declares",
        example: "{ interval: 900 }"),
      SharedKeys.contract,
    ])

  /// Returns the definitions of a tracker's keys, for every kind of document that lists trackers.
  static func trackerKeys(set values: ValueKind) -> [Key] {
    [
      Key(
        "preset", .presetName, "The tracker's preset", example: "adaptive",
        isRequired: true),
      Key(
        "name", .text,
        "The tracker's name in reports", default: "the preset's name", example: "wider"),
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
    case .location: "Answer to the location prompt"
    case .always: "Answer to the prompt for Always"
    case .temporaryFullAccuracy: "Answer to the prompt for full accuracy"
    case .motion: "Answer to the prompt for motion and fitness"
    case .notifications: "Answer to the notification prompt"
    }
  }
}
