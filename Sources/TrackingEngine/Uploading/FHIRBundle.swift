import Foundation
import PhoneAPI
import Timekeeping

/// Positions as EHE-Pilot sends them: a FHIR R5 batch of Observations, each with a data point of Open
/// mHealth's `geoposition` 1.0 attached in base64.
///
/// A position has the same identifier at every try, so that a server can tell one sent again.
struct FHIRBundle {
  /// As many as one request carries.
  static let entriesMax = 5

  /// Of the person, as the server's profile names them.
  var patient = "40010"
  var device = "70001"
  /// Tells this phone's records from another's.
  var origin = ""

  func body(_ records: [Record]) -> [UInt8] {
    var json = JSONWriter(capacity: 1024 * (records.count + 1))
    json.beginObject()
    json.key("resourceType")
    json.plain("Bundle")
    json.key("type")
    json.plain("batch")
    json.key("entry")
    json.beginArray()
    for record in records { entry(record, to: &json) }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private func entry(_ record: Record, to json: inout JSONWriter) {
    json.beginObject()
    json.key("resource")
    json.beginObject()
    json.key("resourceType")
    json.plain("Observation")
    json.key("status")
    json.plain("final")
    coded(
      "category", system: "http://terminology.hl7.org/CodeSystem/observation-category",
      code: "survey", isList: true, to: &json)
    coded(
      "code", system: "https://w3id.org/openmhealth", code: "omh:geoposition:1.0", isList: false,
      to: &json)
    reference("subject", "Patient/" + patient, to: &json)
    reference("device", "Device/" + device, to: &json)
    identifier(of: record, to: &json)
    json.key("effectiveDateTime")
    json.instant(record.location.timestamp)
    json.key("valueAttachment")
    json.beginObject()
    json.key("contentType")
    json.plain("application/json")
    json.key("data")
    json.string(Data(FHIRBundle.geoposition(record.location)).base64EncodedString())
    json.endObject()
    json.endObject()
    json.key("request")
    json.beginObject()
    json.key("method")
    json.plain("POST")
    json.key("url")
    json.plain("Observation")
    json.endObject()
    json.endObject()
  }

  private func coded(
    _ key: StaticString, system: StaticString, code: StaticString, isList: Bool,
    to json: inout JSONWriter
  ) {
    json.key(key)
    if isList { json.beginArray() }
    json.beginObject()
    json.key("coding")
    json.beginArray()
    json.beginObject()
    json.key("system")
    json.plain(system)
    json.key("code")
    json.plain(code)
    json.endObject()
    json.endArray()
    json.endObject()
    if isList { json.endArray() }
  }

  private func reference(_ key: StaticString, _ target: String, to json: inout JSONWriter) {
    json.key(key)
    json.beginObject()
    json.key("reference")
    json.string(target)
    json.endObject()
  }

  private func identifier(of record: Record, to json: inout JSONWriter) {
    json.key("identifier")
    json.beginArray()
    json.beginObject()
    json.key("system")
    json.plain("https://ehr.example.com")
    json.key("value")
    json.string(StableIdentifier(of: record, from: origin).description)
    json.endObject()
    json.endArray()
  }

  /// The data point itself; see openmhealth.org, schema geoposition 1.0.
  static func geoposition(_ location: Location) -> [UInt8] {
    var json = JSONWriter(capacity: 400)
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
    return json.bytes
  }

  /// No phone tells it; EHE-Pilot makes it up from the accuracy, and servers have come to expect it.
  private static func signalStrength(accuracyMeters: Double) -> Int {
    max(5, 30 - Int(min(2 * accuracyMeters, 100)))
  }
}

/// The same UUID for a record whenever it is asked for, and another for every other record: of its
/// origin, its number and its time, so that a store that had to begin anew repeats none.
struct StableIdentifier: CustomStringConvertible {
  let description: String

  init(of record: Record, from origin: String) {
    let first = Self.hash(record, origin, seed: 0xCBF2_9CE4_8422_2325)
    let second = Self.hash(record, origin, seed: 0x6C62_272E_07BB_0142)
    let digits = Self.hexadecimal(first) + Self.hexadecimal(second)
    // Version 8 of RFC 9562: a UUID made in one's own way.
    let parts = [
      digits.prefix(8), digits.dropFirst(8).prefix(4), "8" + digits.dropFirst(13).prefix(3),
      "a" + digits.dropFirst(17).prefix(3), digits.dropFirst(20),
    ]
    description = parts.map(String.init).joined(separator: "-")
  }

  private static func hash(_ record: Record, _ origin: String, seed: UInt64) -> UInt64 {
    var hash = seed
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash >> 32
    }
    for byte in origin.utf8 { add(UInt64(byte)) }
    add(record.identifier.rawValue)
    add(UInt64(bitPattern: record.location.timestamp.nanoseconds))
    add(UInt64(bitPattern: record.recordedAt.nanoseconds))
    return hash
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
