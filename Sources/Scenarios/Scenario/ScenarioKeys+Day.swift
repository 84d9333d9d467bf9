import Text
import World

extension ScenarioKeys {
  static let legs = ValueKind.list(of: .table(leg), atLeast: 1)

  static let legActions: [Key] = [
    Key("stay", .destination, "The person stays there", example: "home"),
    Key("walk", .destination, "The person walks there", example: "office"),
    Key("run", .destination, "The person runs there", example: "[45.5122, -122.6587]"),
    Key("cycle", .destination, "The person cycles there", example: "office"),
    Key("drive", .destination, "The person drives there", example: "office"),
    Key("train", .destination, "The person goes there by train", example: "office"),
    Key("fly", .destination, "The person flies there", example: "hotel"),
    Key("jump", .destination, "The person is there at once, as no person can be", example: "home"),
  ]

  static let leg = KeyTable(
    "leg", exactlyOneOf: legActions,
    legActions + [
      Key(
        "until", .time, "When the leg ends; for a way, when the person arrives",
        default: "a last stay goes on to the end", example: "07:45 ± 15 min"),
      Key(
        "for", .duration, "How long the leg takes", default: "as long as the way needs",
        example: "8 h 15 min"),
      Key(
        "via", .list(of: .coordinate), "Points on the way", example: "[[45.5200, -122.6700]]"),
      Key(
        "speed", .quantity(.speed, .within(0.1...350, "from 0.1 to 350 m/s")),
        "Mean speed on the way", default: "as usual", example: "18 km/h"),
      Key(
        "carried", .words(of: Carrying.self), "Where the phone is",
        default: "the `carried` of `phone`", example: "mount"),
      Key(
        "area", .words(of: AreaClass.self), "How densely built the surroundings are",
        default: "the `area` of `world`", example: "suburban"),
      Key(
        "tunnels", .list(of: .table(tunnel)), "Where on the way there is no sky and no network",
        example: "[{ from: 200 m, for: 600 m }]"),
      Key(
        "sky", .words(of: SkyView.self),
        "How much of the sky the phone sees; a window seat is `urban`",
        default: "as usual for the leg", example: "none"),
      Key(
        "network", .words(of: NetworkAvailability.self), "What the phone could send over",
        default: "as usual for the leg", example: "poorCellular"),
      Key(
        "timeZone", .timeZone,
        "The clocks of the place it leads to: for its own `until` and everything after",
        default: "unchanged", example: "America/New_York"),
    ])

  static let tunnel = KeyTable(
    "tunnel",
    [
      Key(
        "from", .quantity(.length, .notNegative), "Where it begins, along the way",
        example: "12 km",
        isRequired: true),
      Key(
        "for", .quantity(.length, .aboveZero), "How long it is", example: "3 km", isRequired: true),
    ])

  static let weekdays: [Key] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Key($0, legs, "The legs of this day", default: "as below, or `day`") }

  static let week = KeyTable(
    "week",
    weekdays + [
      Key(
        "workdays", legs, "The legs of Monday to Friday, unless the day is named",
        default: "`day`"),
      Key(
        "weekend", legs, "The legs of Saturday and Sunday, unless the day is named",
        default: "`day`"),
    ])
}
