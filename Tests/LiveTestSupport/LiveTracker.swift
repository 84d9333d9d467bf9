import Geodesy
import LivePhone
import PhoneAPI
import RecordStorage
import Scenarios
import Testing
import Timekeeping
import TrackingEngine

/// The real engine, set up as Overland, on a live phone; one process of it. The test delivers
/// fixes.
///
/// All files that remain after a kill lie in `folder`; the next process begins with them.
package final class LiveTracker {
  package let phone: LivePhone
  package let store: SQLiteRecordStore
  package let tracker: Tracker
  private let manager: any LocationManager

  /// - Parameter change: changes to the preset, in addition to sending as fast as possible.
  package init(
    in folder: String, endpoint: String, token: String?,
    preset: String = "overland-high-resolution", receiver: (any LiveLocationSource)? = nil,
    notifier: (any Notifier)? = nil, machine: Machine = Machine(),
    observer: (any TrackerObserver)? = nil,
    change: (inout TrackerSettings) -> Void = { _ in },
    onNote: ((_ behavior: String, _ message: String) -> Void)? = nil
  ) throws {
    let preset = try PresetLibrary.preset(preset)
    var settings = preset.settings
    settings.endpoint = endpoint
    settings.accessToken = token
    settings.deviceID = "live"
    settings.sendInterval = .milliseconds(50)
    settings.pointsPerBatch = 50
    change(&settings)
    phone = try LivePhone(
      folder: folder, calendar: .utc, location: receiver, manifest: preset.manifest,
      notifier: notifier, machine: machine, onNote: onNote)
    store = try SQLiteRecordStore(path: folder + "/records.sqlite")
    tracker = Tracker(
      phone: phone,
      configuration: TrackerConfiguration(
        name: preset.name, manifest: preset.manifest, behaviors: preset.behaviors,
        settings: settings),
      store: store, observer: observer)
    manager = phone.makeLocationManager()
    tracker.applicationDidFinishLaunching(Launch(reason: .userOpened, isInBackground: false))
    tracker.applicationDidBecomeActive()
  }

  /// Delivers fixes of a walk, one for each of these seconds after noon.
  package func deliver(_ seconds: Range<Int>) {
    for second in seconds {
      let fix = Location(
        coordinate: Coordinate(latitude: 45.5 + 0.00002 * Double(second), longitude: -122.6),
        horizontalAccuracyMeters: 5, timestamp: Self.noon + .seconds(Int64(second)))
      tracker.locationManager(manager, didUpdateLocations: [fix])
    }
  }

  /// Runs the app until `isDone`, and fails if that does not come.
  package func run(
    _ span: TimeSpan = .seconds(60 as Int64), until isDone: () -> Bool,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    // The loop checks only after an event here, and the awaited change may come from elsewhere.
    let end = phone.clock.uptime + span
    while !isDone(), phone.clock.uptime < end {
      phone.loop.run(for: .milliseconds(20), until: isDone)
    }
    #expect(isDone(), sourceLocation: sourceLocation)
  }

  /// Runs the app for this time.
  package func run(for span: TimeSpan) { phone.loop.run(for: span) }

  package var answerAwaited: TimeSpan? { tracker.answerAwaited }

  /// Ends all callbacks, as after a kill.
  package func kill() { phone.end() }

  /// 2026-03-02T12:00:00Z
  package static let noon = Instant(nanoseconds: 1_772_452_800_000_000_000)
}
