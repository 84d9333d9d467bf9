import Geodesy
import PhoneAPI
import Timekeeping

@testable import TrackingEngine

/// An app on a fake phone that a test can launch, kill and launch again on the same store.
final class Rig {
  let system = FakeSystem()
  let configuration: TrackerConfiguration
  var store: any RecordStore
  let witness = Witness()
  /// True if the phone of each launch finds names for places.
  var findsNames = false
  private(set) var phone: FakePhone
  private(set) var tracker: Tracker?

  init(_ configuration: TrackerConfiguration, store: any RecordStore = InMemoryRecordStore()) {
    self.configuration = configuration
    self.store = store
    phone = FakePhone(system)
  }

  func launch(_ reason: LaunchReason = .userOpened) {
    let isInBackground = reason != .userOpened
    system.isInBackground = isInBackground
    phone = FakePhone(system)
    phone.names.isFitted = findsNames
    let tracker = Tracker(
      phone: phone, configuration: configuration, store: store, observer: witness)
    self.tracker = tracker
    tracker.applicationDidFinishLaunching(
      Launch(reason: reason, isInBackground: isInBackground))
    if !isInBackground { tracker.applicationDidBecomeActive() }
  }

  /// Ends the process between two callbacks. No timer or request of it completes.
  func kill() {
    phone.timers.die()
    phone.web.die()
    tracker = nil
  }

  func enterBackground() {
    system.isInBackground = true
    tracker?.applicationDidEnterBackground()
  }

  func enterForeground() {
    system.isInBackground = false
    tracker?.applicationWillEnterForeground()
    tracker?.applicationDidBecomeActive()
  }

  func advance(seconds: Double) { phone.timers.advance(by: .seconds(seconds)) }

  func deliver(_ locations: Location...) {
    tracker?.locationManager(phone.location, didUpdateLocations: locations)
  }

  /// A fix of `age` seconds ago, `north` meters north of `origin`.
  func fix(north: Double = 0, accuracy: Double = 5, age: Double = 0) -> Location {
    Location(
      coordinate: Rig.place(north: north), altitudeMeters: 20,
      horizontalAccuracyMeters: accuracy, timestamp: system.now - .seconds(age))
  }

  static let origin = Coordinate(latitude: 45.5, longitude: -122.6)

  static func place(north: Double) -> Coordinate {
    LocalScale(latitude: origin.latitude).coordinate(
      origin, moved: Displacement(eastMeters: 0, northMeters: north))
  }
}

/// An observer that keeps a tracker's reports.
final class Witness: TrackerObserver {
  var records: [Record] = []
  var discards: [String] = []
  var acknowledged: [Record.Identifier] = []
  var queueLength = 0
  var wantsQueueLength = true

  func tracker(
    _ tracker: Tracker, didRecord record: Record, as identifier: Record.Identifier,
    at instant: Instant
  ) {
    records.append(record.identified(as: identifier))
  }
  func tracker(
    _ tracker: Tracker, didDiscard location: Location, by rule: StaticString, at instant: Instant
  ) { discards.append("\(rule)") }
  func tracker(
    _ tracker: Tracker, didAcknowledge records: [Record.Identifier], at instant: Instant
  ) { acknowledged += records }
  func tracker(_ tracker: Tracker, queueLengthIs length: Int, at instant: Instant) {
    queueLength = length
  }
}

// MARK: - Presets

extension TrackerConfiguration {
  static func overland(
    _ change: (inout TrackerSettings) -> Void
  ) -> TrackerConfiguration {
    var settings = TrackerSettings()
    settings.endpoint = "https://example.org/api"
    change(&settings)
    return TrackerConfiguration(
      name: "overland",
      manifest: AppManifest(name: "Overland", backgroundModes: [.location, .fetch]),
      behaviors: [
        .surroundings, .standardUpdates, .headingUpdates, .significantChanges, .visits,
        .trackingLog, .pauseAndResumeWithGeofence, .trips, .trackingNotifications, .setupLink,
        .queuePurge, .overlandUpload,
      ],
      settings: settings)
  }

  static var highResolution: TrackerConfiguration {
    overland { $0.desiredAccuracy = .best }
  }

  static var batterySaving: TrackerConfiguration {
    overland {
      $0.trackingMode = .significant
      $0.pausesAutomatically = true
      $0.resumeGeofenceRadiusMeters = 500
    }
  }

  static var batterySavingBoth: TrackerConfiguration {
    overland {
      $0.trackingMode = .both
      $0.pausesAutomatically = true
      $0.resumeGeofenceRadiusMeters = 500
    }
  }

  static var ehePilot: TrackerConfiguration {
    var settings = TrackerSettings()
    settings.trackingMode = .both
    settings.updatesInBackground = false
    settings.desiredAccuracy = .best
    settings.homeCenter = Rig.origin
    return TrackerConfiguration(
      name: "ehe-pilot-1",
      manifest: AppManifest(
        name: "EHE-Pilot", backgroundModes: [.location, .fetch, .processing],
        permittedTaskIdentifiers: ["com.EHE-Pilot.LocationUpdate"]),
      behaviors: [
        .standardUpdates, .significantChanges, .foregroundTimer, .backgroundRefresh,
        .dailyStatistics,
      ],
      settings: settings)
  }

  static func ehePilotTwo(
    _ change: (inout TrackerSettings) -> Void = { _ in }
  ) -> TrackerConfiguration {
    var configuration = ehePilot
    configuration.name = "ehe-pilot-2"
    configuration.manifest.permittedTaskIdentifiers += [
      "com.EHE-Pilot.AuthRefresh", "com.EHE-Pilot.TimeOutdoorsUpdate",
    ]
    configuration.behaviors = [
      .standardUpdates, .motionAdaption, .foregroundTimer, .significantChanges, .visits,
      .backgroundRefresh, .accountUpkeep, .timeOutdoors, .dailyStatistics, .fhirUpload,
    ]
    configuration.settings.endpoint = "https://example.org/fhir/r5/"
    configuration.settings.accessToken = "secret"
    configuration.settings.pointsPerBatch = 5
    configuration.settings.sendInterval = nil
    change(&configuration.settings)
    return configuration
  }
}
