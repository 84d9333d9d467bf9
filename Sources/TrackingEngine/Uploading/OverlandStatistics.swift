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
    json.key("pauses")
    json.boolean(settings.pausesAutomatically)
    json.key("activity")
    json.plain((isOld ? everyday : settings).activityType.overlandName)
    json.key("desired_accuracy")
    let meters = settings.desiredAccuracy.meters
    json.number(isOld ? meters : max(0, meters))
    if isOld {
      json.key("tracking_mode")
      json.number(everyday.trackingMode.overlandNumber)
    } else {
      // No update is ever deferred: iOS dropped deferred updates.
      json.key("deferred")
      json.number(0)
      json.key("significant_change")
      json.plain(settings.trackingMode.overlandSignificantChange)
    }
    json.key("locations_in_payload")
    json.number(isOld ? delivered : inBatch)
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
