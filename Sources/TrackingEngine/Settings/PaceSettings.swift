import PhoneAPI
import Timekeeping

/// How closely a tracker follows: what the open app asks of the phone while the person moves and while they
/// stay (`MotionAdaption`), and how far it is from fix to fix (`SpacedFixes`).
package struct PaceSettings: Sendable, Hashable {
  package var moving = Pace(
    desiredAccuracy: .best, distanceFilterMeters: 20, interval: .seconds(120 as Int64))
  package var still = Pace(
    desiredAccuracy: .nearestTenMeters, distanceFilterMeters: 100,
    interval: .seconds(480 as Int64))
  /// Nil has fixes come as they are.
  package var footFixSpacingMeters: Double?
  package var rideFixSpacingMeters: Double?
}

/// How closely the open app follows.
package struct Pace: Sendable, Hashable {
  package var desiredAccuracy: DesiredAccuracy
  package var distanceFilterMeters: Double?
  /// From one fix of the foreground timer to the next.
  package var interval: TimeSpan
}

extension PaceSettings {
  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "movingAccuracy", "how good a fix is asked for while the person moves",
      .choice(\.pace.moving.desiredAccuracy), readBy: .motionAdaption),
    SettingDefinition(
      "movingDistanceFilter", "meters between deliveries while the user moves",
      .optionalMeters(\.pace.moving.distanceFilterMeters), readBy: .motionAdaption),
    SettingDefinition(
      "movingInterval", "how often the timer records while the person moves",
      .duration(\.pace.moving.interval), readBy: .motionAdaption),
    SettingDefinition(
      "stillAccuracy", "how good a fix is asked for while the person stays",
      .choice(\.pace.still.desiredAccuracy), readBy: .motionAdaption),
    SettingDefinition(
      "stillDistanceFilter", "meters between deliveries while the user stays",
      .optionalMeters(\.pace.still.distanceFilterMeters), readBy: .motionAdaption),
    SettingDefinition(
      "stillInterval", "how often the timer records while the person stays",
      .duration(\.pace.still.interval), readBy: .motionAdaption),
    SettingDefinition(
      "footFixSpacing",
      "meters to walk from one fix to the next, with positioning off in between",
      .optionalMeters(\.pace.footFixSpacingMeters), readBy: .spacedFixes),
    SettingDefinition(
      "rideFixSpacing", "the same on a bicycle and in a vehicle",
      .optionalMeters(\.pace.rideFixSpacingMeters), readBy: .spacedFixes),
  ]
}
