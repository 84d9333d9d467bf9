import Geodesy
import PhoneAPI
import Text
import Timekeeping

/// A reader of the entries of one FHIR batch, as strict as the server that `dialect` names.
///
/// The dialect `ehePilot` accepts any subject and device, and a body without a header. The dialect
/// `jupyterHealth` requires three things: the signed-in patient as the subject, a registered
/// device, and a header and a body that match their schemas.
struct ObservationIntake {
  let patient: Patient
  let dialect: HealthExchangeDialect
  let consented: Set<HealthCode>
  let arrivedAt: Instant

  struct Refusal: Error {
    var status: Int
    var reason: String

    init(_ status: Int, _ reason: String) {
      self.status = status
      self.reason = reason
    }
  }

  /// The numbers of the registered devices. The dialect `jupyterHealth` refuses observations from
  /// other devices.
  static let deviceNumbers: [Int64] = [70001]
  static let knownCodes: [HealthCode] = [.geoposition, .timeInterval]

  /// Returns the FHIR resource in an entry, after a check of the entry's form.
  func resource(_ entry: JSONValue) throws(Refusal) -> JSONValue {
    guard let resource = entry["resource"], resource["resourceType"]?.string == "Observation"
    else { throw Refusal(400, "only an Observation is accepted") }
    guard entry["request"]?["method"]?.string == "POST" else {
      throw Refusal(400, "only the method POST is accepted")
    }
    guard resource["status"]?.string != nil else { throw Refusal(400, "status is missing") }
    if dialect == .jupyterHealth {
      try checkSubject(resource["subject"]?["reference"]?.string)
      try checkDevice(device(resource))
    }
    return resource
  }

  func identifiers(_ resource: JSONValue) -> [Observation.Identifier] {
    (resource["identifier"]?.elements ?? []).compactMap { identifier in
      guard let value = identifier["value"]?.string else { return nil }
      return Observation.Identifier(system: identifier["system"]?.string ?? "", value: value)
    }
  }

  func observation(_ resource: JSONValue) throws(Refusal) -> Observation {
    let code = try code(resource)
    let content = try content(resource)
    try checkContent(content, code)
    return Observation(
      patient: patient.number, device: device(resource), code: code,
      identifiers: identifiers(resource),
      effectiveDateTime: resource["effectiveDateTime"]?.string ?? "", content: content,
      arrivedAt: arrivedAt)
  }

  private func device(_ resource: JSONValue) -> String {
    resource["device"]?["reference"]?.string ?? ""
  }

  private func checkSubject(_ reference: String?) throws(Refusal) {
    guard let reference, let number = Int64(numberIn: reference, of: "Patient/") else {
      throw Refusal(400, "subject is not a reference such as Patient/40001")
    }
    guard number == patient.number else {
      throw Refusal(403, "the subject is not the signed-in patient")
    }
  }

  private func checkDevice(_ reference: String) throws(Refusal) {
    guard let number = Int64(numberIn: reference, of: "Device/") else {
      throw Refusal(400, "device is not a reference such as Device/70001")
    }
    guard Self.deviceNumbers.contains(number) else {
      throw Refusal(400, "there is no device \(number)")
    }
  }

  private func code(_ resource: JSONValue) throws(Refusal) -> HealthCode {
    guard let codings = resource["code"]?["coding"]?.elements, codings.count == 1,
      let system = codings[0]["system"]?.string, let text = codings[0]["code"]?.string
    else { throw Refusal(400, "exactly one coding is expected") }
    let code = HealthCode(system: system, code: text)
    guard Self.knownCodes.contains(code) else {
      throw Refusal(400, "there is no code system=\(system) code=\(text)")
    }
    guard consented.contains(code) else {
      throw Refusal(403, "no consent was given to system=\(system) code=\(text)")
    }
    return code
  }

  private func content(_ resource: JSONValue) throws(Refusal) -> [UInt8] {
    guard let data = resource["valueAttachment"]?["data"]?.string,
      let content = Base64.decode(data)
    else { throw Refusal(400, "valueAttachment.data is not base64") }
    return content
  }

  private func checkContent(_ content: [UInt8], _ code: HealthCode) throws(Refusal) {
    guard let json = try? JSONValue(content), json.isObject else {
      throw Refusal(400, "valueAttachment.data holds no JSON object")
    }
    guard dialect == .jupyterHealth else { return }
    do throws(Malformed) {
      try OpenMHealth.checkHeader(json["header"])
      try OpenMHealth.checkBody(json["body"], code)
    } catch {
      throw Refusal(422, error.reason)
    }
  }
}

extension Int64 {
  /// Reads the number in a FHIR reference such as `Patient/40001`. Nil if the reference has another
  /// form.
  fileprivate init?(numberIn reference: String, of prefix: String) {
    guard reference.hasPrefix(prefix) else { return nil }
    self.init(reference.dropFirst(prefix.count))
  }
}

extension Observation {
  /// Returns the position and time of an Open mHealth geoposition. Nil for other kinds of data, and
  /// if the geoposition cannot be read.
  func position(keepingSource: Bool) -> ReceivedRecord? {
    guard code == .geoposition, let json = try? JSONValue(content) else { return nil }
    let body = json["body"] ?? json
    let reported = body["effective_time_frame"]?["date_time"]?.string ?? effectiveDateTime
    guard let latitude = body["latitude"]?["value"]?.number,
      let longitude = body["longitude"]?["value"]?.number,
      Coordinate(latitude: latitude, longitude: longitude).isValid,
      let timestamp = Instant(stamp: reported, assumingUTC: true)
    else { return nil }
    return ReceivedRecord(
      device: "Patient/\(patient)", type: "location", timestamp: timestamp,
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      horizontalAccuracyMeters: body.horizontalAccuracyMeters, arrivedAt: arrivedAt,
      source: keepingSource ? content : [])
  }
}

extension JSONValue {
  /// The accuracy of a geoposition in meters; -1 if the geoposition has none.
  ///
  /// The schema has no member for it. Odograph's tracker adds `horizontal_accuracy`.
  fileprivate var horizontalAccuracyMeters: Double {
    guard let accuracy = self["horizontal_accuracy"], accuracy["unit"]?.string == "m",
      let meters = accuracy["value"]?.number, meters >= 0, meters.isFinite
    else { return -1 }
    return meters
  }
}
