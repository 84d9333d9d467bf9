import PhoneAPI
import ReceiverMemory
import Testing
import Text

@testable import Receiver

/// A receiver with two studies, each with a patient of its own, beside the configured ones.
@Suite("Patients and studies")
struct ParticipantTests {
  private let receiver: Receiver
  private let now = ReceiverTesting.halfPastTwo
  private let first: Int64
  private let second: Int64
  private let sleep: Int64

  init() throws {
    var configuration = ReceiverConfiguration()
    configuration.hash = sha256
    receiver = Receiver(
      contract: .fhirJupyterHealth, configuration: configuration,
      store: InMemoryReceiverStore(keepsRecords: true))
    receiver.randomness = SplitMix(state: 7)
    sleep = try receiver.add(Study(number: 0, name: "Sleep", codes: [.geoposition]))
    func patient(_ email: String, _ studies: [Int64]) -> Patient {
      Patient(number: 0, email: email, givenName: "", familyName: "", studies: studies)
    }
    first = try receiver.add(patient("a@b", []))
    second = try receiver.add(patient("c@d", [sleep]))
  }

  private func request(
    _ method: String, _ path: String, _ body: String = "", as patient: Int64
  ) throws -> HTTPResponse {
    let token = try #require(
      try receiver.issueToken(to: "phone", patient: patient, at: now))
    var request = ReceiverTesting.post(body, token: token, method: method)
    request.url = "https://receiver.example" + path
    return receiver.handle(request, at: now)
  }

  private func consent(to study: Int64, as patient: Int64) throws -> HTTPResponse {
    try request(
      "POST", "/api/v1/patients/\(patient)/consents",
      #"{"studyScopeConsents":[{"studyId":\#(study),"scopeConsents":[{"codingSystem":"#
        + #""https://w3id.org/openmhealth","codingCode":"omh:geoposition:1.0","#
        + #""consented":true}]}]}"#,
      as: patient)
  }

  @Test("Numbers follow the largest that is in use")
  func numbers() throws {
    #expect(sleep == 30002)
    #expect([first, second] == [40002, 40003])
    #expect(try receiver.patients().map(\.number) == [40001, 40002, 40003])
    #expect(try receiver.studies().map(\.number) == [30001, 30002])
  }

  @Test("A patient is asked by the own studies alone, and can answer no other")
  func studies() throws {
    func pending(_ patient: Int64) throws -> [Double?] {
      let response = try request("GET", "/api/v1/patients/\(patient)/consents", as: patient)
      let studies = try JSONValue(response.body)["studiesPendingConsent"]?.elements ?? []
      return studies.map { $0["id"]?.number }
    }
    #expect(try pending(first) == [30001])
    #expect(try pending(second) == [30002])
    #expect(try consent(to: sleep, as: first).status == 400)
    #expect(try consent(to: sleep, as: second).status == 200)
    #expect(try pending(second).isEmpty)
  }

  @Test("The consent of one patient admits no data of another, and data are the sender's")
  func data() throws {
    _ = try consent(to: sleep, as: second)
    func send(_ patient: Int64, _ identifier: String) throws -> String {
      var observation = WrittenObservation(identifier: identifier)
      observation.subject = #","subject":{"reference":"Patient/\#(patient)"}"#
      return try request("POST", "/FHIR/R5/", WrittenObservation.bundle([observation]), as: patient)
        .text
    }
    #expect(try send(first, "a").contains("403 Forbidden"))
    #expect(try send(second, "b").contains("201 Created"))
    #expect(receiver.records.map(\.device) == ["Patient/40003"])
  }

  @Test("Consent to a study that the patient has left admits nothing")
  func left() throws {
    _ = try consent(to: sleep, as: second)
    var patient = try #require(try receiver.patient(second))
    patient.studies = [30001]
    try receiver.store.save(patient)
    #expect(try receiver.consents(of: patient).isEmpty)
  }

  @Test(
    "The accuracy of a position is the phone's, if it is a length in meters",
    arguments: [
      (#"{"value":65,"unit":"m"}"#, 65.0), (#"{"value":-1,"unit":"m"}"#, -1),
      (#"{"value":65,"unit":"ft"}"#, -1), (#""65 m""#, -1), ("null", -1),
    ])
  func accuracy(_ accuracy: String, _ expected: Double) throws {
    _ = try consent(to: sleep, as: second)
    let body = WrittenObservation.geoposition.replacing(
      #""positioning_system""#, with: #""horizontal_accuracy":\#(accuracy),"positioning_system""#)
    let observation = WrittenObservation(
      subject: #","subject":{"reference":"Patient/\#(second)"}"#,
      content: WrittenObservation.withHeader(body))
    _ = try request("POST", "/FHIR/R5/", WrittenObservation.bundle([observation]), as: second)
    #expect(receiver.records.map(\.horizontalAccuracyMeters) == [expected])
  }
}
