import PhoneAPI
import Timekeeping

/// Data points in the schemas of Open mHealth (openmhealth.org).
///
/// A data point has the header of IEEE 1752 if the server needs one.
struct OpenMHealth {
  var exchange = HealthExchange.ehePilot
  /// The time that is added to the end of each time interval. Under the quirk `minusFiveHours` it
  /// is -5 h, as in EHE-Pilot.
  var endShift = TimeSpan.zero

  func geoposition(_ record: Record, uuid: String) -> [UInt8] {
    point("geoposition", uuid: uuid, createdAt: record.recordedAt) { json in
      Self.geoposition(record.location, to: &json)
    }
  }

  /// Returns the data point with the time outdoors of the local day that ends at `end`.
  func timeInterval(minutes: Int, end: Instant, uuid: String, createdAt: Instant) -> [UInt8] {
    point("time-interval", uuid: uuid, createdAt: createdAt) { json in
      json.beginObject()
      json.string("end_date_time", (end + endShift).iso8601(fractionDigits: 3))
      json.beginObject("duration")
      json.number("value", minutes)
      json.plain("unit", "min")
      json.endObject()
      json.endObject()
    }
  }

  private func point(
    _ schema: StaticString, uuid: String, createdAt: Instant,
    body: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter(capacity: 600)
    guard exchange == .jupyterHealth else {
      body(&json)
      return json.bytes
    }
    json.beginObject()
    json.key("header")
    Self.header(schema, uuid: uuid, createdAt: createdAt, to: &json)
    json.key("body")
    body(&json)
    json.endObject()
    return json.bytes
  }

  private static func header(
    _ schema: StaticString, uuid: String, createdAt: Instant, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.string("uuid", uuid)
    json.beginObject("schema_id")
    json.plain("namespace", "omh")
    json.plain("name", schema)
    json.plain("version", "1.0")
    json.endObject()
    json.instant("source_creation_date_time", createdAt)
    json.plain("modality", "sensed")
    json.endObject()
  }

  private static func geoposition(_ location: Location, to json: inout JSONWriter) {
    func value(_ key: StaticString, _ number: Double, unit: StaticString) {
      json.beginObject(key)
      json.number("value", number)
      json.plain("unit", unit)
      json.endObject()
    }
    json.beginObject()
    value("latitude", location.coordinate.latitude, unit: "deg")
    value("longitude", location.coordinate.longitude, unit: "deg")
    json.plain("positioning_system", "GPS")
    if location.horizontalAccuracyMeters >= 0 {
      json.beginArray("satellite_signal_strengths")
      json.beginObject()
      json.number("value", signalStrength(accuracyMeters: location.horizontalAccuracyMeters))
      json.plain("unit", "dB")
      json.endObject()
      json.endArray()
    }
    json.beginObject("effective_time_frame")
    json.instant("date_time", location.timestamp)
    json.endObject()
    json.endObject()
  }

  /// Returns an invented signal strength, computed from the accuracy, as EHE-Pilot does.
  ///
  /// Phones do not report a signal strength of positions, but servers expect one.
  private static func signalStrength(accuracyMeters: Double) -> Int {
    max(5, 30 - Int(min(2 * accuracyMeters, 100)))
  }
}
