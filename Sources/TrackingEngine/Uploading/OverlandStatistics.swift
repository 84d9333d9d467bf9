import PhoneAPI

/// What Overland's location records say of the tracker itself, when they are asked to.
///
/// As its README has it; with `oldStats` the fields and meanings of the app of 2024, whose accuracies
/// are the numbers behind the phone's constants, and which knows the tracking mode by its number.
struct OverlandStatistics {
  private let settings: TrackerSettings
  private let everyday: TrackerSettings

  init(_ settings: TrackerSettings, everyday: TrackerSettings) {
    self.settings = settings
    self.everyday = everyday
  }

  /// - Parameters:
  ///   - inBatch: location records of the same request.
  ///   - delivered: fixes of the phone's delivery that the record came with.
  func write(inBatch: Int, delivered: Int, to json: inout JSONWriter) {
    let isOld = settings.overland.oldStats
    json.boolean("pauses", settings.pausesAutomatically)
    json.plain("activity", (isOld ? everyday : settings).activityType.overlandName)
    let meters = settings.desiredAccuracy.meters
    json.number("desired_accuracy", isOld ? meters : max(0, meters))
    if isOld {
      json.number("tracking_mode", everyday.trackingMode.overlandNumber)
    } else {
      // No update is ever deferred: iOS dropped deferred updates.
      json.number("deferred", 0)
      json.plain("significant_change", settings.trackingMode.overlandSignificantChange)
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
