import PhoneAPI
import TrackingEngine

/// Somebody's own app, to be judged as a preset is.
///
/// Its code makes use of `PhoneAPI` alone, so what is judged can be what ships, behind a phone of one's
/// own that hands the calls on to the real one.
public struct OwnApp: Sendable {
  /// In results.
  public var name: String
  public var manifest: AppManifest
  /// Called at each launch, with the services of that process and with where the app tells what it
  /// recorded. What is to outlive the process goes into the phone's container.
  public var make: @Sendable (any Phone, AppRecords) -> any App

  public init(
    _ manifest: AppManifest, make: @escaping @Sendable (any Phone, AppRecords) -> any App
  ) {
    name = manifest.name
    self.manifest = manifest
    self.make = make
  }
}

/// Where somebody's own app tells the judge what it made of its fixes. Changes nothing on the phone.
public final class AppRecords {
  private let clock: any Clock
  private let store: any RecordStore
  private let recorder: RunRecorder?

  init(clock: any Clock, store: any RecordStore, recorder: RunRecorder?) {
    self.clock = clock
    self.store = store
    self.recorder = recorder
  }

  /// The app has recorded the position, now: it counts for coverage from here on.
  public func keep(_ location: Location) {
    var record = Record(location: location, recordedAt: clock.now)
    do throws(RecordStoreError) {
      record.identifier = try store.append(record)
      _ = recorder?.recorded(record, at: record.recordedAt)
    } catch {
      recorder?.storeFailed()
    }
  }

  /// The app got the position and did not want it: until the next one that it keeps, a gap is its own
  /// doing (`heldByEngine`). Gaps of an app that neither keeps nor drops what it gets are `unexplained`.
  public func drop(_ location: Location) {
    recorder?.heldBack(at: clock.now)
  }
}
