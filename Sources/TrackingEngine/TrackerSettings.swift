import Geodesy
import PhoneAPI
import Timekeeping

/// Everything about a tracker that can be set, flat, with the values of a fresh installation.
///
/// What each means, and the name it has in presets, stands in `TrackerSettings.definitions`.
public struct TrackerSettings: Sendable, Hashable {
  // MARK: What is asked of the phone

  public var trackingMode = TrackingMode.standard
  public var visitTracking = false
  public var desiredAccuracy = DesiredAccuracy.hundredMeters
  public var distanceFilterMeters: Double?
  public var activityType = ActivityType.other
  public var pausesAutomatically = false
  public var resumeGeofenceRadiusMeters: Double?
  public var showsBackgroundIndicator = false
  public var updatesInBackground = true
  public var updatesUntilSuspension = false
  public var alwaysRequestDelay = TimeSpan.seconds(1 as Int64)
  public var tellsOfDenial = false

  // MARK: What is kept

  public var minimumDistanceMeters: Double?
  public var minimumInterval = TimeSpan.seconds(1 as Int64)
  public var loggingMode = LoggingMode.all
  public var foregroundInterval = TimeSpan.seconds(60 as Int64)
  public var savedAccuracyMaxMeters = 100.0
  public var savedAgeMax = TimeSpan.seconds(10 as Int64)
  public var backgroundInterval = TimeSpan.minutes(10)
  public var refreshTaskIdentifier = "com.EHE-Pilot.LocationUpdate"

  // MARK: What is sent

  public var endpoint: String?
  public var accessToken: String?
  public var sendInterval: TimeSpan? = .minutes(5)
  public var pointsPerBatch = 200
  public var deviceID = ""
  public var includesUniqueID = false
  public var includesTrackingStatistics = false
  public var acceptsAnyHTTP2xx = false

  // MARK: Home

  public var homeCenter: Coordinate?
  public var homeRadiusMeters = 100.0

  // MARK: Historical behavior, by name

  public var noSendTimer = false
  public var noFirstSend = false
  public var deliveryFilter = false
  public var wholeSecondKeys = false
  public var currentAtOne = false
  public var noDeviceId = false
  public var fullIntervalRetry = false

  // MARK: Groups

  public var overland = OverlandSettings()
  public var trip = TripSettings()
  public var pace = PaceSettings()
  public var health = HealthSettings()
  public var pilotQuirks = EHEPilotQuirks()
  public var checkIn = CheckInSettings()
  public var drives = DriveSettings()

  public init() {}
}

/// Which of the phone's location services run while tracking is on.
public enum TrackingMode: String, Sendable, Hashable, CaseIterable, Codable {
  case off, standard, significant, both

  public var usesStandardUpdates: Bool { self == .standard || self == .both }
  public var usesSignificantChanges: Bool { self == .significant || self == .both }
}

/// Which records wait to be sent.
public enum LoggingMode: String, Sendable, Hashable, CaseIterable, Codable {
  case all
  /// Of positions the newest alone.
  case latest
  /// The same, sent as OwnTracks messages.
  case ownTracks = "owntracks"

  var keepsAll: Bool { if case .all = self { true } else { false } }
}
