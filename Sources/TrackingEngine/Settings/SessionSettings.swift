import PhoneAPI
import Timekeeping

/// When standard updates run and when they wait: between trips (`TripSessions`), or by the clock
/// (`DutyCycle`).
package struct SessionSettings: Sendable, Hashable {
  /// Of the fence around a stay; leaving it starts a trip.
  package var fenceRadiusMeters = 100.0
  /// Nil leaves the end of a trip to visits.
  package var stay: TimeSpan? = .minutes(10)
  package var stayRadiusMeters = 100.0
  package var endsAtVisits = true
  /// A fence is put around no worse a position.
  package var fenceAccuracyMaxMeters = 200.0

  package var dutyPeriod = TimeSpan.minutes(12)
  package var dutyTime = TimeSpan.minutes(2)
  /// Asked for in between, to stay alive.
  package var dutyRestAccuracy = DesiredAccuracy.threeKilometers
}

extension SessionSettings {
  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "sessionFenceRadius", "radius of the fence around a stay; leaving it starts standard updates",
      .meters(\.session.fenceRadiusMeters), readBy: .tripSessions),
    SettingDefinition(
      "sessionStay",
      "time within `sessionStayRadius` after which standard updates end; off leaves it to visits",
      .optionalDuration(\.session.stay), readBy: .tripSessions),
    SettingDefinition(
      "sessionStayRadius", "how far the person may go and still be staying",
      .meters(\.session.stayRadiusMeters), readBy: .tripSessions),
    SettingDefinition(
      "sessionEndsAtVisits", "end standard updates when the phone reports a visit's arrival",
      .toggle(\.session.endsAtVisits), readBy: .tripSessions),
    SettingDefinition(
      "sessionFenceAccuracyMax", "largest accuracy radius of a position to put the fence around",
      .meters(\.session.fenceAccuracyMaxMeters), readBy: .tripSessions),
    SettingDefinition(
      "dutyPeriod", "time from one start of positioning to the next",
      .duration(\.session.dutyPeriod), readBy: .dutyCycle),
    SettingDefinition(
      "dutyTime", "how long each positioning lasts", .duration(\.session.dutyTime),
      readBy: .dutyCycle),
    SettingDefinition(
      "dutyRestAccuracy", "accuracy asked for in between, so that the phone keeps the app running",
      .choice(\.session.dutyRestAccuracy), readBy: .dutyCycle),
  ]
}
