import Geodesy
import PhoneAPI
import Timekeeping

/// An app as it lies on the phone: how to launch it, and everything that outlives its processes.
public struct AppInstallation {
  public var manifest: AppManifest
  /// Called at each launch, with the services of that process.
  public var makeApp: (any Phone) -> any App
  /// Folder for the app's files; nil keeps nothing on disk.
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

/// What the system keeps for the app whether or not a process of it lives.
final class InstalledApp {
  let installation: AppInstallation
  let container: AppContainer
  var process: AppProcess?
  var launches = 0
  var lastDeath: AppDeath?
  var isForceQuit = false
  var lastOpened: Instant?
  /// The system reports nothing to it until it is opened (LIFE-10).
  var isStalled = false
  /// What of the app's standard updates was running when the last process died.
  var hadStandardUpdatesAtDeath = false

  init(_ installation: AppInstallation) {
    self.installation = installation
    container = AppContainer(directoryPath: installation.directoryPath)
  }
}

/// Why a process ended.
public enum AppDeath: String, Sendable, Hashable, CaseIterable, Codable {
  case memoryPressure, forceQuit, crash, watchdog, processorLimit, backgroundTaskOverrun
  /// The phone was restarted: by the person, for an update, or by itself after days unused.
  case reboot, systemUpdate, inactivityRestart
  case phoneOff
  /// A new version was installed.
  case appUpdate
}

/// Defaults and secrets; they live with the installation and so outlive every kill.
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
