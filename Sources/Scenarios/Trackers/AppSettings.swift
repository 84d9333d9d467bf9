import Documents
import Text

/// A setting that an app's description declares, so that `--set`, sweeps and `why` can vary it.
///
/// The app gets it as a launch argument, as Xcode passes them: in `UserDefaults` under its name.
public struct AppSetting: Sendable, Hashable {
  public var name: String
  /// The value in use.
  public var value: String
  /// The values that `why` tries, in the order of the description; empty for none.
  public var values: [String]
}

extension AppSetting {
  private static let value = ValueKind.either([.text, .anyNumber, .flag])
  /// The values of an app's settings by name, under `set` of a tracker.
  static let values = ValueKind.described(
    "the app's settings", .named(.oneOrMore(value)))

  /// The key `settings` in the description of an app.
  static let key = Key(
    "settings", .named(.table(table)),
    "Settings that the app reads from its launch arguments (`UserDefaults` under the same names)",
    example: "{ interval: { default: 300, values: [60, 900] } }")

  private static let table = KeyTable(
    "appSetting",
    [
      Key("default", value, "The value without `--set`", example: "300", isRequired: true),
      Key(
        "values", .list(of: value, atLeast: 1), "The values that `why` tries",
        example: "[60, 900]"),
    ])

  fileprivate init(_ entry: SourceEntry) throws(InputError) {
    name = entry.key
    let fields = try Fields(entry.value, keys: Self.table)
    value = try fields.required("default", accepted: "a value").text("a value")
    values = []
    for element in try fields["values"]?.list("a list of values") ?? [] {
      values.append(try element.text("a value"))
    }
  }

  /// Reads the settings of an app's description.
  static func all(_ node: SourceNode) throws(InputError) -> [AppSetting] {
    var settings: [AppSetting] = []
    for entry in try node.entries("a mapping of settings") {
      settings.append(try AppSetting(entry))
    }
    return settings
  }
}

extension AppFile {
  /// Returns the app with other values of its settings.
  ///
  /// - Throws: `InputError` for a setting that its description does not declare.
  package func assigning(_ texts: [SettingText]) throws(InputError) -> AppFile {
    var app = self
    for text in texts { try app.assign(text) }
    return app
  }

  private mutating func assign(_ text: SettingText) throws(InputError) {
    guard let index = settings.firstIndex(where: { $0.name == text.name }) else {
      guard settings.isEmpty else {
        throw InputError(
          text.location, "the app '\(name)' has no setting \(quoted(text.name))", word: text.name,
          oneOf: settings.map(\.name))
      }
      throw InputError(
        text.location, "the app '\(name)' declares no settings, such as \(quoted(text.name))",
        accepted: "'settings:' in the app's description in YAML")
    }
    settings[index].value = text.value
  }

  /// The settings as launch arguments.
  package var launchArguments: [String] { settings.flatMap { ["-" + $0.name, $0.value] } }
}
