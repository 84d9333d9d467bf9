import PhoneAPI
import Text
import Timekeeping

/// A setting that a server may change, under its name in Overland's interface.
///
/// See "Configuration by Server Response" in the README of Overland for iOS. Only the values in
/// that section are accepted.
struct RemoteSetting: Sendable {
  typealias Path<Value> = SettingDefinition.Path<Value>
  /// Sets the value; returns false and changes nothing if the setting does not accept the value.
  let assign: @Sendable (JSONValue, inout TrackerSettings) -> Bool

  static func flag(_ path: Path<Bool>) -> RemoteSetting {
    RemoteSetting { value, settings in
      guard case .bool(let isOn) = value else { return false }
      settings[keyPath: path] = isOn
      return true
    }
  }

  static func word<Value: Sendable>(
    _ path: Path<Value>, _ values: [String: Value]
  ) -> RemoteSetting {
    RemoteSetting { value, settings in
      guard let chosen = value.string.flatMap({ values[$0] }) else { return false }
      settings[keyPath: path] = chosen
      return true
    }
  }

  /// Makes a setting that accepts the raw values of an enumeration.
  static func word<Value>(_ path: Path<Value>) -> RemoteSetting
  where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    word(path, Dictionary(uniqueKeysWithValues: Value.allCases.map { ($0.rawValue, $0) }))
  }

  static func number(_ path: Path<Int>, _ values: [Int]) -> RemoteSetting {
    RemoteSetting { value, settings in
      guard case .number(let number) = value, let chosen = Int(exactly: number),
        values.contains(chosen)
      else { return false }
      settings[keyPath: path] = chosen
      return true
    }
  }
}

extension RemoteSetting {
  static let all: [String: RemoteSetting] = [
    "send_interval": .word(
      \.sendInterval,
      [
        "1s": seconds(1), "5s": seconds(5), "10s": seconds(10), "15s": seconds(15),
        "30s": seconds(30), "1m": seconds(60), "2m": seconds(120), "5m": seconds(300),
        "10m": seconds(600), "30m": seconds(1800), "off": nil,
      ]),
    "trip_mode": .word(\.trip.mode),
    "main.tracking_mode": .word(\.trackingMode),
    "main.visit_tracking": .flag(\.visitTracking),
    "main.desired_accuracy": .word(\.desiredAccuracy, accuracies),
    "main.activity_type": .word(\.activityType, activities),
    "main.background_indicator": .flag(\.showsBackgroundIndicator),
    "main.pause_automatically": .flag(\.pausesAutomatically),
    "main.logging_mode": .word(\.loggingMode),
    "main.batch_size": .number(\.pointsPerBatch, batchSizes),
    "main.resume_with_geofence": .word(
      \.resumeGeofenceRadiusMeters,
      ["off": nil, "100m": 100, "200m": 200, "500m": 500, "1km": 1000, "2km": 2000]),
    "main.min_distance": .word(\.minimumDistanceMeters, distances),
    "main.min_time": .word(\.minimumInterval, intervals),
    "trip.desired_accuracy": .word(\.trip.desiredAccuracy, accuracies),
    "trip.activity_type": .word(\.trip.activityType, activities),
    "trip.background_indicator": .flag(\.trip.showsBackgroundIndicator),
    "trip.prevent_screen_lock": .flag(\.trip.preventsScreenLock),
    "trip.logging_mode": .word(\.trip.loggingMode),
    "trip.batch_size": .number(\.trip.pointsPerBatch, batchSizes),
    "trip.min_distance": .word(\.trip.minimumDistanceMeters, distances),
    "trip.min_time": .word(\.trip.minimumInterval, intervals),
  ]

  private static let accuracies: [String: DesiredAccuracy] = [
    "nav": .bestForNavigation, "best": .best, "10m": .nearestTenMeters, "100m": .hundredMeters,
    "1km": .kilometer, "3km": .threeKilometers,
  ]
  private static let activities: [String: ActivityType] = [
    "other": .other, "car": .automotiveNavigation, "fitness": .fitness, "nav": .otherNavigation,
    "air": .airborne,
  ]
  private static let batchSizes = [50, 100, 200, 500, 1000]
  private static let distances: [String: Double?] = [
    "off": nil, "1m": 1, "10m": 10, "50m": 50, "100m": 100, "500m": 500,
  ]
  private static let intervals: [String: TimeSpan] = [
    "1s": seconds(1), "5s": seconds(5), "10s": seconds(10), "30s": seconds(30),
    "1m": seconds(60), "5m": seconds(300),
  ]

  private static func seconds(_ count: Int64) -> TimeSpan { .seconds(count) }
}
