import Geodesy
import PhoneAPI
import Timekeeping

/// An installed app: its manifest, its folder, and the function that creates it at each launch.
public struct AppInstallation {
  public var manifest: AppManifest
  /// Called at each launch, with the services of that process.
  public var makeApp: (any Phone) -> any App
  /// The folder for the app's files; nil if the app keeps no files.
  public var directoryPath: String?

  public init(
    manifest: AppManifest, directoryPath: String? = nil,
    makeApp: @escaping (any Phone) -> any App
  ) {
    self.manifest = manifest
    self.directoryPath = directoryPath
    self.makeApp = makeApp
  }
}

/// The state that the system keeps for the app even while the app has no process.
final class InstalledApp {
  let installation: AppInstallation
  let container: AppContainer
  var process: AppProcess?
  var launches = 0
  var lastDeath: AppDeath?
  var isForceQuit = false
  var lastOpened: Instant?
  /// True if the system reports no movement to the app until the person opens it (LIFE-10).
  var isStalled = false
  /// The Bluetooth accessories to which the app has asked to connect (CAR-2).
  var accessories: Set<String> = []
  /// True if standard updates were running when the last process ended.
  var hadStandardUpdatesAtDeath = false

  init(_ installation: AppInstallation) {
    self.installation = installation
    container = AppContainer(directoryPath: installation.directoryPath)
  }
}

/// The reason for which a process ended.
public enum AppDeath: String, Sendable, Hashable, CaseIterable, Codable {
  case memoryPressure, forceQuit, crash, watchdog, processorLimit, backgroundTaskOverrun
  /// The phone was restarted: by the person, for an update, or by itself after days unused.
  case reboot, systemUpdate, inactivityRestart
  case phoneOff
  /// A new version was installed.
  case appUpdate
}

/// The app's defaults and secrets. They belong to the installation, so they outlive every kill.
final class AppContainer {
  private struct Secret {
    var value: String
    var accessible: SecretAccessibility
  }

  let directoryPath: String?
  private var defaults: [String: String] = [:]
  private var secrets: [String: Secret] = [:]

  init(directoryPath: String?) { self.directoryPath = directoryPath }

  func value(forKey key: String) -> String? { defaults[key] }
  func set(_ value: String?, forKey key: String) { defaults[key] = value }

  func secret(forKey key: String, isUnlockedNow: Bool) -> String? {
    guard let secret = secrets[key], isUnlockedNow || secret.accessible == .afterFirstUnlock else {
      return nil
    }
    return secret.value
  }

  func setSecret(_ value: String?, forKey key: String, accessible: SecretAccessibility) {
    secrets[key] = value.map { Secret(value: $0, accessible: accessible) }
  }
}
