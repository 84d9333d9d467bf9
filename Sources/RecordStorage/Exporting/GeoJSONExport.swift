import PhoneAPI
import Text
import Timekeeping
import TrackingEngine

/// A writer of the recorded positions as a GeoJSON feature collection (RFC 7946), one point per
/// line.
///
/// Values that the phone did not know are left out.
struct GeoJSONExport: RecordWriter {
  private var isFirst = true

  func begin(_ text: inout TextBuffer) {
    text.add(#"{"type":"FeatureCollection","features":["#)
  }

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
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
    json.plain("type", "Feature")
    json.beginObject("geometry")
    json.plain("type", "Point")
    json.beginArray("coordinates")
    json.number(location.coordinate.longitude)
    json.number(location.coordinate.latitude)
    json.endArray()
    json.endObject()
    json.beginObject("properties")
    properties(of: record, to: &json)
    json.endObject()
    json.endObject()
  }

  private func properties(of record: Record, to json: inout JSONWriter) {
    let location = record.location
    json.instant("timestamp", location.timestamp)
    json.instant("recorded_at", record.recordedAt)
    json.number("horizontal_accuracy", location.horizontalAccuracyMeters)
    if location.verticalAccuracyMeters > 0 {
      json.number("altitude", location.altitudeMeters)
      json.number("vertical_accuracy", location.verticalAccuracyMeters)
    }
    if location.speedMetersPerSecond >= 0 {
      json.number("speed", location.speedMetersPerSecond)
    }
    if location.courseDegrees >= 0 {
      json.number("course", location.courseDegrees)
    }
    if record.surroundings.batteryLevel >= 0 {
      json.number("battery_level", record.surroundings.batteryLevel)
      json.string("battery_state", record.surroundings.batteryState.rawValue)
    }
    if let home = record.home {
      json.boolean("is_home", home.isHome)
      json.number("distance_from_home", home.distanceMeters)
    }
  }
}
