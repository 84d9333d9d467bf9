import PhoneAPI
import Text
import Timekeeping

/// Data points in the schemas of Open mHealth (openmhealth.org).
///
/// A data point has the header of IEEE 1752 if the server needs one.
struct OpenMHealth {
  var exchange = HealthExchange.ehePilot
  /// The time that is added to the end of each time interval. Under the quirk `minusFiveHours` it
  /// is -5 h, as in EHE-Pilot.
  var endShift = TimeSpan.zero
  /// True under the quirk `madeUpSignal`, which sends what EHE-Pilot made up about each position.
  var inventsSignal = false

  func geoposition(_ record: Record, uuid: String) -> [UInt8] {
    point("geoposition", uuid: uuid, createdAt: record.recordedAt) { json in
      geoposition(record.location, to: &json)
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

  private func geoposition(_ location: Location, to json: inout JSONWriter) {
    json.beginObject()
    Self.quantity("latitude", location.coordinate.latitude, "deg", to: &json)
    Self.quantity("longitude", location.coordinate.longitude, "deg", to: &json)
    if inventsSignal {
      Self.inventedSignal(location, to: &json)
    } else {
      Self.quality(location, to: &json)
    }
    json.beginObject("effective_time_frame")
    json.instant("date_time", location.timestamp)
    json.endObject()
    json.endObject()
  }

  /// Adds what the phone reported about a position: the altitude, the positioning system and the
  /// accuracy.
  ///
  /// A phone does not name the system behind a fix. It reports a speed only in fixes from
  /// satellites (STD-13), so other fixes have no `positioning_system`. The schema has no member for
  /// the accuracy. It allows further members, and `horizontal_accuracy` is one of them.
  private static func quality(_ location: Location, to json: inout JSONWriter) {
    if location.verticalAccuracyMeters > 0, location.altitudeMeters.isFinite {
      quantity("elevation", location.altitudeMeters, "m", to: &json)
    }
    if location.speedMetersPerSecond >= 0 { json.plain("positioning_system", "GPS") }
    if location.horizontalAccuracyMeters >= 0 {
      quantity("horizontal_accuracy", location.horizontalAccuracyMeters, "m", to: &json)
    }
  }

  /// Adds the positioning system and the signal strength that EHE-Pilot invented.
  ///
  /// Phones do not report a signal strength of positions. The app computed one from the accuracy.
  private static func inventedSignal(_ location: Location, to json: inout JSONWriter) {
    json.plain("positioning_system", "GPS")
    guard location.horizontalAccuracyMeters >= 0 else { return }
    json.beginArray("satellite_signal_strengths")
    json.beginObject()
    json.number("value", max(5, 30 - Int(min(2 * location.horizontalAccuracyMeters, 100))))
    json.plain("unit", "dB")
    json.endObject()
    json.endArray()
  }

  private static func quantity(
    _ key: StaticString, _ number: Double, _ unit: StaticString, to json: inout JSONWriter
  ) {
    json.beginObject(key)
    json.number("value", number)
    json.plain("unit", unit)
    json.endObject()
  }
}
