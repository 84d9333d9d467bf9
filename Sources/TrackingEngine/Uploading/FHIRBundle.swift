import Foundation
import PhoneAPI
import Text
import Timekeeping

/// A FHIR R5 batch of Observations with positions and time outdoors, as EHE-Pilot sends them.
///
/// Each Observation has an Open mHealth data point attached in base64. A record has the same
/// identifier at every attempt, so that a server recognizes a repeated record.
package struct FHIRBundle {
  /// The largest number of entries in one request.
  package static let entriesMax = 5

  /// A record that can be sent: a position, or a day's time outdoors.
  package struct Entry {
    let record: Record
    /// The time outdoors; nil if the record is a position.
    let day: DayOutdoors?

    /// Makes an entry; nil for a record of another kind, and for a day with invalid details.
    package init?(record: Record, details: String?) {
      self.record = record
      day = DayOutdoors(record, details: details)
      if day == nil, !record.isLocation { return nil }
    }
  }

  var openMHealth = OpenMHealth()
  /// The user's number, from the user's profile on the server.
  var patient: String
  var device: String
  /// A text that makes the record identifiers of this phone differ from those of other phones.
  var origin = ""
  /// A function that makes a new identifier at each attempt to send a record; set under the quirk
  /// `randomIdentifiers`.
  ///
  /// If the function is nil, a record has the same identifier at each attempt.
  var randomIdentifier: (() -> String)?

  package init(patient: String = "40010", device: String = "70001") {
    self.patient = patient
    self.device = device
  }

  package func body(_ entries: [Entry]) -> [UInt8] {
    var json = JSONWriter(capacity: 1024 * (entries.count + 1))
    json.beginObject()
    json.plain("resourceType", "Bundle")
    json.plain("type", "batch")
    json.beginArray("entry")
    for entry in entries {
      json.beginObject()
      json.key("resource")
      observation(entry, to: &json)
      json.beginObject("request")
      json.plain("method", "POST")
      json.plain("url", "Observation")
      json.endObject()
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private func observation(_ entry: Entry, to json: inout JSONWriter) {
    let identifier =
      randomIdentifier?() ?? StableIdentifier(of: entry.record, from: origin).description
    let day = entry.day
    json.beginObject()
    json.plain("resourceType", "Observation")
    json.plain("status", "final")
    if day == nil {
      coded(
        "category", system: "http://terminology.hl7.org/CodeSystem/observation-category",
        code: "survey", isList: true, to: &json)
    }
    coded(
      "code", system: "https://w3id.org/openmhealth",
      code: day == nil ? "omh:geoposition:1.0" : "omh:time-interval:1.0", isList: false, to: &json)
    reference("subject", "Patient/" + patient, to: &json)
    reference("device", "Device/" + device, to: &json)
    named(identifier, day == nil ? "https://ehr.example.com" : "urn:ietf:rfc:3986", to: &json)
    json.instant("effectiveDateTime", entry.record.location.timestamp)
    attachment(dataPoint(entry, uuid: identifier), to: &json)
    json.endObject()
  }

  private func dataPoint(_ entry: Entry, uuid: String) -> [UInt8] {
    guard let day = entry.day else { return openMHealth.geoposition(entry.record, uuid: uuid) }
    return openMHealth.timeInterval(
      minutes: day.minutes, end: entry.record.location.timestamp, uuid: uuid,
      createdAt: day.computedAt)
  }

  private func coded(
    _ key: StaticString, system: StaticString, code: StaticString, isList: Bool,
    to json: inout JSONWriter
  ) {
    json.key(key)
    if isList { json.beginArray() }
    json.beginObject()
    json.beginArray("coding")
    json.beginObject()
    json.plain("system", system)
    json.plain("code", code)
    json.endObject()
    json.endArray()
    json.endObject()
    if isList { json.endArray() }
  }

  private func reference(_ key: StaticString, _ target: String, to json: inout JSONWriter) {
    json.beginObject(key)
    json.string("reference", target)
    json.endObject()
  }

  private func named(_ value: String, _ system: StaticString, to json: inout JSONWriter) {
    json.beginArray("identifier")
    json.beginObject()
    json.plain("system", system)
    json.string("value", value)
    json.endObject()
    json.endArray()
  }

  private func attachment(_ content: [UInt8], to json: inout JSONWriter) {
    json.beginObject("valueAttachment")
    json.plain("contentType", "application/json")
    json.string("data", Data(content).base64EncodedString())
    json.endObject()
  }
}
