import Documents
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
    Key(
      "jump", .destination,
      "The person is there at once, which is physically impossible", example: "home"),
  ]

  static let leg = KeyTable(
    "leg", exactlyOneOf: legActions,
    legActions + [
      Key(
        "until", .time, "End of the leg; for a move, the time of arrival",
        default: "a last stay lasts to the end", example: "07:45 ± 15 min"),
      Key(
        "for", .duration, "Duration of the leg", default: "as long as the route takes",
        example: "8 h 15 min"),
      Key(
        "via", .list(of: .coordinate), "Points on the route", example: "[[45.5200, -122.6700]]"),
      Key(
        "route", .words(of: LegRoute.self), "Whether the leg follows the ways of the map",
        default: "`map` if `world` names a map or routes", example: "straight"),
      Key(
        "speed", .quantity(.speed, .within(0.1...350, "from 0.1 to 350 m/s")),
        "Mean speed on the route", default: "as usual", example: "18 km/h"),
      Key(
        "carried", .words(of: Carrying.self), "Where the phone is",
        default: "the `carried` of `phone`", example: "mount"),
      Key(
        "area", .words(of: AreaClass.self), "How densely built the surroundings are",
        default: "the `area` of `world`", example: "suburban"),
      Key(
        "tunnels", .list(of: .table(tunnel)), "Parts of the route without sky view and network",
        example: "[{ from: 200 m, for: 600 m }]"),
      Key(
        "sky", .words(of: SkyView.self),
        "The phone's view of the sky; a window seat is `urban`",
        default: "as usual for the leg", example: "none"),
      Key(
        "network", .words(of: NetworkAvailability.self), "The network that the phone can use",
        default: "as usual for the leg", example: "poorCellular"),
      Key(
        "timeZone", .timeZone,
        "Time zone of the destination, for the leg's `until` and everything after it",
        default: "unchanged", example: "America/New_York"),
    ])

  static let tunnel = KeyTable(
    "tunnel",
    [
      Key(
        "from", .quantity(.length, .notNegative),
        "Start of the tunnel, as distance along the route",
        example: "12 km",
        isRequired: true),
      Key(
        "for", .quantity(.length, .aboveZero),
        "Length of the tunnel", example: "3 km", isRequired: true),
    ])

  static let weekdays: [Key] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Key($0, legs, "The legs of this day", default: "`workdays` or `weekend`, else `day`") }

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
