import Evaluation
import Scenarios
import TrackingEngine

/// A setting with its values in order, from the fewest to the most positions.
///
/// The search for the smallest change follows this order. The values are common choices of
/// developers. Values between them are not tried.
struct SettingLadder: Sendable {
  var setting: String
  /// The values, from the fewest to the most positions. The value "off", if there is one, comes
  /// first or last.
  var values: [String]
  /// The behaviors that read this setting. Empty if it may affect any tracker.
  var behaviors: [BehaviorKind]
  var causes: Set<GapCause>
  /// True if the order of the values is reversed: later values give fewer positions and use less
  /// battery. The reversed order is for gaps that an empty battery causes.
  var isThrift = false

  var name: String { isThrift ? "\(setting).less" : setting }

  /// Returns the values that come after the tracker's present value in `values`.
  func values(beyond settings: TrackerSettings) -> [String] {
    guard let definition = TrackerSettings.definition(named: setting) else { return [] }
    let now = definition.text(in: settings)
    if let place = values.firstIndex(where: { definition.isValue($0, as: now) }) {
      return Array(values[(place + 1)...])
    }
    guard let present = Double(now) else { return now == "off" ? values : [] }
    let numbers = values.map(definition.number)
    let known = numbers.compactMap { $0 }
    let rises = (known.last ?? 0) > (known.first ?? 0)
    return zip(values, numbers).filter { value, number in
      guard let number else { return value == values.last }
      return rises ? number > present : number < present
    }.map(\.0)
  }
}

extension SettingDefinition {
  /// Returns the value as a number of meters, seconds or items; nil if the value is not a number.
  fileprivate func number(_ value: String) -> Double? {
    var settings = TrackerSettings()
    guard (try? settings.assign(SettingText(name, value))) != nil else { return nil }
    return Double(text(in: settings))
  }

  /// Returns true if two texts mean the same value of the setting.
  ///
  /// - Parameters:
  ///   - value: The value as presets write it.
  ///   - text: The value as the engine writes it.
  fileprivate func isValue(_ value: String, as text: String) -> Bool {
    var settings = TrackerSettings()
    guard (try? settings.assign(SettingText(name, value))) != nil else { return false }
    return self.text(in: settings) == text
  }
}

extension SettingLadder {
  private static let distances = ["1 km", "500 m", "200 m", "100 m", "50 m", "20 m", "10 m"]
  private static let intervals = [
    "1 h", "30 min", "15 min", "10 min", "5 min", "2 min", "1 min", "30 s", "10 s",
  ]
  private static let accuracies = [
    "threeKilometers", "kilometer", "hundredMeters", "nearestTenMeters", "best",
  ]
  private static let updates: [BehaviorKind] = [.standardUpdates, .liveUpdates, .spacedFixes]

  static let all = asked + kept + sent + drives + thrift

  private static let asked = [
    SettingLadder(
      setting: "desiredAccuracy", values: ["reduced"] + accuracies + ["bestForNavigation"],
      behaviors: updates,
      causes: Set<GapCause>.unseen.and([.suspended, .pausedAutomatically, .appDeadMemoryPressure])),
    SettingLadder(
      setting: "distanceFilter", values: distances + ["5 m", "off"], behaviors: [.standardUpdates],
      causes: [.heldByOperatingSystem, .stale, .suspended, .recordedTooInaccurate]),
    SettingLadder(
      setting: "pausesAutomatically", values: ["true", "false"], behaviors: [.standardUpdates],
      causes: [.pausedAutomatically, .stale, .appDeadMemoryPressure]),
    SettingLadder(
      setting: "resumeGeofenceRadius", values: ["off", "2 km"] + distances.dropLast(2),
      behaviors: [.pauseAndResumeWithGeofence],
      causes: [.pausedAutomatically, .belowServiceResolution]),
    SettingLadder(
      setting: "updatesInBackground", values: ["false", "true"], behaviors: [.standardUpdates],
      causes: Set<GapCause>.notDelivered.and(.appDead).and([.notPermitted])),
    SettingLadder(
      setting: "showsBackgroundIndicator", values: ["false", "true"], behaviors: updates,
      causes: [.suspended, .notPermitted]),
    SettingLadder(
      setting: "visitTracking", values: ["false", "true"], behaviors: [.visits],
      causes: Set<GapCause>.notDelivered.and(.appDead)),
    SettingLadder(
      setting: "fenceRadius", values: ["1 km", "500 m", "200 m", "100 m", "50 m"],
      behaviors: [.trackedFence], causes: Set<GapCause>.notDelivered.and(.appDead)),
    SettingLadder(
      setting: "backgroundInterval", values: ["4 h", "2 h"] + intervals.prefix(5),
      behaviors: [.backgroundRefresh], causes: [.belowServiceResolution, .stale, .suspended]),
  ]

  private static let kept = [
    SettingLadder(
      setting: "minimumDistance", values: distances + ["off"], behaviors: [],
      causes: [.heldByEngine, .stale]),
    SettingLadder(
      setting: "minimumInterval", values: intervals + ["1 s"], behaviors: [],
      causes: [.heldByEngine, .stale]),
    SettingLadder(
      setting: "foregroundInterval", values: intervals + ["1 s"], behaviors: [.foregroundTimer],
      causes: [.heldByEngine, .stale]),
    SettingLadder(
      setting: "movingInterval", values: intervals + ["1 s"], behaviors: [.motionAdaption],
      causes: [.heldByEngine, .stale]),
    SettingLadder(
      setting: "savedAccuracyMax", values: ["10 m", "50 m", "100 m", "200 m", "1 km"],
      behaviors: [.foregroundTimer], causes: [.heldByEngine]),
    SettingLadder(
      setting: "footFixSpacing", values: distances + ["off"], behaviors: [.spacedFixes],
      causes: [.heldByEngine, .stale, .acquiring]),
    SettingLadder(
      setting: "rideFixSpacing", values: distances + ["off"], behaviors: [.spacedFixes],
      causes: [.heldByEngine, .stale, .acquiring]),
  ]

  private static let sent = [
    SettingLadder(
      setting: "sendInterval",
      values: ["off", "4 h", "2 h"] + intervals, behaviors: [.overlandUpload, .fhirUpload],
      causes: .unsent),
    SettingLadder(
      setting: "pointsPerBatch", values: ["10", "50", "200", "1000"],
      behaviors: [.overlandUpload, .fhirUpload], causes: .unsent),
    SettingLadder(
      setting: "loggingMode", values: ["latest", "all"], behaviors: [.overlandUpload],
      causes: .unsent),
  ]

  private static let drives = [
    SettingLadder(
      setting: "tracksRuns", values: ["false", "true"], behaviors: [.driveDetection],
      causes: [.heldByEngine]),
    SettingLadder(
      setting: "drivePointAccuracyMax", values: ["50 m", "100 m", "200 m", "1 km", "5 km"],
      behaviors: [.driveDetection], causes: [.heldByEngine]),
    SettingLadder(
      setting: "coldStartDuration", values: ["1 min", "10 min", "1 h"],
      behaviors: [.drivingAccuracy], causes: [.heldByEngine, .suspended, .appDeadMemoryPressure]),
    SettingLadder(
      setting: "backgroundFetch", values: ["false", "true"], behaviors: [.wakeUps],
      causes: .appDead),
    SettingLadder(
      setting: "homeRegionRadius", values: ["500 m", "200 m", "100 m"],
      behaviors: [.parkedRegion], causes: Set<GapCause>.appDead.and([.suspended])),
  ]

  private static let thrift = [
    SettingLadder(
      setting: "desiredAccuracy", values: ["bestForNavigation"] + accuracies.reversed(),
      behaviors: updates, causes: .emptyBattery, isThrift: true),
    SettingLadder(
      setting: "pausesAutomatically", values: ["false", "true"], behaviors: [.standardUpdates],
      causes: .emptyBattery, isThrift: true),
    SettingLadder(
      setting: "sendInterval", values: intervals.reversed() + ["2 h", "4 h", "off"],
      behaviors: [.overlandUpload, .fhirUpload], causes: .emptyBattery, isThrift: true),
  ]
}
