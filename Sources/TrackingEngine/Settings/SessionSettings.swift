import PhoneAPI
import Timekeeping

/// The settings that decide when standard updates run: during trips (`TripSessions`), or for a part
/// of each period (`DutyCycle`).
package struct SessionSettings: Sendable, Hashable {
  /// The radius of the fence around the user's place, in meters; a trip starts when the user leaves
  /// it.
  package var fenceRadiusMeters = 100.0
  /// The time in one place after which a trip ends; if it is nil, only visits end a trip.
  package var stay: TimeSpan? = .minutes(10)
  package var stayRadiusMeters = 100.0
  package var endsAtVisits = true
  /// The largest horizontal accuracy, in meters, of a position that may become a fence's center.
  package var fenceAccuracyMaxMeters = 200.0

  package var dutyPeriod = TimeSpan.minutes(12)
  package var dutyTime = TimeSpan.minutes(2)
  /// The accuracy to request between two periods of recording. Location updates at this accuracy
  /// keep the app running.
  package var dutyRestAccuracy = DesiredAccuracy.threeKilometers
}

extension SessionSettings {
  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "sessionFenceRadius", "radius of the fence around a stay; leaving it starts standard updates",
      .meters(\.session.fenceRadiusMeters), readBy: .tripSessions),
    SettingDefinition(
      "sessionStay",
      "time within `sessionStayRadius` that ends standard updates; with off, only visits end them",
      .optionalDuration(\.session.stay), readBy: .tripSessions),
    SettingDefinition(
      "sessionStayRadius", "distance within which the user counts as staying",
      .meters(\.session.stayRadiusMeters), readBy: .tripSessions),
    SettingDefinition(
      "sessionEndsAtVisits", "end standard updates when the phone reports a visit's arrival",
      .toggle(\.session.endsAtVisits), readBy: .tripSessions),
    SettingDefinition(
      "sessionFenceAccuracyMax", "largest accuracy radius of a position to put the fence around",
      .meters(\.session.fenceAccuracyMaxMeters), readBy: .tripSessions),
    SettingDefinition(
      "dutyPeriod", "time from the start of one positioning to the start of the next",
      .duration(\.session.dutyPeriod), readBy: .dutyCycle),
    SettingDefinition(
      "dutyTime", "duration of each positioning", .duration(\.session.dutyTime),
      readBy: .dutyCycle),
    SettingDefinition(
      "dutyRestAccuracy", "accuracy asked for in between, so that the phone keeps the app running",
      .choice(\.session.dutyRestAccuracy), readBy: .dutyCycle),
  ]
}
