import PhoneAPI
import Text
import Timekeeping

/// A batch of records in the form of Overland's server interface: a JSON object of GeoJSON
/// features.
///
/// See "API" in the README of Overland for iOS. Numbers are exact, and times are truncated to
/// milliseconds. With `wholeSecondKeys` both are rounded and truncated as in Overland's app of
/// 2024, which writes whole seconds.
package struct OverlandBatch {
  /// A trip in progress, with the user's current position.
  package struct TripUnderWay {
    var summary: TripSummary
    var current: Record?
  }

  private let wholeSecondKeys: Bool
  /// The name of the device; nil to leave it out.
  private let deviceID: String?
  private let statistics: OverlandStatistics?
  private let uniqueIdentifier: String?

  /// - Parameters:
  ///   - everyday: the settings outside trips; nil if they equal `settings`.
  ///   - uniqueIdentifier: the phone's `identifierForVendor`, sent as `unique_id`.
  package init(
    _ settings: TrackerSettings, everyday: TrackerSettings? = nil, uniqueIdentifier: String
  ) {
    wholeSecondKeys = settings.wholeSecondKeys
    deviceID = settings.deviceID.isEmpty && settings.noDeviceId ? nil : settings.deviceID
    statistics =
      settings.includesTrackingStatistics
      ? OverlandStatistics(settings, everyday: everyday ?? settings) : nil
    self.uniqueIdentifier = settings.includesUniqueID ? uniqueIdentifier : nil
  }

  init(_ tracker: Tracker) {
    self.init(
      tracker.settings, everyday: tracker.chosenSettings,
      uniqueIdentifier: tracker.phone.device.identifierForVendor)
  }

  /// Returns the body of a request.
  ///
  /// - Parameters:
  ///   - details: the details of the records, without entries for records that have none.
  ///   - current: the user's newest position, for a batch of older records from a long queue; nil
  ///     for a short queue.
  package func body(
    _ records: [Record], details: [Record.Identifier: String] = [:], current: Record? = nil,
    trip: TripUnderWay? = nil
  ) -> [UInt8] {
    let locations = records.count { $0.isLocation }
    var read = LocationDetails.Reader()
    var end: WrittenEnd?
    var json = JSONWriter(capacity: 480 * (records.count + 1))
    json.beginObject()
    json.beginArray("locations")
    for record in records {
      if record.isLocation {
        let own = read(details[record.identifier])
        feature(record, own, locationsInBatch: locations, &end, to: &json)
      } else {
        otherFeature(record, details[record.identifier], &end, to: &json)
      }
    }
    json.endArray()
    if let current {
      json.key("current")
      feature(current, nil, locationsInBatch: locations, &end, to: &json)
    }
    if let trip { underWay(trip, locationsInBatch: locations, &end, to: &json) }
    json.endObject()
    return json.bytes
  }

  /// The end of a feature as it was last written. Most records of a batch have the surroundings of
  /// the record before them, so that its bytes are written once more.
  struct WrittenEnd {
    var surroundings: Surroundings
    var bytes: Range<Int>
  }

  /// Writes the feature of a location record.
  func feature(
    _ record: Record, _ details: LocationDetails?, locationsInBatch: Int, _ end: inout WrittenEnd?,
    to json: inout JSONWriter
  ) {
    beginFeature(record, to: &json)
    position(record.location, to: &json)
    motion(record.surroundings.motion, to: &json)
    if let trip = details?.tripID {
      json.string("trip_id", trip)
    }
    statistics?.write(inBatch: locationsInBatch, delivered: details?.delivered ?? 1, to: &json)
    endFeature(record.surroundings, &end, to: &json)
  }

  private func otherFeature(
    _ record: Record, _ details: String?, _ end: inout WrittenEnd?, to json: inout JSONWriter
  ) {
    beginFeature(record, to: &json)
    switch record.kind {
    case .location: break
    case .visit(let arrival, let departure):
      visit(record, arrival: arrival, departure: departure, to: &json)
    case .log(let action):
      instant("timestamp", record.recordedAt, to: &json)
      json.string("action", action.rawValue)
    case .trip:
      if let trip = details.flatMap(TripSummary.init(json:)) {
        summary(trip, to: &json)
      } else {
        instant("timestamp", record.recordedAt, to: &json)
      }
    case .drive, .crossing, .gate, .timeOutdoors:
      instant("timestamp", record.recordedAt, to: &json)
    }
    endFeature(record.surroundings, &end, to: &json)
  }

  private func beginFeature(_ record: Record, to json: inout JSONWriter) {
    json.beginObject()
    json.plain("type", "Feature")
    json.key("geometry")
    // The app of 2024 truncates only the coordinates of locations.
    geometry(record.location, isCut: record.isLocation, to: &json)
    json.beginObject("properties")
  }

  private func endFeature(
    _ surroundings: Surroundings, _ end: inout WrittenEnd?, to json: inout JSONWriter
  ) {
    if let end, end.surroundings == surroundings { return json.repeatBytes(end.bytes) }
    let start = json.count
    metadata(surroundings, to: &json)
    json.endObject()
    json.endObject()
    end = WrittenEnd(surroundings: surroundings, bytes: start..<json.count)
  }

  func geometry(_ location: Location, isCut: Bool, to json: inout JSONWriter) {
    guard location.horizontalAccuracyMeters >= 0 else { return json.null() }
    let decimals = isCut && wholeSecondKeys ? 1e7 : nil
    json.beginObject()
    json.plain("type", "Point")
    json.beginArray("coordinates")
    json.number(location.coordinate.longitude.cut(decimals))
    json.number(location.coordinate.latitude.cut(decimals))
    json.endArray()
    json.endObject()
  }

  func position(_ location: Location, to json: inout JSONWriter) {
    instant("timestamp", location.timestamp, to: &json)
    whole("altitude", location.altitudeMeters, to: &json)
    whole("speed", location.speedMetersPerSecond, to: &json)
    whole("course", location.courseDegrees, to: &json)
    whole("horizontal_accuracy", location.horizontalAccuracyMeters, to: &json)
    whole("vertical_accuracy", location.verticalAccuracyMeters, to: &json)
    hundredths("speed_accuracy", location.speedAccuracyMetersPerSecond, to: &json)
    hundredths("course_accuracy", location.courseAccuracyDegrees, to: &json)
  }

  private func visit(
    _ record: Record, arrival: Instant, departure: Instant, to json: inout JSONWriter
  ) {
    instant("timestamp", record.recordedAt, to: &json)
    json.plain("action", "visit")
    instant("arrival_date", arrival == .distantPast ? nil : arrival, to: &json)
    instant("departure_date", departure == .distantFuture ? nil : departure, to: &json)
    json.number("horizontal_accuracy", record.location.horizontalAccuracyMeters)
  }

  private func motion(_ states: MotionStates, to json: inout JSONWriter) {
    json.beginArray("motion")
    if states.contains(.walking) { json.plain("walking") }
    if states.contains(.running) { json.plain("running") }
    if states.contains(.cycling) { json.plain("cycling") }
    if states.contains(.automotive) { json.plain("driving") }
    if states.contains(.stationary) { json.plain("stationary") }
    json.endArray()
  }

  private func metadata(_ surroundings: Surroundings, to json: inout JSONWriter) {
    json.plain("battery_state", surroundings.batteryState.overlandName)
    json.key("battery_level")
    if wholeSecondKeys {
      json.number(Double(surroundings.batteryLevel).cut(100))
    } else {
      json.number(surroundings.batteryLevel)
    }
    json.string("wifi", surroundings.network.text)
    identity(to: &json)
  }

  func identity(to json: inout JSONWriter) {
    if let deviceID {
      json.string("device_id", deviceID)
    }
    if let uniqueIdentifier {
      json.string("unique_id", uniqueIdentifier)
    }
  }
}

// MARK: - Values, exact or as shipped

extension OverlandBatch {
  func instant(_ key: StaticString, _ instant: Instant?, to json: inout JSONWriter) {
    json.key(key)
    guard let instant else { return json.null() }
    json.instant(wholeSecondKeys ? instant.atWholeSecond : instant.atWholeMillisecond)
  }

  func whole(_ key: StaticString, _ value: Double, to json: inout JSONWriter) {
    json.number(key, wholeSecondKeys ? value.rounded() : value)
  }

  private func hundredths(_ key: StaticString, _ value: Double, to json: inout JSONWriter) {
    json.number(key, wholeSecondKeys ? value.cut(100) : value)
  }
}

extension Double {
  /// Returns the number truncated toward zero; a scale of 100 keeps two decimals.
  ///
  /// If the scale is nil, the number stays unchanged.
  func cut(_ scale: Double?) -> Double {
    guard let scale else { return self }
    return (self * scale).rounded(.towardZero) / scale
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
