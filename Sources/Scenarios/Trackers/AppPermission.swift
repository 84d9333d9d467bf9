import Foundation
import Synchronization
import Text

/// The permission to start the apps that files name.
///
/// People share scenarios and plans, so a file alone never starts a program. The command line gives
/// the permission for all apps or for single ones. An app that the command line itself names needs
/// none.
package enum AppPermission {
  private struct Given {
    var isForAll = false
    var paths: Set<String> = []
  }
  private static let given = Mutex(Given())

  /// Permits every app that a file names, until the process ends.
  package static func allowAll() { given.withLock { $0.isForAll = true } }

  /// Permits an app by its executable, until the process ends.
  package static func allow(_ app: AppFile) {
    _ = given.withLock { $0.paths.insert(app.path) }
  }

  fileprivate static func isGiven(for app: AppFile) -> Bool {
    given.withLock { $0.isForAll || $0.paths.contains(app.path) }
  }
}

extension AppFile {
  /// Refuses to start an app that a file names, unless the command line permits it.
  package func refuseUnlessPermitted() throws(InputError) {
    guard location != .commandLine, !AppPermission.isGiven(for: self) else { return }
    throw InputError(
      location, "this file starts the program \(path)",
      accepted: "if you trust it, the same command with --allow-apps")
  }
}

extension TrackerChoice {
  /// Refuses a tracker whose app a file names, unless the command line permits that app.
  package func refuseForbiddenApp() throws(InputError) {
    if let app { return try app.refuseUnlessPermitted() }
    guard PresetLibrary.isPath(preset) else { return }
    try AppFile(ifApp: preset, location: location)?.refuseUnlessPermitted()
  }
}
