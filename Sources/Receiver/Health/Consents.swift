import PhoneAPI
import Text
import Timekeeping

extension Receiver {
  func consentedCodes(of patient: Patient) throws -> Set<HealthCode> {
    Set(try consents(of: patient).filter(\.isGiven).map(\.code))
  }

  /// Stores a patient's consents to the studies. The receiver's owner or a scenario gives these
  /// consents on behalf of the patient.
  package func setConsent(
    to code: HealthCode, isGiven: Bool, patient: Int64? = nil, at instant: Instant
  ) throws {
    let number = patient ?? configuration.patient.number
    guard let patient = try self.patient(number) else { return }
    for study in try studies(of: patient) where study.codes.contains(code) {
      try store.save(
        Consent(
          patient: number, study: study.number, code: code, isGiven: isGiven,
          answeredAt: instant))
    }
  }

  /// Answers a request about the consents that studies ask of a patient. A GET request lists the
  /// consents. A request with another method stores the patient's answers.
  func answerConsents(
    _ request: HTTPRequest, of patient: Patient, at instant: Instant
  ) throws -> HTTPResponse {
    switch request.method {
    case "GET": return .json(200, try consentsJSON(of: patient))
    case "POST", "PATCH", "DELETE":
      let answers = try studyAnswers(
        JSONValue(request.body), method: request.method, of: try studies(of: patient))
      try requireEarlierAnswers(answers.filter { $0.isGiven == nil }, of: patient)
      for answer in answers { try save(answer, of: patient, at: instant) }
      return .json(200, answersJSON(answers, at: instant))
    default: return refusal(405, "GET, POST, PATCH or DELETE is expected")
    }
  }

  // MARK: Reading

  private struct StudyAnswer {
    var study: Int64
    var code: HealthCode
    /// True to consent, false to refuse; nil to withdraw an earlier answer.
    var isGiven: Bool?
  }

  private func studyAnswers(
    _ body: JSONValue, method: String, of own: [Study]
  ) throws(Malformed) -> [StudyAnswer] {
    guard let studies = body["studyScopeConsents"]?.elements else {
      throw Malformed(reason: "studyScopeConsents is not an array")
    }
    var answers: [StudyAnswer] = []
    for study in studies {
      guard let number = study["studyId"]?.number.flatMap(Int64.init(exactly:)),
        let known = own.first(where: { $0.number == number })
      else { throw Malformed(reason: "studyId is not a study of this patient") }
      guard let scopes = study["scopeConsents"]?.elements else {
        throw Malformed(reason: "scopeConsents is not an array")
      }
      for scope in scopes {
        let code = HealthCode(
          system: scope["codingSystem"]?.string ?? "", code: scope["codingCode"]?.string ?? "")
        guard known.codes.contains(code) else {
          throw Malformed(reason: "study \(number) does not ask for \(code.code)")
        }
        let isGiven = scope["consented"]?.bool
        guard method == "DELETE" || isGiven != nil else {
          throw Malformed(reason: "consented is neither true nor false")
        }
        answers.append(
          StudyAnswer(study: number, code: code, isGiven: method == "DELETE" ? nil : isGiven))
      }
    }
    return answers
  }

  private func requireEarlierAnswers(_ answers: [StudyAnswer], of patient: Patient) throws {
    let consents = try store.consents(of: patient.number)
    for answer in answers
    where !consents.contains(where: { $0.study == answer.study && $0.code == answer.code }) {
      throw Malformed(reason: "study \(answer.study) has no answer for \(answer.code.code)")
    }
  }

  private func save(_ answer: StudyAnswer, of patient: Patient, at instant: Instant) throws {
    guard let isGiven = answer.isGiven else {
      _ = try store.removeConsent(of: patient.number, study: answer.study, code: answer.code)
      return
    }
    try store.save(
      Consent(
        patient: patient.number, study: answer.study, code: answer.code, isGiven: isGiven,
        answeredAt: instant))
  }

  // MARK: Writing

  private func consentsJSON(of patient: Patient) throws -> String {
    let consents = try store.consents(of: patient.number)
    var consented: [HealthCode] = []
    var pending: [String] = []
    var answered: [String] = []
    for study in try studies(of: patient) {
      var open: [String] = []
      var reported: [String] = []
      for code in study.codes {
        let consent = consents.first { $0.study == study.number && $0.code == code }
        if consent?.isGiven == true, !consented.contains(code) { consented.append(code) }
        let json = scopeJSON(code, consent)
        if consent == nil { open.append(json) } else { reported.append(json) }
      }
      if !open.isEmpty { pending.append(studyJSON(study, "pendingScopeConsents", open)) }
      if !reported.isEmpty { answered.append(studyJSON(study, "scopeConsents", reported)) }
    }
    return #"{"patient":\#(patient.json),"consolidatedConsentedScopes":["#
      + consented.map(codeJSON).joined(separator: ",") + #"],"studiesPendingConsent":["#
      + pending.joined(separator: ",") + #"],"studies":["# + answered.joined(separator: ",") + "]}"
  }

  private func studyJSON(_ study: Study, _ name: String, _ scopes: [String]) -> String {
    #"{"id":\#(study.number),"name":\#(jsonString(study.name)),"\#(name)":["#
      + scopes.joined(separator: ",") + "]}"
  }

  private func scopeJSON(_ code: HealthCode, _ consent: Consent?) -> String {
    let answer = consent.map { "\($0.isGiven)" } ?? "null"
    let time = consent.map { jsonString($0.answeredAt.iso8601()) } ?? "null"
    return #"{"code":\#(codeJSON(code)),"consented":\#(answer),"consentedTime":\#(time)}"#
  }

  private func codeJSON(_ code: HealthCode) -> String {
    let text = code == .geoposition ? "Geoposition" : "Time interval"
    let number = 50001 + (ObservationIntake.knownCodes.firstIndex(of: code) ?? 0)
    return #"{"id":\#(number),"codingSystem":\#(jsonString(code.system)),"#
      + #""codingCode":\#(jsonString(code.code)),"text":"\#(text)"}"#
  }

  private func answersJSON(_ answers: [StudyAnswer], at instant: Instant) -> String {
    let consents = answers.map { answer in
      let reported = answer.isGiven.map { "\($0)" } ?? "null"
      let time = answer.isGiven == nil ? "null" : jsonString(instant.iso8601())
      return #"{"studyId":\#(answer.study),"code":\#(codeJSON(answer.code)),"#
        + #""consented":\#(reported),"consentedTime":\#(time)}"#
    }
    return #"{"studyScopeConsents":["# + consents.joined(separator: ",") + "]}"
  }
}

extension Receiver {
  func answerProfile(_ request: HTTPRequest, of patient: Patient) -> HTTPResponse {
    guard request.method == "GET" else { return refusal(405, "GET is expected") }
    return .json(
      200,
      #"{"id":\#(patient.number),"email":\#(jsonString(patient.email)),"#
        + #""firstName":\#(jsonString(patient.givenName)),"#
        + #""lastName":\#(jsonString(patient.familyName)),"patient":\#(patient.json)}"#)
  }
}

extension Patient {
  fileprivate var json: String {
    #"{"id":\#(number),"nameFamily":\#(jsonString(familyName)),"#
      + #""nameGiven":\#(jsonString(givenName))}"#
  }
}
