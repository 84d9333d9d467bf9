import PhoneAPI
import Text

/// The tracking statistics in Overland's location records, which describe the tracker itself.
///
/// The fields are as in Overland's README. With the quirk `oldStats` the fields are as in
/// Overland's app of 2024. The tracking mode is then a number. The desired accuracy is the value of
/// Core Location's constant, such as -1 for `kCLLocationAccuracyBest`.
struct OverlandStatistics {
  private let isOld: Bool
  private let pauses: Bool
  private let activity: StaticString
  private let desiredAccuracyMeters: Double
  private let significantChange: StaticString
  private let everydayMode: Int

  init(_ settings: TrackerSettings, everyday: TrackerSettings) {
    isOld = settings.overland.oldStats
    pauses = settings.pausesAutomatically
    activity = isOld ? everyday.activityType.overlandName : settings.activityType.overlandName
    let meters = settings.desiredAccuracy.meters
    desiredAccuracyMeters = isOld ? meters : max(0, meters)
    significantChange = settings.trackingMode.overlandSignificantChange
    everydayMode = everyday.trackingMode.overlandNumber
  }

  /// Writes the statistics into a location record.
  ///
  /// - Parameters:
  ///   - inBatch: the number of location records in the same request.
  ///   - delivered: the number of fixes in the phone's delivery that contained this record's fix.
  func write(inBatch: Int, delivered: Int, to json: inout JSONWriter) {
    json.boolean("pauses", pauses)
    json.plain("activity", activity)
    json.number("desired_accuracy", desiredAccuracyMeters)
    if isOld {
      json.number("tracking_mode", everydayMode)
    } else {
      // Updates are never deferred: iOS no longer has deferred updates.
      json.number("deferred", 0)
      json.plain("significant_change", significantChange)
    }
    json.number("locations_in_payload", isOld ? delivered : inBatch)
  }
}

extension ActivityType {
  fileprivate var overlandName: StaticString {
    switch self {
    case .other: "other"
    case .automotiveNavigation: "automotive_navigation"
    case .fitness: "fitness"
    case .otherNavigation: "other_navigation"
    case .airborne: "airborne"
    }
  }
}

extension TrackingMode {
  fileprivate var overlandSignificantChange: StaticString {
    switch self {
    case .off, .standard: "disabled"
    case .both: "enabled"
    case .significant: "exclusive"
    }
  }

  fileprivate var overlandNumber: Int {
    switch self {
    case .off: 0
    case .standard: 1
    case .significant: 2
    case .both: 3
    }
  }
}
