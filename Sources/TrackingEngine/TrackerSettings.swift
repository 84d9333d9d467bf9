import Geodesy
import PhoneAPI
import Timekeeping

/// All settings of a tracker, with the values that a fresh installation has.
///
/// `TrackerSettings.definitions` contains the meaning of each setting and its name in presets.
package struct TrackerSettings: Sendable, Hashable {
  // MARK: Requests to the phone

  package var trackingMode = TrackingMode.standard
  package var visitTracking = false
  package var desiredAccuracy = DesiredAccuracy.hundredMeters
  package var distanceFilterMeters: Double?
  package var activityType = ActivityType.other
  package var pausesAutomatically = false
  package var resumeGeofenceRadiusMeters: Double?
  package var showsBackgroundIndicator = false
  package var updatesInBackground = true
  package var updatesUntilSuspension = false
  package var alwaysRequestDelay = TimeSpan.seconds(1 as Int64)
  package var reportsDenial = false

  // MARK: Recording

  package var minimumDistanceMeters: Double?
  package var minimumInterval = TimeSpan.seconds(1 as Int64)
  package var loggingMode = LoggingMode.all
  package var foregroundInterval = TimeSpan.seconds(60 as Int64)
  package var savedAccuracyMaxMeters = 100.0
  package var savedAgeMax = TimeSpan.seconds(10 as Int64)
  package var backgroundInterval = TimeSpan.minutes(10)
  package var refreshTaskIdentifier = "com.EHE-Pilot.LocationUpdate"

  // MARK: Sending

  package var endpoint: String?
  package var accessToken: String?
  package var sendInterval: TimeSpan? = .minutes(5)
  package var retryDelay: TimeSpan?
  package var pointsPerBatch = 200
  package var deviceID = ""
  package var includesUniqueID = false
  package var includesTrackingStatistics = false
  package var acceptsAnyHTTP2xx = false

  // MARK: Home

  package var homeCenter: Coordinate?
  package var homeRadiusMeters = 100.0

  // MARK: Quirks

  package var noSendTimer = false
  package var noFirstSend = false
  package var deliveryFilter = false
  package var wholeSecondKeys = false
  package var currentAtOne = false
  package var noDeviceId = false
  package var fullIntervalRetry = false

  // MARK: Groups

  package var overland = OverlandSettings()
  package var trip = TripSettings()
  package var pace = PaceSettings()
  package var health = HealthSettings()
  package var pilotQuirks = EHEPilotQuirks()
  package var checkIn = CheckInSettings()
  package var drives = DriveSettings()
  package var session = SessionSettings()

  package init() {}
}

/// The choice of location services that the tracker runs while tracking is on.
package enum TrackingMode: String, Sendable, Hashable, CaseIterable, Codable {
  case off, standard, significant, both

  package var usesStandardUpdates: Bool { self == .standard || self == .both }
  package var usesSignificantChanges: Bool { self == .significant || self == .both }
}

/// The records that wait to be sent, and the format in which the tracker sends them.
package enum LoggingMode: String, Sendable, Hashable, CaseIterable, Codable {
  case all
  /// Only the newest of the positions waits to be sent. All records of other kinds wait.
  case latest
  /// Only the newest position waits to be sent, in the form of an OwnTracks message.
  case ownTracks = "owntracks"

  var keepsAll: Bool { if case .all = self { true } else { false } }
}
