import ArgumentParser
import Scenarios
import Text

/// Options for trackers of the user's own, which run as processes.
package struct AppOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Your own app: its executable, or its description in YAML; repeatable",
      valueName: "name=path"),
    completion: .file())
  package var app: [String] = []

  @Option(
    help: ArgumentHelp(
      "The Info.plist of the app of --app (default: beside the executable)", valueName: "file"),
    completion: .file())
  package var plist: String?

  @OptionGroup private var permission: AppPermissionOption

  package func validate() throws {
    guard plist == nil || app.count == 1 else {
      throw ValidationError("--plist is for one --app; an app's description names its own file")
    }
  }

  /// Reads the apps of the command line, and permits those that files may start.
  package func choices() throws(InputError) -> [TrackerChoice] {
    permission.apply()
    var choices: [TrackerChoice] = []
    for text in app { choices.append(try TrackerChoice(appOption: text, plist: plist)) }
    for app in choices.compactMap(\.app) { AppPermission.allow(app) }
    return choices
  }

  package init() {}
}

/// The option that permits the apps that files name.
package struct AppPermissionOption: ParsableArguments {
  @Flag(help: "Start the apps that scenarios and plans name; they run with your rights")
  package var allowApps = false

  package func apply() { if allowApps { AppPermission.allowAll() } }

  package init() {}
}

extension TrackerChoice {
  /// Reads the value of `--app`: a path, or a name and a path such as "ours=.build/Tracker".
  package init(appOption text: String, plist: String?) throws(InputError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let isNamed = parts.count == 2 && !parts[0].contains("/")
    let path = isNamed ? parts[1] : text
    guard !path.isEmpty, !isNamed || !parts[0].isEmpty else {
      throw InputError(.commandLine, "--app is \(quoted(text))", accepted: "PATH, or NAME=PATH")
    }
    self.init(
      app: try AppFile(reading: path, plistPath: plist), name: isNamed ? parts[0] : nil)
  }
}
