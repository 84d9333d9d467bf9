import PhoneAPI
import Timekeeping

/// The settings that determine how closely a tracker follows its user.
///
/// While the app is open, the behavior `MotionAdaption` uses `moving` if the user moves, and
/// `still` otherwise. The behavior `SpacedFixes` uses the two distances between recorded fixes.
package struct PaceSettings: Sendable, Hashable {
  package var moving = Pace(
    desiredAccuracy: .best, distanceFilterMeters: 20, interval: .seconds(120 as Int64))
  package var still = Pace(
    desiredAccuracy: .nearestTenMeters, distanceFilterMeters: 100,
    interval: .seconds(480 as Int64))
  /// The distance in meters from one recorded fix to the next on foot; nil records all fixes.
  package var footFixSpacingMeters: Double?
  /// The distance in meters from one recorded fix to the next on a bicycle or in a vehicle; nil
  /// records all fixes.
  package var rideFixSpacingMeters: Double?
}

/// The accuracy, distance and time interval with which the open app follows its user.
package struct Pace: Sendable, Hashable {
  package var desiredAccuracy: DesiredAccuracy
  package var distanceFilterMeters: Double?
  /// The time between two fixes of the foreground timer.
  package var interval: TimeSpan
}

extension PaceSettings {
  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "movingAccuracy", "the accuracy that the app asks the phone for while the user moves",
      .choice(\.pace.moving.desiredAccuracy), readBy: .motionAdaption),
    SettingDefinition(
      "movingDistanceFilter", "meters between deliveries of fixes while the user moves",
      .optionalMeters(\.pace.moving.distanceFilterMeters), readBy: .motionAdaption),
    SettingDefinition(
      "movingInterval", "time between the timer's fixes while the user moves",
      .duration(\.pace.moving.interval), readBy: .motionAdaption),
    SettingDefinition(
      "stillAccuracy", "the accuracy that the app asks the phone for while the user stays",
      .choice(\.pace.still.desiredAccuracy), readBy: .motionAdaption),
    SettingDefinition(
      "stillDistanceFilter", "meters between deliveries of fixes while the user stays",
      .optionalMeters(\.pace.still.distanceFilterMeters), readBy: .motionAdaption),
    SettingDefinition(
      "stillInterval", "time between the timer's fixes while the user stays",
      .duration(\.pace.still.interval), readBy: .motionAdaption),
    SettingDefinition(
      "footFixSpacing",
      "meters between two fixes on foot; positioning is off in between",
      .optionalMeters(\.pace.footFixSpacingMeters), readBy: .spacedFixes),
    SettingDefinition(
      "rideFixSpacing", "meters between two fixes on a bicycle or in a vehicle",
      .optionalMeters(\.pace.rideFixSpacingMeters), readBy: .spacedFixes),
  ]
}
