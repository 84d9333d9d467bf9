import PhoneAPI
import Timekeeping

/// Records as Overland's server interface takes them: a JSON object of GeoJSON features.
///
/// See "API" in the README of Overland for iOS. Numbers go out as they are; with `wholeSecondKeys`
/// they are rounded and cut as the app of 2024 does.
struct OverlandBatch {
  private let settings: TrackerSettings
  private let uniqueIdentifier: String?

  /// - Parameter uniqueIdentifier: The vendor's identifier of the phone, for `unique_id`.
  init(_ settings: TrackerSettings, uniqueIdentifier: String) {
    self.settings = settings
    self.uniqueIdentifier = settings.includesUniqueID ? uniqueIdentifier : nil
  }

  /// - Parameter current: The newest position, when a long queue makes the batch an old one.
  func body(_ records: [Record], current: Record?) -> [UInt8] {
    let locations = records.count { $0.isLocation }
    var json = JSONWriter(capacity: 480 * (records.count + 1))
    json.beginObject()
    json.key("locations")
    json.beginArray()
    for record in records { feature(record, locationsInBatch: locations, to: &json) }
    json.endArray()
    if let current {
      json.key("current")
      feature(current, locationsInBatch: locations, to: &json)
    }
    json.endObject()
    return json.bytes
  }

  private func feature(_ record: Record, locationsInBatch: Int, to json: inout JSONWriter) {
    json.beginObject()
    json.key("type")
    json.plain("Feature")
    json.key("geometry")
    geometry(record, to: &json)
    json.key("properties")
    json.beginObject()
    switch record.kind {
    case .location: position(record, locationsInBatch: locationsInBatch, to: &json)
    case .visit(let arrival, let departure):
      visit(record, arrival: arrival, departure: departure, to: &json)
    case .log(let action):
      instant("timestamp", record.recordedAt, to: &json)
      json.key("action")
      json.string(action.rawValue)
    case .trip, .drive, .crossing, .gate, .timeOutdoors:
      instant("timestamp", record.recordedAt, to: &json)
    }
    metadata(record.surroundings, to: &json)
    json.endObject()
    json.endObject()
  }

  private func geometry(_ record: Record, to json: inout JSONWriter) {
    let location = record.location
    guard location.horizontalAccuracyMeters >= 0 else { return json.null() }
    // Only a location's coordinates are cut.
    let decimals = record.isLocation && settings.wholeSecondKeys ? 1e7 : nil
    json.beginObject()
    json.key("type")
    json.plain("Point")
    json.key("coordinates")
    json.beginArray()
    json.number(cut(location.coordinate.longitude, decimals))
    json.number(cut(location.coordinate.latitude, decimals))
    json.endArray()
    json.endObject()
  }

  private func position(_ record: Record, locationsInBatch: Int, to json: inout JSONWriter) {
    let location = record.location
    instant("timestamp", location.timestamp, to: &json)
    whole("altitude", location.altitudeMeters, to: &json)
    whole("speed", location.speedMetersPerSecond, to: &json)
    whole("course", location.courseDegrees, to: &json)
    whole("horizontal_accuracy", location.horizontalAccuracyMeters, to: &json)
    whole("vertical_accuracy", location.verticalAccuracyMeters, to: &json)
    hundredths("speed_accuracy", location.speedAccuracyMetersPerSecond, to: &json)
    hundredths("course_accuracy", location.courseAccuracyDegrees, to: &json)
    motion(record.surroundings.motion, to: &json)
    if settings.includesTrackingStatistics {
      trackingStatistics(locationsInBatch: locationsInBatch, to: &json)
    }
  }

  private func visit(
    _ record: Record, arrival: Instant, departure: Instant, to json: inout JSONWriter
  ) {
    instant("timestamp", record.recordedAt, to: &json)
    json.key("action")
    json.plain("visit")
    instant("arrival_date", arrival == .distantPast ? nil : arrival, to: &json)
    instant("departure_date", departure == .distantFuture ? nil : departure, to: &json)
    json.key("horizontal_accuracy")
    json.number(record.location.horizontalAccuracyMeters)
  }

  private func motion(_ states: MotionStates, to json: inout JSONWriter) {
    json.key("motion")
    json.beginArray()
    if states.contains(.walking) { json.plain("walking") }
    if states.contains(.running) { json.plain("running") }
    if states.contains(.cycling) { json.plain("cycling") }
    if states.contains(.automotive) { json.plain("driving") }
    if states.contains(.stationary) { json.plain("stationary") }
    json.endArray()
  }

  private func trackingStatistics(locationsInBatch: Int, to json: inout JSONWriter) {
    json.key("pauses")
    json.boolean(settings.pausesAutomatically)
    json.key("activity")
    json.plain(settings.activityType.overlandName)
    json.key("desired_accuracy")
    json.number(settings.desiredAccuracy.meters)
    // No update is ever deferred: iOS dropped deferred updates.
    json.key("deferred")
    json.number(0)
    json.key("significant_change")
    json.plain(settings.trackingMode.overlandSignificantChange)
    json.key("locations_in_payload")
    json.number(locationsInBatch)
  }

  private func metadata(_ surroundings: Surroundings, to json: inout JSONWriter) {
    json.key("battery_state")
    json.plain(surroundings.batteryState.overlandName)
    json.key("battery_level")
    if settings.wholeSecondKeys {
      json.number(cut(Double(surroundings.batteryLevel), 100))
    } else {
      json.number(surroundings.batteryLevel)
    }
    json.key("wifi")
    json.string(surroundings.network.text)
    if !settings.deviceID.isEmpty || !settings.noDeviceId {
      json.key("device_id")
      json.string(settings.deviceID)
    }
    if let uniqueIdentifier {
      json.key("unique_id")
      json.string(uniqueIdentifier)
    }
  }
}

// MARK: - Values, exact or as shipped

extension OverlandBatch {
  private func instant(_ key: StaticString, _ instant: Instant?, to json: inout JSONWriter) {
    json.key(key)
    guard let instant else { return json.null() }
    let second = Instant(nanoseconds: instant.wholeSeconds * 1_000_000_000)
    json.instant(settings.wholeSecondKeys ? second : instant)
  }

  private func whole(_ key: StaticString, _ value: Double, to json: inout JSONWriter) {
    json.key(key)
    json.number(settings.wholeSecondKeys ? value.rounded() : value)
  }

  private func hundredths(_ key: StaticString, _ value: Double, to json: inout JSONWriter) {
    json.key(key)
    json.number(settings.wholeSecondKeys ? cut(value, 100) : value)
  }

  /// Cut toward zero after the decimals that `scale` stands for.
  private func cut(_ value: Double, _ scale: Double?) -> Double {
    guard let scale else { return value }
    return (value * scale).rounded(.towardZero) / scale
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

extension BatteryState {
  fileprivate var overlandName: StaticString {
    switch self {
    case .unknown: "unknown"
    case .unplugged: "unplugged"
    case .charging: "charging"
    case .full: "full"
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
}
