import Foundation
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import Receiver

/// An Observation in a client's form, and batches of them.
struct WrittenObservation {
  var code = "omh:geoposition:1.0"
  var subject = #","subject":{"reference":"Patient/40001"}"#
  var device = #","device":{"reference":"Device/70001"}"#
  var identifier = "a"
  var content = WrittenObservation.withHeader(WrittenObservation.geoposition)
  var method = "POST"
  var resourceType = "Observation"

  static let geoposition =
    #"{"latitude":{"value":45.5231,"unit":"deg"},"longitude":{"value":-122.6765,"unit":"deg"},"#
    + #""positioning_system":"GPS","satellite_signal_strengths":[{"value":10,"unit":"dB"}],"#
    + #""effective_time_frame":{"date_time":"2026-03-02T14:30:00Z"}}"#
  static let timeInterval =
    #"{"end_date_time":"2026-03-03T08:00:00.000Z","duration":{"value":95,"unit":"min"}}"#

  static func withHeader(_ body: String) -> String {
    #"{"header":{"uuid":"3f1b0c5e-6f0e-4d1b-9b0a-0d6a4c1f2e3d","schema_id":{"namespace":"omh","#
      + #""name":"geoposition","version":"1.0"},"source_creation_date_time":"#
      + #""2026-03-02T14:30:00Z","modality":"sensed"},"body":\#(body)}"#
  }

  var json: String {
    let data = Data(content.utf8).base64EncodedString()
    return #"{"resource":{"resourceType":"\#(resourceType)","status":"final","#
      + #""code":{"coding":[{"system":"https://w3id.org/openmhealth","code":"\#(code)"}]}"#
      + subject + device
      + #","identifier":[{"system":"https://ehr.example.com","value":"\#(identifier)"}],"#
      + #""effectiveDateTime":"2026-03-02T14:30:00Z","#
      + #""valueAttachment":{"contentType":"application/json","data":"\#(data)"}},"#
      + #""request":{"method":"\#(method)","url":"Observation"}}"#
  }

  static func bundle(_ observations: [WrittenObservation]) -> String {
    #"{"resourceType":"Bundle","type":"batch","entry":["#
      + observations.map(\.json).joined(separator: ",") + "]}"
  }
}

/// A receiver of health data and requests to it.
struct HealthServer {
  let receiver: Receiver
  let now = ReceiverTesting.halfPastTwo + .minutes(5)

  init(_ contract: ReceiverContract, consented: [HealthCode] = [.geoposition, .timeInterval]) throws
  {
    receiver = Receiver(contract: contract, accessToken: "secret", keepsRecords: true)
    for code in consented { try receiver.setConsent(to: code, isGiven: true, at: now) }
  }

  func request(
    _ method: String, _ path: String, _ body: String = "", token: String? = "secret"
  ) -> HTTPResponse {
    var request = ReceiverTesting.post(body, token: token, method: method)
    request.url = "https://receiver.example" + path
    return receiver.handle(request, at: now)
  }

  func send(_ observations: WrittenObservation...) -> HTTPResponse {
    let path = receiver.contract == .fhirEHE ? "/fhir/r5/" : "/FHIR/R5/"
    return request("POST", path, WrittenObservation.bundle(observations))
  }
}

@Suite("Today's JupyterHealth contract")
struct JupyterHealthContractTests {
  private func answer(_ entries: String...) -> String {
    #"{"resourceType":"Bundle","type":"batch-response","entry":["#
      + entries.joined(separator: ",") + "]}"
  }

  private func created(_ number: Int) -> String {
    #"{"resource":{"resourceType":"Observation","id":"\#(number)"},"#
      + #""response":{"status":"201 Created"}}"#
  }

  private func refused(_ status: String, _ reason: String) -> String {
    #"{"response":{"status":"\#(status)","outcome":{"resourceType":"OperationOutcome","#
      + #""issue":[{"severity":"error","code":"processing","diagnostics":"\#(reason)"}]}}}"#
  }

  @Test("A batch is answered entry by entry, and a geoposition is received as a record")
  func accepted() throws {
    let server = try HealthServer(.fhirJupyterHealth)
    let outdoors = WrittenObservation(
      code: "omh:time-interval:1.0", identifier: "b",
      content: WrittenObservation.withHeader(WrittenObservation.timeInterval))
    let response = server.send(WrittenObservation(), outdoors)
    #expect(response.status == 200)
    #expect(response.text == answer(created(1), created(2)))
    #expect(
      server.receiver.records == [
        ReceivedRecord(
          device: "Patient/40001", type: "location", timestamp: ReceiverTesting.halfPastTwo,
          coordinate: Coordinate(latitude: 45.5231, longitude: -122.6765),
          horizontalAccuracyMeters: -1, arrivedAt: server.now)
      ])
    let observations = try #require(server.receiver.memory?.observations)
    #expect(observations.map(\.code) == [.geoposition, .timeInterval])
    #expect(
      observations[0].identifiers
        == [Observation.Identifier(system: "https://ehr.example.com", value: "a")])
  }

  @Test("What comes again under its identifier is refused with 409, and stored once")
  func conflict() throws {
    let server = try HealthServer(.fhirJupyterHealth)
    _ = server.send(WrittenObservation())
    #expect(
      server.send(WrittenObservation(), WrittenObservation(identifier: "b")).text
        == answer(
          refused("409 Conflict", "there is one with system=https://ehr.example.com value=a"),
          created(2)))
    #expect(server.receiver.memory?.observationCount == 2)
    #expect(server.receiver.recordCount == 1)
  }

  @Test("Without consent an entry is refused with 403 that names the code; others are taken")
  func consent() throws {
    let server = try HealthServer(.fhirJupyterHealth, consented: [.geoposition])
    let outdoors = WrittenObservation(
      code: "omh:time-interval:1.0", identifier: "b",
      content: WrittenObservation.withHeader(WrittenObservation.timeInterval))
    let refusal = refused(
      "403 Forbidden",
      "no consent was given to system=https://w3id.org/openmhealth code=omh:time-interval:1.0")
    #expect(server.send(outdoors, WrittenObservation()).text == answer(refusal, created(1)))
    try server.receiver.setConsent(to: .timeInterval, isGiven: true, at: server.now)
    #expect(server.send(outdoors).text == answer(created(2)))
    try server.receiver.setConsent(to: .timeInterval, isGiven: false, at: server.now)
    #expect(
      server.send(WrittenObservation(code: outdoors.code, identifier: "c")).text
        == answer(refusal))
  }

  @Test(
    "Subject, device, code and method are checked",
    arguments: [
      (
        WrittenObservation(subject: ""), "400 Bad Request",
        "subject is not a reference such as Patient/40001"
      ),
      (
        WrittenObservation(subject: #","subject":{"reference":"Patient/40010"}"#), "403 Forbidden",
        "the subject is not the signed-in patient"
      ),
      (
        WrittenObservation(device: ""), "400 Bad Request",
        "device is not a reference such as Device/70001"
      ),
      (
        WrittenObservation(device: #","device":{"reference":"Device/7"}"#), "400 Bad Request",
        "there is no device 7"
      ),
      (
        WrittenObservation(code: "omh:steps:1.0"), "400 Bad Request",
        "there is no code system=https://w3id.org/openmhealth code=omh:steps:1.0"
      ),
      (WrittenObservation(method: "PUT"), "400 Bad Request", "only the method POST is accepted"),
      (
        WrittenObservation(resourceType: "Patient"), "400 Bad Request",
        "only an Observation is accepted"
      ),
    ])
  func references(observation: WrittenObservation, status: String, reason: String) throws {
    let server = try HealthServer(.fhirJupyterHealth)
    let response = server.send(observation)
    #expect(response.status == 200)
    #expect(response.text == answer(refused(status, reason)))
    #expect(server.receiver.refusedCount == 1)
    #expect(server.receiver.memory?.observationCount == 0)
  }

  @Test(
    "Header and body are held against their schemas",
    arguments: [
      (WrittenObservation.geoposition, "header is missing"),
      (WrittenObservation.withHeader("7"), "body is not an object"),
      (WrittenObservation.withHeader("{}"), "latitude.value is not a number"),
      (
        WrittenObservation.withHeader(WrittenObservation.geoposition)
          .replacingOccurrences(of: "3f1b0c5e-", with: ""), "header.uuid is not a UUID"
      ),
      (
        WrittenObservation.withHeader(WrittenObservation.geoposition)
          .replacingOccurrences(of: #""version":"1.0""#, with: #""v":"1.0""#),
        "header.schema_id.version is missing"
      ),
      (
        WrittenObservation.withHeader(WrittenObservation.geoposition)
          .replacingOccurrences(of: #""sensed""#, with: #""guessed""#),
        "header.modality is not one of sensed, self-reported"
      ),
      (
        WrittenObservation.withHeader(
          WrittenObservation.geoposition.replacingOccurrences(of: "date_time", with: "at")),
        "effective_time_frame.date_time is not a time"
      ),
      (
        WrittenObservation.withHeader(
          WrittenObservation.geoposition.replacingOccurrences(of: "deg", with: "rad")),
        "latitude.unit is not one of deg"
      ),
      (
        WrittenObservation.withHeader(
          WrittenObservation.geoposition.replacingOccurrences(of: "GPS", with: "Wi-Fi")),
        "positioning_system is not one of GPS, GLONASS, Galileo, Beidou, COMPASS, IRNSS, QZSS"
      ),
      (
        WrittenObservation.withHeader(
          WrittenObservation.geoposition.replacingOccurrences(of: ":10,", with: ":10.5,")),
        "satellite_signal_strengths.value is not a whole number"
      ),
    ])
  func schema(content: String, reason: String) throws {
    let server = try HealthServer(.fhirJupyterHealth)
    let response = server.send(WrittenObservation(content: content))
    #expect(response.status == 200)
    #expect(response.text == answer(refused("422 Unprocessable Entity", reason)))
  }

  @Test(
    "A time interval has two ends, or one and a duration, or is a part of a day",
    arguments: [
      (#"{"start_date_time":"2026-03-02T08:00:00","duration":{"value":1.5,"unit":"h"}}"#, true),
      (#"{"end_date_time":"2026-03-02T08:00:00Z","duration":{"value":9,"unit":"Mo"}}"#, true),
      (
        #"{"start_date_time":"2026-03-02T08:00:00Z","end_date_time":"2026-03-02T09:00:00Z"}"#, true
      ),
      (#"{"date":"2026-03-02","part_of_day":"night"}"#, true),
      (#"{"date":"2026-03-02","part_of_day":"noon"}"#, false),
      (#"{"date":"2026-13-02","part_of_day":"night"}"#, false),
      (#"{"date":"2026-03-02"}"#, false),
      (#"{"duration":{"value":9,"unit":"min"}}"#, false),
      (#"{"end_date_time":"2026-03-02T08:00:00Z","duration":{"value":9,"unit":"minutes"}}"#, false),
      (
        #"{"start_date_time":"2026-03-02T08:00:00Z","end_date_time":"2026-03-02T09:00:00Z","#
          + #""duration":{"value":1,"unit":"h"}}"#, false
      ),
    ])
  func timeInterval(body: String, isGood: Bool) throws {
    let server = try HealthServer(.fhirJupyterHealth)
    let response = server.send(
      WrittenObservation(
        code: "omh:time-interval:1.0", content: WrittenObservation.withHeader(body)))
    #expect(response.text.contains("201 Created") == isGood)
    #expect(response.text.contains("422 Unprocessable Entity") == !isGood)
  }

  @Test("One entry without data refuses the whole bundle, and so does what is no batch")
  func wholeBundle() throws {
    let server = try HealthServer(.fhirJupyterHealth)
    let good = WrittenObservation().json
    let empty = #"{"resource":{"resourceType":"Observation"},"request":{"method":"POST"}}"#
    func refusal(_ body: String) -> String {
      let response = server.request("POST", "/FHIR/R5/", body)
      #expect(response.status == 400)
      return response.text
    }
    func outcome(_ reason: String) -> String {
      #"{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"processing","#
        + #""diagnostics":"\#(reason)"}]}"#
    }
    #expect(
      refusal(#"{"resourceType":"Bundle","type":"batch","entry":[\#(good),\#(empty)]}"#)
        == outcome("entry[1] has no valueAttachment.data"))
    #expect(refusal("{}") == outcome("resourceType is not Bundle"))
    #expect(
      refusal(#"{"resourceType":"Bundle","type":"transaction"}"#)
        == outcome("the bundle's type is not batch"))
    #expect(
      refusal(#"{"resourceType":"Bundle","type":"batch"}"#) == outcome("entry is not an array"))
    #expect(refusal("{") == outcome("the JSON text ends too early"))
    #expect(server.receiver.memory?.observationCount == 0)
  }

  @Test("The path has capitals, the method is POST, and the token is wanted")
  func door() throws {
    let server = try HealthServer(.fhirJupyterHealth)
    let body = WrittenObservation.bundle([WrittenObservation()])
    #expect(server.request("POST", "/fhir/r5/", body).status == 404)
    #expect(server.request("GET", "/FHIR/R5/").status == 405)
    #expect(server.request("POST", "/FHIR/R5", body, token: "x").status == 401)
    #expect(server.request("POST", "/FHIR/R5", body).status == 200)
  }

  @Test("A scripted refusal takes one entry out of each batch")
  func scripted() throws {
    let server = try HealthServer(.fhirJupyterHealth)
    server.receiver.refusedEntry = 2
    #expect(
      server.send(WrittenObservation(), WrittenObservation(identifier: "b")).text
        == answer(
          created(1),
          refused("422 Unprocessable Entity", "the server does not like this entry")))
    server.receiver.refusedEntry = nil
    #expect(server.send(WrittenObservation(identifier: "b")).text == answer(created(2)))
  }
}

@Suite("EHE-Pilot's contract")
struct EHEPilotContractTests {
  @Test("A bare body of any subject and device is taken")
  func bare() throws {
    let server = try HealthServer(.fhirEHE)
    let outdoors = WrittenObservation(
      code: "omh:time-interval:1.0", subject: #","subject":{"reference":"Patient/40010"}"#,
      device: "", identifier: "b", content: WrittenObservation.timeInterval)
    let response = server.send(
      WrittenObservation(content: WrittenObservation.geoposition), outdoors)
    #expect(response.status == 200)
    #expect(
      response.text == #"{"resourceType":"Bundle","type":"batch-response","entry":["#
        + #"{"resource":{"resourceType":"Observation","id":"1"},"response":{"status":"201 Created"}},"#
        + #"{"resource":{"resourceType":"Observation","id":"2"},"response":{"status":"201 Created"}}]}"#
    )
    #expect(server.receiver.recordCount == 1)
  }

  @Test("Errors stand in details.text, and entries fall each by itself")
  func refusal() throws {
    let server = try HealthServer(.fhirEHE, consented: [.geoposition])
    let outdoors = WrittenObservation(
      code: "omh:time-interval:1.0", identifier: "b", content: WrittenObservation.timeInterval)
    #expect(
      server.send(outdoors, WrittenObservation(content: WrittenObservation.geoposition)).text
        == #"{"resourceType":"Bundle","type":"batch-response","entry":[{"response":{"#
        + #""status":"403 Forbidden","outcome":{"resourceType":"OperationOutcome","issue":["#
        + #"{"severity":"error","code":"processing","details":{"text":"no consent was given to "#
        + #"system=https://w3id.org/openmhealth code=omh:time-interval:1.0"}}]}}},"#
        + #"{"resource":{"resourceType":"Observation","id":"1"},"response":{"status":"201 Created"}}]}"#
    )
  }

  @Test(
    "What comes again under its identifier replaces what was there; under another it is a second")
  func again() throws {
    let server = try HealthServer(.fhirEHE)
    func outdoors(_ minutes: Int, _ identifier: String) -> WrittenObservation {
      WrittenObservation(
        code: "omh:time-interval:1.0", identifier: identifier,
        content: WrittenObservation.timeInterval.replacingOccurrences(of: "95", with: "\(minutes)"))
    }
    #expect(server.send(outdoors(95, "a")).text.contains("201 Created"))
    #expect(
      server.send(outdoors(97, "a")).text
        == #"{"resourceType":"Bundle","type":"batch-response","entry":[{"resource":{"#
        + #""resourceType":"Observation","id":"1"},"response":{"status":"200 OK"}}]}"#)
    #expect(server.send(outdoors(97, "b")).text.contains("201 Created"))
    let contents = server.receiver.memory?.observations.map {
      String(decoding: $0.content, as: UTF8.self)
    }
    #expect(contents?.count == 2)
    #expect(contents?.first?.contains("97") == true)
    let position = WrittenObservation(identifier: "c", content: WrittenObservation.geoposition)
    _ = server.send(position)
    _ = server.send(position)
    #expect(server.receiver.recordCount == 1)
    #expect(server.receiver.duplicateCount == 1)
  }

  @Test("Data that is no base64, or no JSON object in it, refuses its entry alone")
  func unreadable() throws {
    let server = try HealthServer(.fhirEHE)
    let bad =
      #"{"resourceType":"Bundle","type":"batch","entry":["#
      + WrittenObservation(content: "[]").json + ","
      + WrittenObservation().json.replacingOccurrences(of: #""data":""#, with: #""data":"?"#) + "]}"
    let response = server.request("POST", "/fhir/r5/", bad)
    #expect(response.status == 200)
    #expect(response.text.contains("valueAttachment.data holds no JSON object"))
    #expect(response.text.contains("valueAttachment.data is not base64"))
    #expect(server.receiver.memory?.observationCount == 0)
  }
}
