import PhoneAPI
import Timekeeping

/// Recorded positions as points of a GeoJSON feature collection (RFC 7946), a line each. What the phone
/// did not know is left out.
struct GeoJSONExport: RecordWriter {
  private var isFirst = true

  func begin(_ text: inout TextBuffer) {
    text.add(#"{"type":"FeatureCollection","features":["#)
  }

  mutating func add(_ record: Record, details: String?, to text: inout TextBuffer) {
    guard record.location.horizontalAccuracyMeters >= 0 else { return }
    text.add(isFirst ? "\n" : ",\n")
    isFirst = false
    var json = JSONWriter(capacity: 400)
    feature(record, to: &json)
    text.add(json.bytes)
  }

  func end(_ text: inout TextBuffer) { text.add("\n]}\n") }

  private func feature(_ record: Record, to json: inout JSONWriter) {
    let location = record.location
    json.beginObject()
    json.key("type")
    json.plain("Feature")
    json.key("geometry")
    json.beginObject()
    json.key("type")
    json.plain("Point")
    json.key("coordinates")
    json.beginArray()
    json.number(location.coordinate.longitude)
    json.number(location.coordinate.latitude)
    json.endArray()
    json.endObject()
    json.key("properties")
    json.beginObject()
    properties(of: record, to: &json)
    json.endObject()
    json.endObject()
  }

  private func properties(of record: Record, to json: inout JSONWriter) {
    let location = record.location
    json.key("timestamp")
    json.instant(location.timestamp)
    json.key("recorded_at")
    json.instant(record.recordedAt)
    json.key("horizontal_accuracy")
    json.number(location.horizontalAccuracyMeters)
    if location.verticalAccuracyMeters > 0 {
      json.key("altitude")
      json.number(location.altitudeMeters)
      json.key("vertical_accuracy")
      json.number(location.verticalAccuracyMeters)
    }
    if location.speedMetersPerSecond >= 0 {
      json.key("speed")
      json.number(location.speedMetersPerSecond)
    }
    if location.courseDegrees >= 0 {
      json.key("course")
      json.number(location.courseDegrees)
    }
    if record.surroundings.batteryLevel >= 0 {
      json.key("battery_level")
      json.number(record.surroundings.batteryLevel)
    }
    if let home = record.home {
      json.key("is_home")
      json.boolean(home.isHome)
    }
  }
}
