import Documents
import PhoneAPI
import Text
import TrackingEngine

/// The definitions of the keys of a preset's file, for the reader and the schema.
enum PresetKeys {
  private static let behaviors = ["behaviours", "behaviors"].map { name in
    Key(
      name, .list(of: .words(of: BehaviorKind.self), atLeast: 1),
      name == "behaviours" ? "The behaviors that make up the tracker" : "The same as `behaviours`",
      example: "[permissionRequest, significantChanges]")
  }

  static let preset = KeyTable(
    "preset", exactlyOneOf: behaviors,
    [
      Key("preset", .text, "Name of the preset", example: "mine", isRequired: true),
      Key("description", .text, "One line for listings"),
      Key(
        "contract", .words(of: ServerContract.self), "The kind of server that it sends to",
        default: "`none`", example: "overland"),
      Key("manifest", .table(manifest), "What the app declares to the system"),
    ] + behaviors + [
      Key(
        "settings", .table(SettingKeys.settings),
        "Settings that differ from the defaults",
        example: "{ trackingMode: significant }")
    ])

  static let manifest = KeyTable(
    "manifest",
    [
      Key(
        "backgroundModes", .list(of: .words(of: BackgroundMode.self)), "UIBackgroundModes",
        example: "[location, fetch]"),
      Key(
        "tasks", .list(of: .text), "BGTaskSchedulerPermittedIdentifiers",
        example: "[com.example.refresh]"),
      Key(
        "usage", .list(of: .words(of: UsageDescription.self)),
        "The uses that the app states to the user",
        example: "[locationWhenInUse, locationAlwaysAndWhenInUse]"),
    ])
}
