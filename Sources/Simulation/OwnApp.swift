import LinkedApps
import PhoneAPI
import RunObservation
import Scenarios
import Text
import Timekeeping
import TrackingEngine

/// A user's own app, which is simulated and evaluated in the same way as a preset.
///
/// The app's code uses the phone only through `PhoneAPI`. The released app can contain the same
/// code, with an implementation of `Phone` that forwards the calls to the system.
public struct OwnApp: Sendable {
  /// The app's name in results.
  public var name: String
  public var manifest: AppManifest
  /// The server that the app's requests reach.
  public var server: AppServer
  /// Makes the app each time that its process is launched.
  ///
  /// The closure gets the phone's services for that process, and the object to which the app
  /// reports its records. Data that must outlast the process belongs in the phone's container.
  public var make: @Sendable (any Phone, AppRecords) -> any App
  /// Called on the run's thread at the end of each run.
  package var onRunEnd: (@Sendable () -> Void)?

  public init(
    _ manifest: AppManifest, server: AppServer = .none,
    make: @escaping @Sendable (any Phone, AppRecords) -> any App
  ) {
    name = manifest.name
    self.manifest = manifest
    self.server = server
    self.make = make
  }
}

/// The object to which a user's own app reports the fixes that it recorded.
public typealias AppRecords = RunObservation.AppRecords

/// The end of an app's process that the phone did not cause.
public typealias AppFailure = LinkedApps.AppFailure

extension ProvisionedTracker {
  package convenience init(_ app: OwnApp) throws(InputError) {
    let server = try TrackerServer(app.server, at: .commandLine)
    let isWithoutServer = if case .none = server { true } else { false }
    self.init(
      configuration: TrackerConfiguration(
        name: app.name, manifest: app.manifest, behaviors: [], settings: TrackerSettings()),
      preset: app.name, origin: app.name, server: server,
      remarks: isWithoutServer ? ["\(app.name) has no server, so its requests fail."] : [], app: app
    )
  }
}
