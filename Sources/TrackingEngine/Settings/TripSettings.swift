import PhoneAPI
import Timekeeping

/// What holds during a trip in place of the everyday settings; see `TrackerSettings.duringTrip`.
package struct TripSettings: Sendable, Hashable {
  package var mode = TripMode.bicycle
  package var desiredAccuracy = DesiredAccuracy.hundredMeters
  package var activityType = ActivityType.other
  package var pausesAutomatically = false
  package var showsBackgroundIndicator = true
  package var preventsScreenLock = false
  package var loggingMode = LoggingMode.all
  package var pointsPerBatch = 200
  package var minimumDistanceMeters: Double?
  package var minimumInterval = TimeSpan.seconds(1 as Int64)

  package init() {}
}

/// Means of transport that a trip can be given, as Overland's server interface names them.
package enum TripMode: String, Sendable, Hashable, CaseIterable, Codable {
  case walk, run, bicycle, car, taxi, bus, tram, train, metro, gondola, monorail, sleigh, plane
  case boat, scooter
}

extension TrackerSettings {
  /// As they are while a trip is in progress, which always has standard updates.
  var duringTrip: TrackerSettings {
    var settings = self
    settings.trackingMode = .standard
    settings.desiredAccuracy = trip.desiredAccuracy
    settings.activityType = trip.activityType
    settings.pausesAutomatically = trip.pausesAutomatically
    settings.showsBackgroundIndicator = trip.showsBackgroundIndicator
    settings.loggingMode = trip.loggingMode
    settings.pointsPerBatch = trip.pointsPerBatch
    settings.minimumDistanceMeters = trip.minimumDistanceMeters
    settings.minimumInterval = trip.minimumInterval
    return settings
  }
}

extension TripSettings {
  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "tripMode", "means of transport of a trip begun without a word on it", .choice(\.trip.mode),
      readBy: .trips),
    SettingDefinition(
      "tripDesiredAccuracy", "how good a fix the phone is asked for during a trip",
      .choice(\.trip.desiredAccuracy), readBy: .trips),
    SettingDefinition(
      "tripActivityType", "what the updates are for during a trip", .choice(\.trip.activityType),
      readBy: .trips),
    SettingDefinition(
      "tripPausesAutomatically", "let the phone pause updates during a trip, which ends it",
      .toggle(\.trip.pausesAutomatically), readBy: .trips),
    SettingDefinition(
      "tripShowsBackgroundIndicator", "show the location indicator during a trip",
      .toggle(\.trip.showsBackgroundIndicator), readBy: .trips),
    SettingDefinition(
      "tripPreventsScreenLock", "keep the screen from locking during a trip",
      .toggle(\.trip.preventsScreenLock), readBy: .trips),
    SettingDefinition(
      "tripLoggingMode", "which records wait to be sent during a trip",
      .choice(\.trip.loggingMode), readBy: .trips),
    SettingDefinition(
      "tripPointsPerBatch", "most records in one request during a trip",
      .count(\.trip.pointsPerBatch), readBy: .trips),
    SettingDefinition(
      "tripMinimumDistance", "drop fixes nearer than this to the last one kept during a trip",
      .optionalMeters(\.trip.minimumDistanceMeters), readBy: .trips),
    SettingDefinition(
      "tripMinimumInterval", "drop fixes sooner than this after the last one kept during a trip",
      .duration(\.trip.minimumInterval), readBy: .trips),
  ]
}
