import PhoneAPI
import Receiver
import Text
import Timekeeping

/// The admin calls about patients and studies.
///
/// - `GET /admin/patients`: the patients, with their studies and their consents
/// - `POST /admin/patient` `{"email": …, "givenName": …, "familyName": …, "studies": [30001]}`:
///   adds a patient and returns the number. With `"patient": 40002`, changes that patient. Without
///   `studies`, a new patient takes part in the studies of the receiver's configuration
/// - `GET /admin/studies`: the studies
/// - `POST /admin/study` `{"name": …, "codes": ["omh:geoposition:1.0"]}`: adds a study and returns
///   the number. Without `codes`, the study asks for all kinds of data
/// - `POST /admin/invitation` `{}`, optionally with `"patient": 40002`: returns an invitation for
///   one sign-in of that patient. With `"reusable": true`, the invitation is valid for any number
///   of sign-ins in seven days
extension AdminCalls {
  private static let nameLengthMax = 200

  /// Answers a call about patients and studies; nil for another call.
  func answerPeople(
    _ request: HTTPRequest, _ target: RequestTarget, at instant: Instant
  ) async throws -> HTTPResponse? {
    switch (request.method, target.path) {
    case ("GET", "/admin/patients"): .json(try await patients())
    case ("GET", "/admin/studies"): .json(try await studies())
    case ("POST", "/admin/patient"): try await savePatient(body(request))
    case ("POST", "/admin/study"): try await addStudy(body(request))
    case ("POST", "/admin/invitation"): try await invite(body(request), at: instant)
    default: nil
    }
  }

  // MARK: Reading

  private struct ShownStudy: Encodable {
    struct Scope: Encodable {
      var code: String
      /// True if the patient has consented, false if the patient refused; nil without an answer.
      var consented: Bool?
    }

    var study: Int64
    var name: String
    var codes: [Scope]

    init(_ study: Study, _ consents: [Consent] = []) {
      self.study = study.number
      name = study.name
      codes = study.codes.map { code in
        let consent = consents.first { $0.study == study.number && $0.code == code }
        return Scope(code: code.code, consented: consent?.isGiven)
      }
    }
  }

  private struct ShownPatient: Encodable, Sendable {
    var patient: Int64
    var email: String
    var givenName: String
    var familyName: String
    var studies: [ShownStudy]
  }

  private func patients() async throws -> [ShownPatient] {
    try await health { receiver in
      try receiver.patients().map { patient in
        let consents = try receiver.consents(of: patient)
        return ShownPatient(
          patient: patient.number, email: patient.email, givenName: patient.givenName,
          familyName: patient.familyName,
          studies: try receiver.studies(of: patient).map { ShownStudy($0, consents) })
      }
    }
  }

  private func studies() async throws -> [ShownStudy] {
    try await health { try $0.studies().map { ShownStudy($0) } }
  }

  // MARK: Writing

  private func savePatient(_ body: JSONValue) async throws -> HTTPResponse {
    try refuseStrangers(in: body, ["patient", "email", "givenName", "familyName", "studies"])
    let number = try body["patient"].map { try whole($0, "patient") }
    let email = try text(body, "email")
    let names = (try text(body, "givenName"), try text(body, "familyName"))
    let studies = try body["studies"].map { try wholes($0, "studies") }
    if let email, !email.contains("@") { throw Refusal(reason: "email is not an email address") }
    let saved = try await health { receiver in
      var patient = Patient(number: 0, email: "", givenName: "", familyName: "")
      if let number { patient = try Self.known(number, in: receiver) }
      patient.email = email ?? patient.email
      patient.givenName = names.0 ?? patient.givenName
      patient.familyName = names.1 ?? patient.familyName
      patient.studies = studies ?? patient.studies
      try Self.check(patient, in: receiver)
      if number == nil { return try receiver.add(patient) }
      try receiver.store.save(patient)
      return patient.number
    }
    return .json(["patient": saved])
  }

  private static func known(_ number: Int64, in receiver: Receiver) throws -> Patient {
    guard let patient = try receiver.patient(number) else {
      throw Refusal(
        status: 404, reason: "there is no patient \(number); add one with POST /admin/patient")
    }
    return patient
  }

  private static func check(_ patient: Patient, in receiver: Receiver) throws {
    guard !patient.email.isEmpty else { throw Refusal(reason: "email is missing") }
    let other = try receiver.patients().first {
      $0.number != patient.number && $0.email == patient.email
    }
    if let other {
      throw Refusal(status: 409, reason: "patient \(other.number) has this email address")
    }
    let known = try receiver.studies().map(\.number)
    if let stranger = patient.studies.first(where: { !known.contains($0) }) {
      throw Refusal(
        status: 404, reason: "there is no study \(stranger); add one with POST /admin/study")
    }
  }

  private func addStudy(_ body: JSONValue) async throws -> HTTPResponse {
    try refuseStrangers(in: body, ["name", "codes"])
    guard let name = try text(body, "name"), !name.isEmpty else {
      throw Refusal(reason: "name is missing")
    }
    let known = [HealthCode.geoposition, .timeInterval]
    let codes = try body["codes"].map { value in
      guard let elements = value.elements, !elements.isEmpty else {
        throw Refusal(reason: "codes is not a list with a kind of data")
      }
      return try elements.map { element in
        guard let code = known.first(where: { $0.code == element.string }) else {
          throw Refusal(
            reason: "codes has an unknown kind of data; accepted: "
              + known.map(\.code).joined(separator: ", "))
        }
        return code
      }
    }
    let study = Study(number: 0, name: name, codes: codes ?? known)
    return .json(["study": try await health { try $0.add(study) }])
  }

  private func invite(_ body: JSONValue, at instant: Instant) async throws -> HTTPResponse {
    try refuseStrangers(in: body, ["patient", "reusable"])
    let number = try body["patient"].map { try whole($0, "patient") } ?? patient
    let isReusable = try body["reusable"].map { value in
      guard let flag = value.bool else {
        throw Refusal(reason: "reusable is neither true nor false")
      }
      return flag
    }
    let invitation = try await health { receiver in
      let patient = try Self.known(number, in: receiver)
      return try receiver.invite(
        patient: patient.number, isReusable: isReusable ?? false, at: instant)
    }
    guard let invitation else { throw Refusal(reason: "the server cannot make invitations") }
    return .json(["invitation": invitation])
  }

  // MARK: Parts

  private func health<Outcome: Sendable>(
    _ body: @Sendable (Receiver) throws -> Outcome
  ) async throws -> Outcome {
    guard let outcome = try await desk.withHealth(body) else {
      throw Refusal(reason: "no contract with sign-in is served")
    }
    return outcome
  }

  private func body(_ request: HTTPRequest) throws -> JSONValue {
    _ = try object(request)
    guard let body = try? JSONValue(request.body) else {
      throw Refusal(reason: "an object in application/json is expected")
    }
    return body
  }

  /// Refuses a body with an unknown member: a misspelled name would change another patient.
  private func refuseStrangers(in body: JSONValue, _ names: [String]) throws {
    let strangers = (body.members ?? []).map(\.name).filter { !names.contains($0) }
    guard let stranger = strangers.first else { return }
    throw Refusal(
      reason: "unknown member '\(stranger.printable)'; accepted: "
        + names.joined(separator: ", "))
  }

  private func text(_ body: JSONValue, _ name: String) throws -> String? {
    guard let value = body[name] else { return nil }
    guard let text = value.string, text.unicodeScalars.count <= Self.nameLengthMax,
      text.printable == text
    else {
      throw Refusal(
        reason: "\(name) is not a text of at most \(Self.nameLengthMax) visible characters")
    }
    return text
  }

  private func wholes(_ value: JSONValue, _ name: String) throws -> [Int64] {
    guard let elements = value.elements else { throw Refusal(reason: "\(name) is not a list") }
    return try elements.map { try whole($0, name) }
  }

  private func whole(_ value: JSONValue, _ name: String) throws -> Int64 {
    guard let number = value.number.flatMap(Int64.init(exactly:)), number > 0 else {
      throw Refusal(reason: "\(name) is not a number such as 40001")
    }
    return number
  }
}
