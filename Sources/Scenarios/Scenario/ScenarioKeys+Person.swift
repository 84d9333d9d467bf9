import Documents
import PhoneAPI
import Text
import World

extension ScenarioKeys {
  static let car = KeyTable(
    "car",
    [
      Key(
        "bluetooth", .text, "Name of the car's hands-free audio; a running app sees it",
        example: "My car"),
      Key(
        "carPlay", .flag, "The car has CarPlay, which a running app sees instead of `bluetooth`",
        default: "`false`"),
      Key(
        "accessory", .text,
        "Name of a Bluetooth Low Energy accessory in the car, which can launch the app",
        example: "OBD plug"),
    ])

  /// The definitions of the keys for the occasion of an act. An act has at most one of these keys.
  static let personTriggers: [Key] = [
    Key(
      "at", .time, "Each day at this time, or once at a date and time", example: "08:10 ± 10 min"),
    Key("onArrival", .text, "Each time that the person arrives at this place", example: "office"),
    Key("onDeparture", .text, "Each time that the person leaves this place", example: "home"),
    Key(
      "timesPerDay", .quantity(.plainNumber, timesPerDay), "So many times a day, at random moments",
      example: "2.5"),
  ]

  /// The definitions of the keys for the action of an act. An act has exactly one of these keys.
  static let personActions: [Key] = [
    Key("opens", app, "Opens the app, for the duration `for` if given", example: "app"),
    Key("leaves", app, "Leaves the app", example: "app"),
    Key("forceQuits", app, "Swipes the app away in the app switcher", example: "app"),
    Key(
      "installs", app, "Installs the app; before that the tracker is not on the phone",
      example: "app"),
    Key(
      "acts", .described("the name of an act", .text), "Does something in the open app",
      example: "startTrip"),
    Key(
      "taps", .either([.words(["notification"]), .table(notification)]),
      "Taps the newest notification, or the newest with an identifier", example: "notification"),
    Key(
      "answers", replies,
      "How the user answers prompts from now on; the keys are those of "
        + "`answers` under `permissions`", example: "refuses"),
    Key(
      "permits", .table(permits), "Changes permissions in Settings",
      example: "{ location: whenInUse }"),
    Key(
      "switches", .table(switches), "Turns functions of the phone on or off, and back after `for`",
      example: "{ wifi: off }"),
    Key(
      "reboots", phoneItself, "Restarts the phone, and unlocks it at once or after `unlockedAfter`",
      example: "phone"),
    Key("unlocks", phoneItself, "Unlocks the phone", example: "phone"),
    Key(
      "charges", phoneItself,
      "Puts the phone on a charger for the duration `for`, or until the person leaves",
      example: "phone"),
    Key("unplugs", phoneItself, "Takes the phone off the charger", example: "phone"),
    Key(
      "uses", .words(of: OtherUse.self),
      "Uses another app for the duration `for`; `phone` is a mix of everything",
      example: "navigation"),
    Key(
      "updates", .words(["phone", "app"]),
      "Installs an update of the app now, or of the system in the coming night: the phone then "
        + "restarts and stays locked until morning", example: "phone"),
    Key("crashes", app, "The app crashes", example: "app"),
    Key(
      "heatsTo", .words(among: ThermalState.names),
      "The phone's thermal state; it cools down after `for`", example: "serious"),
  ]

  static let forgetting = Key(
    "forgets", phoneItself,
    "Leaves the phone behind `onDeparture`, until the person comes back to it",
    example: "phone")

  static let habits = ["phone-use", "nightly-charging"]

  static let act = KeyTable(
    "act",
    personTriggers + [
      Key(
        "whenBattery", .form(#"^[<>]\s*\d+(\.\d+)?\s*%$"#),
        "Each time that the charge falls below or rises above this level; with another "
          + "occasion, a condition that has to hold then", example: "\"< 20 %\""),
      Key(
        "habit", .words(habits),
        "A habit, which stands for many acts; see below", example: "nightly-charging"),
      Key(
        "on", .oneOrMore(.words(week.names)), "Only on these days", default: "every day",
        example: "workdays"),
      Key(
        "after", .quantity(.duration, .notNegative), "Delay after `onArrival` or `onDeparture`",
        default: "at once", example: "5 min"),
      Key(
        "between", .hours, "The hours of `timesPerDay`, which may extend past midnight",
        default: "`[07:00, 23:00]`", example: "[09:00, 21:00]"),
      Key(
        "chance", .share, "Probability of the act on each occasion", default: "`100 %`",
        example: "30 %"),
      Key(
        "for", .duration, "Duration, after which the act is undone",
        default: "until something else happens", example: "90 s"),
    ] + personActions + [
      forgetting,
      Key("with", .anything, "The values entered with `acts`", example: "{ mode: car }"),
      Key(
        "unlockedAfter", .quantity(.duration, .notNegative),
        "Time from `reboots` until the phone is unlocked",
        default: "at once", example: "7 h"),
    ])

  /// The keys of an act in two groups, as the documentation page shows them: occasions and actions.
  static let pageParts: [String: [Key]] = {
    let details = ["for", "with", "unlockedAfter", "habit"].map { act[$0] }
    let deeds = personActions + [forgetting] + details
    return [
      "act.when": act.keys.filter { !deeds.names.contains($0.name) }, "act.what": deeds,
    ]
  }()

  static let notification = KeyTable(
    "notification",
    [
      Key(
        "notification", .text, "The notification's identifier", example: "trackingStopped",
        isRequired: true)
    ])

  static let permits = KeyTable(
    "permits", isNeverEmpty: true,
    [
      Key(
        "location", .words(among: [Permissions.Location.always, .whenInUse, .denied]),
        "When the app may receive locations", default: "unchanged", example: "whenInUse"),
      Key(
        "accuracy", .words(of: AccuracyAuthorization.self), "Accuracy of the locations",
        default: "unchanged", example: "reduced"),
      Key(
        "motion", .words(among: [Permissions.Grant.granted, .denied]),
        "Permission to read motion and steps", default: "unchanged", example: "denied"),
      Key(
        "notifications", .words(among: [Permissions.Grant.granted, .denied]),
        "Permission to send notifications", default: "unchanged", example: "denied"),
    ])

  static let switches = KeyTable(
    "switches", isNeverEmpty: true,
    PhoneSwitch.allCases.map { Key($0.rawValue, onOff, $0.meaning, default: "unchanged") } + [
      Key("locationServices", onOff, "Location Services for every app", default: "unchanged"),
      Key(
        "backgroundAppRefresh", onOff,
        "Background App Refresh for every app", default: "unchanged"),
    ])

  private static let timesPerDay = Limits.within(0.01...500, "from 0.01 to 500")
  private static let app = ValueKind.words(["app"])
  private static let phoneItself = ValueKind.words(["phone"])
  private static let onOff = ValueKind.words(["on", "off"])
}

extension PhoneSwitch {
  fileprivate var meaning: String {
    switch self {
    case .lowPowerMode: "Low Power Mode"
    case .airplaneMode: "Airplane Mode"
    case .wifi: "Wi-Fi"
    }
  }
}
