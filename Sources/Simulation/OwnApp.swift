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

/// The object to which a user's own app reports the fixes that it recorded. Reporting changes
/// nothing on the phone.
public final class AppRecords {
  private let clock: any Clock
  private let store: any RecordStore
  private let recorder: RunRecorder?

  init(clock: any Clock, store: any RecordStore, recorder: RunRecorder?) {
    self.clock = clock
    self.store = store
    self.recorder = recorder
  }

  /// Reports that the app recorded the position now. The position counts for coverage from this
  /// moment on.
  public func keep(_ location: Location) { keep(location, at: clock.now) }

  func keep(_ location: Location, at now: Instant) {
    var record = Record(location: location, recordedAt: now)
    do throws(RecordStoreError) {
      record.identifier = try store.append(record)
      recorder?.appRecorded(record, at: now)
    } catch {
      recorder?.storeFailed()
    }
  }

  /// Reports that the app received the position and discarded it.
  ///
  /// Until the app next calls `keep`, gaps in the coverage have the cause `heldByEngine`. If an app
  /// receives positions but calls neither `keep` nor `drop`, its gaps are `unexplained`.
  public func drop(_ location: Location) { drop(at: clock.now) }

  func drop(at now: Instant) { recorder?.appHeldBack(at: now) }
}

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
