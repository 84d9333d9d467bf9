import PhoneAPI
import Timekeeping

/// The settings that replace the everyday settings during a trip; see `TrackerSettings.duringTrip`.
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

/// The means of transport of a trip, named as in Overland's server interface.
package enum TripMode: String, Sendable, Hashable, CaseIterable, Codable {
  case walk, run, bicycle, car, taxi, bus, tram, train, metro, gondola, monorail, sleigh, plane
  case boat, scooter
}

extension TrackerSettings {
  /// These settings with the trip's values in place of the everyday values.
  ///
  /// Standard updates are always on during a trip.
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
      "tripMode", "means of transport of a trip whose start names none", .choice(\.trip.mode),
      readBy: .trips),
    SettingDefinition(
      "tripDesiredAccuracy", "the accuracy that the app asks the phone for during a trip",
      .choice(\.trip.desiredAccuracy), readBy: .trips),
    SettingDefinition(
      "tripActivityType", "the kind of movement during a trip, which decides when updates pause",
      .choice(\.trip.activityType), readBy: .trips),
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
      "tripLoggingMode", "which records join the queue during a trip",
      .choice(\.trip.loggingMode), readBy: .trips),
    SettingDefinition(
      "tripPointsPerBatch", "largest number of records in one request during a trip",
      .count(\.trip.pointsPerBatch), readBy: .trips),
    SettingDefinition(
      "tripMinimumDistance", "during a trip, drop fixes nearer than this to the last one kept",
      .optionalMeters(\.trip.minimumDistanceMeters), readBy: .trips),
    SettingDefinition(
      "tripMinimumInterval", "during a trip, drop fixes sooner than this after the last one kept",
      .duration(\.trip.minimumInterval), readBy: .trips),
  ]
}
