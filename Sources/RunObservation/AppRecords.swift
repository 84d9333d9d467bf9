import PhoneAPI
import Timekeeping
import TrackingEngine

/// The object to which a user's own app reports the fixes that it recorded. Reporting changes
/// nothing on the phone.
public final class AppRecords {
  private let clock: any Clock
  private let store: any RecordStore
  private let recorder: RunRecorder?

  package init(clock: any Clock, store: any RecordStore, recorder: RunRecorder?) {
    self.clock = clock
    self.store = store
    self.recorder = recorder
  }

  /// Reports that the app recorded the position now. The position counts for coverage from this
  /// moment on.
  public func keep(_ location: Location) { keep(location, at: clock.now) }

  package func keep(_ location: Location, at now: Instant) {
    let record = Record(location: location, recordedAt: now)
    do throws(RecordStoreError) {
      let identifier = try store.append(record)
      recorder?.appRecorded(record, as: identifier, at: now)
    } catch {
      recorder?.storeFailed()
    }
  }

  /// Reports that the app received the position and discarded it.
  ///
  /// Until the app next calls `keep`, gaps in the coverage have the cause `heldByEngine`. If an app
  /// receives positions but calls neither `keep` nor `drop`, its gaps are `unexplained`.
  public func drop(_ location: Location) { drop(at: clock.now) }

  package func drop(at now: Instant) { recorder?.appHeldBack(at: now) }
}
