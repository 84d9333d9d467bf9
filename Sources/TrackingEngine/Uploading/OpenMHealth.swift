import PhoneAPI
import Timekeeping

/// Data points as Open mHealth's schemas have them (openmhealth.org), with the header of IEEE 1752 where
/// the server wants one.
struct OpenMHealth {
  var exchange = HealthExchange.ehePilot
  /// Added to the end of each time interval; EHE-Pilot took five hours off.
  var endShift = TimeSpan.zero

  func geoposition(_ record: Record, uuid: String) -> [UInt8] {
    point("geoposition", uuid: uuid, createdAt: record.recordedAt) { json in
      Self.geoposition(record.location, to: &json)
    }
  }

  /// Of a local day that ends at `end`.
  func timeInterval(minutes: Int, end: Instant, uuid: String, createdAt: Instant) -> [UInt8] {
    point("time-interval", uuid: uuid, createdAt: createdAt) { json in
      json.beginObject()
      json.key("end_date_time")
      json.string((end + endShift).iso8601(fractionDigits: 3))
      json.key("duration")
      json.beginObject()
      json.key("value")
      json.number(minutes)
      json.key("unit")
      json.plain("min")
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
    json.key("uuid")
    json.string(uuid)
    json.key("schema_id")
    json.beginObject()
    json.key("namespace")
    json.plain("omh")
    json.key("name")
    json.plain(schema)
    json.key("version")
    json.plain("1.0")
    json.endObject()
    json.key("source_creation_date_time")
    json.instant(createdAt)
    json.key("modality")
    json.plain("sensed")
    json.endObject()
  }

  private static func geoposition(_ location: Location, to json: inout JSONWriter) {
    func value(_ key: StaticString, _ number: Double, unit: StaticString) {
      json.key(key)
      json.beginObject()
      json.key("value")
      json.number(number)
      json.key("unit")
      json.plain(unit)
      json.endObject()
    }
    json.beginObject()
    value("latitude", location.coordinate.latitude, unit: "deg")
    value("longitude", location.coordinate.longitude, unit: "deg")
    json.key("positioning_system")
    json.plain("GPS")
    if location.horizontalAccuracyMeters >= 0 {
      json.key("satellite_signal_strengths")
      json.beginArray()
      json.beginObject()
      json.key("value")
      json.number(signalStrength(accuracyMeters: location.horizontalAccuracyMeters))
      json.key("unit")
      json.plain("dB")
      json.endObject()
      json.endArray()
    }
    json.key("effective_time_frame")
    json.beginObject()
    json.key("date_time")
    json.instant(location.timestamp)
    json.endObject()
    json.endObject()
  }

  /// No phone tells it; EHE-Pilot makes it up from the accuracy, and servers have come to expect it.
  private static func signalStrength(accuracyMeters: Double) -> Int {
    max(5, 30 - Int(min(2 * accuracyMeters, 100)))
  }
}
