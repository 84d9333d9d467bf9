import World

/// Every key of a scenario file, in the order in which messages list them. The JSON Schema for
/// editors has the same ones, which a test compares.
enum ScenarioKeys {
  static let scenario = [
    "odograph", "extends", "name", "description", "start", "timeZone", "duration", "phone",
    "permissions", "world", "places", "day", "week", "replay", "person", "server", "trackers",
    "expect",
  ]
  static let phone = [
    "accelerometer", "battery", "carried", "model", "profile", "readings", "system",
  ]
  static let permissions = ["location", "accuracy", "motion", "notifications", "answers"]
  static let world = ["area", "network"]
  static let place = ["at", "radius", "indoors", "wifi", "wifiKnown", "charger"]
  static let actions = ["stay", "walk", "run", "cycle", "drive", "train", "fly", "jump"]
  static let leg =
    actions + [
      "until", "for", "via", "speed", "carried", "area", "tunnels", "sky", "network", "timeZone",
    ]
  static let tunnel = ["from", "for"]
  static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  static let week = weekdays + ["workdays", "weekend"]
  static let replay = [
    "file", "trajectory", "origin", "start", "timeZone", "area",
  ]
  static let personTriggers = ["at", "onArrival", "onDeparture", "timesPerDay"]
  static let habits = ["phone-use", "nightly-charging"]
  static let personActions = [
    "opens", "leaves", "forceQuits", "installs", "acts", "taps", "answers", "permits", "switches",
    "reboots", "unlocks", "charges", "unplugs", "uses", "updates", "crashes", "heatsTo",
  ]
  static let person =
    personTriggers + ["whenBattery", "habit", "on", "after", "between", "chance", "for"]
    + personActions + ["forgets", "with", "unlockedAfter"]
  static let answers = PermissionQuestion.allCases.map(\.rawValue) + ["precise", "after"]
  static let switches =
    PhoneSwitch.allCases.map(\.rawValue) + ["locationServices", "backgroundAppRefresh"]
  static let permits = ["location", "accuracy", "motion", "notifications"]
  static let serverDeeds = [
    "outage", "answers", "pushes", "status", "fails", "delay", "refusesEntry", "consent",
  ]
  static let server =
    ["at", "from", "until", "with", "retryAfter", "to", "for"] + serverDeeds
  static let tracker = ["preset", "name", "set", "contract"]
}
