import Foundation
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("FHIR batches")
struct FHIRBundleTests {
  private let instant = Instant(nanoseconds: 1_772_442_000_500_000_000)  // 2026-03-02T09:00:00.5Z

  private func position(
    accuracy: Double = 4.6, speed: Double = 1.5, verticalAccuracy: Double = 4
  ) throws -> FHIRBundle.Entry {
    var record = Record(
      source: .timer,
      location: Location(
        coordinate: Coordinate(latitude: 45.5, longitude: -122.6), altitudeMeters: 31.5,
        horizontalAccuracyMeters: accuracy, verticalAccuracyMeters: verticalAccuracy,
        speedMetersPerSecond: speed, timestamp: instant), recordedAt: instant)
    record.identifier = Record.Identifier(rawValue: 7)
    return try #require(FHIRBundle.Entry(record: record, details: nil))
  }

  private func day() throws -> FHIRBundle.Entry {
    let end = Instant(nanoseconds: 1_772_524_800_000_000_000)  // 2026-03-03T08:00:00Z
    var record = Record(
      kind: .timeOutdoors(daysSince1970: 20514), source: .derived,
      location: Location(
        coordinate: Rig.origin, horizontalAccuracyMeters: -1, timestamp: end),
      recordedAt: end + .hours(1))
    record.identifier = Record.Identifier(rawValue: 8)
    let day = DayOutdoors(daysSince1970: 20514, minutes: 95, computedAt: end + .hours(1))
    return try #require(FHIRBundle.Entry(record: record, details: day.details))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func attachment(_ bundle: FHIRBundle, _ entry: FHIRBundle.Entry) throws -> String {
    let json = text(bundle.body([entry]))
    let data = try #require(json.split(separator: #""data":""#).last?.split(separator: "\"").first)
    return text([UInt8](try #require(Data(base64Encoded: String(data)))))
  }

  @Test("A position to the letter")
  func positionEntry() throws {
    let position = try position()
    let uuid = StableIdentifier(of: position.record, from: "VENDOR-1").description
    var bundle = FHIRBundle(patient: "40001")
    bundle.origin = "VENDOR-1"
    let body = text(bundle.body([position]))
    let data = try #require(body.split(separator: #""data":""#).last?.split(separator: "\"").first)
    #expect(
      body == """
        {"resourceType":"Bundle","type":"batch","entry":[{"resource":{"resourceType":"Observation",\
        "status":"final","category":[{"coding":[{"system":\
        "http://terminology.hl7.org/CodeSystem/observation-category","code":"survey"}]}],\
        "code":{"coding":[{"system":"https://w3id.org/openmhealth","code":"omh:geoposition:1.0"}]},\
        "subject":{"reference":"Patient/40001"},"device":{"reference":"Device/70001"},\
        "identifier":[{"system":"https://ehr.example.com","value":"\(uuid)"}],\
        "effectiveDateTime":"2026-03-02T09:00:00.500Z","valueAttachment":{"contentType":\
        "application/json","data":"\(data)"}},"request":{"method":"POST","url":"Observation"}}]}
        """)
    #expect(
      try attachment(bundle, position) == """
        {"latitude":{"value":45.5,"unit":"deg"},"longitude":{"value":-122.6,"unit":"deg"},\
        "elevation":{"value":31.5,"unit":"m"},"positioning_system":"GPS",\
        "horizontal_accuracy":{"value":4.6,"unit":"m"},\
        "effective_time_frame":{"date_time":"2026-03-02T09:00:00.500Z"}}
        """)
    // As shipped: max(5, 30 - int(2 × 4.6)) = 21
    bundle.openMHealth.inventsSignal = true
    #expect(
      try attachment(bundle, position) == """
        {"latitude":{"value":45.5,"unit":"deg"},"longitude":{"value":-122.6,"unit":"deg"},\
        "positioning_system":"GPS","satellite_signal_strengths":[{"value":21,"unit":"dB"}],\
        "effective_time_frame":{"date_time":"2026-03-02T09:00:00.500Z"}}
        """)
  }

  @Test("A fix without a speed is not from satellites (STD-13), and says so, unless as shipped")
  func coarsePosition() throws {
    let position = try position(accuracy: 65, speed: -1, verticalAccuracy: -1)
    var bundle = FHIRBundle()
    #expect(
      try attachment(bundle, position) == """
        {"latitude":{"value":45.5,"unit":"deg"},"longitude":{"value":-122.6,"unit":"deg"},\
        "horizontal_accuracy":{"value":65,"unit":"m"},\
        "effective_time_frame":{"date_time":"2026-03-02T09:00:00.500Z"}}
        """)
    // max(5, 30 - int(min(2 × 65, 100))) = 5
    bundle.openMHealth.inventsSignal = true
    #expect(
      try attachment(bundle, position).contains(
        #""positioning_system":"GPS","satellite_signal_strengths":[{"value":5,"unit":"dB"}]"#))
  }

  @Test("Time outdoors to the letter; as shipped its day ends five hours early")
  func dayEntry() throws {
    let day = try day()
    var bundle = FHIRBundle(patient: "40001")
    let uuid = StableIdentifier(of: day.record, from: "").description
    let body = text(bundle.body([day]))
    #expect(
      body.hasPrefix(
        """
        {"resourceType":"Bundle","type":"batch","entry":[{"resource":{"resourceType":"Observation",\
        "status":"final","code":{"coding":[{"system":"https://w3id.org/openmhealth",\
        "code":"omh:time-interval:1.0"}]},"subject":{"reference":"Patient/40001"},\
        "device":{"reference":"Device/70001"},"identifier":[{"system":"urn:ietf:rfc:3986",\
        "value":"\(uuid)"}],"effectiveDateTime":"2026-03-03T08:00:00Z","valueAttachment":{
        """.trimmingCharacters(in: .newlines)))
    #expect(
      try attachment(bundle, day)
        == #"{"end_date_time":"2026-03-03T08:00:00.000Z","duration":{"value":95,"unit":"min"}}"#)
    bundle.openMHealth.endShift = .hours(-5)
    #expect(
      try attachment(bundle, day)
        == #"{"end_date_time":"2026-03-03T03:00:00.000Z","duration":{"value":95,"unit":"min"}}"#)
  }

  @Test("Today's server gets the header of IEEE 1752")
  func header() throws {
    let (position, day) = (try position(), try day())
    var bundle = FHIRBundle()
    bundle.openMHealth.exchange = .jupyterHealth
    let uuid = StableIdentifier(of: day.record, from: "").description
    #expect(
      try attachment(bundle, day) == """
        {"header":{"uuid":"\(uuid)","schema_id":{"namespace":"omh","name":"time-interval",\
        "version":"1.0"},"source_creation_date_time":"2026-03-03T09:00:00Z","modality":"sensed"},\
        "body":{"end_date_time":"2026-03-03T08:00:00.000Z","duration":{"value":95,"unit":"min"}}}
        """)
    #expect(
      try attachment(bundle, position).hasPrefix(
        #"{"header":{"uuid":"\#(StableIdentifier(of: position.record, from: ""))","#
          + #""schema_id":{"namespace":"omh","name":"geoposition","version":"1.0"}"#))
  }

  @Test("An identifier stays with its record, and every record has its own")
  func identifiers() throws {
    let (position, day) = (try position(), try day())
    func identifier(_ record: Record, _ origin: String = "a") -> String {
      StableIdentifier(of: record, from: origin).description
    }
    var other = position.record
    other.identifier = Record.Identifier(rawValue: 8)
    #expect(identifier(position.record) == identifier(position.record))
    #expect(identifier(position.record) != identifier(other))
    #expect(identifier(position.record) != identifier(position.record, "b"))
    // A corrected record of a day keeps the day's identifier.
    var corrected = day.record
    corrected.identifier = Record.Identifier(rawValue: 90)
    corrected.recordedAt += .hours(5)
    #expect(identifier(corrected) == identifier(day.record))
    #expect(
      randomUUID(Array(0..<16)) == "00010203-0405-4607-a809-0a0b0c0d0e0f")
  }

  @Test("A batch response is read entry by entry, from either generation of the server")
  func response() throws {
    let body = """
      {"resourceType":"Bundle","type":"batch-response","entry":[
      {"resource":{"id":"1"},"response":{"status":"201 Created"}},
      {"response":{"status":"409 Conflict","outcome":{"issue":[{"diagnostics":"there is one"}]}}},
      {"response":{"status":"403 Forbidden","outcome":{"issue":[{"diagnostics":"no consent"}]}}},
      {"response":{"status":"422 Unprocessable","outcome":{"issue":[{"details":{"text":"bad"}}]}}},
      {"response":{"status":"400 Bad Request"}}]}
      """
    let response = HTTPResponse(status: 200, body: Array(body.utf8))
    #expect(
      BatchResponse(response, entries: 5)?.outcomes == [
        .taken, .taken, .notConsented("403 Forbidden: no consent"),
        .refused("422 Unprocessable: bad"), .refused("400 Bad Request"),
      ])
    #expect(BatchResponse(response, entries: 4) == nil)
    for garbage in ["", "<html>", "{}", #"{"resourceType":"Bundle","type":"batch"}"#, "[1]"] {
      #expect(
        BatchResponse(HTTPResponse(status: 200, body: Array(garbage.utf8)), entries: 0) == nil)
    }
  }
}
