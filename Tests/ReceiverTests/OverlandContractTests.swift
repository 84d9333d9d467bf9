import Foundation
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import Receiver

@Suite("Overland contract")
struct OverlandContractTests {
  private let receiver = Receiver(contract: .overland, accessToken: "secret", keepsRecords: true)
  private let now = ReceiverTesting.halfPastTwo + .seconds(60 as Int64)

  private func send(_ records: WrittenRecord...) -> HTTPResponse {
    receiver.handle(ReceiverTesting.batch(records), at: now)
  }

  @Test("A batch is acknowledged, and its records are received as written")
  func acknowledged() throws {
    let properties = #","horizontal_accuracy":8.5,"device_id":"phone","motion":["walking"]"#
    let response = send(
      WrittenRecord(timestamp: "\"2026-03-02T14:30:00.125Z\"", properties: properties),
      WrittenRecord(coordinates: "[-179.99999999999997,-0.5,12]"))
    #expect(response.status == 200)
    #expect(response.text == #"{"result":"ok"}"#)
    #expect(response.headers.first(named: "content-type") == "application/json")
    let expected = [
      ReceivedRecord(
        device: "phone", type: "location",
        timestamp: ReceiverTesting.halfPastTwo + .milliseconds(125),
        coordinate: Coordinate(latitude: 45.5231, longitude: -122.6765),
        horizontalAccuracyMeters: 8.5, arrivedAt: now),
      ReceivedRecord(
        device: "", type: "location", timestamp: ReceiverTesting.halfPastTwo,
        coordinate: Coordinate(latitude: -0.5, longitude: -179.99999999999997),
        horizontalAccuracyMeters: -1, arrivedAt: now),
    ]
    #expect(receiver.records == expected)
    #expect(receiver.recordCount == 2)
    #expect(receiver.duplicateCount == 0)
  }

  @Test(
    "A record's type is its type, else its action, else location",
    arguments: [
      (#","action":"visit""#, "visit"), (#","type":"trip","mode":"bicycle""#, "trip"),
      (#","action":"will_terminate""#, "will_terminate"), ("", "location"),
      (#","type":null,"action":null"#, "location"), (#","type":"trip","action":"x""#, "trip"),
      (#","action":"\u0076isit""#, "visit"),
    ])
  func types(properties: String, type: String) {
    #expect(send(WrittenRecord(properties: properties)).status == 200)
    #expect(receiver.records.map(\.type) == [type])
  }

  @Test("The same record arriving again is a duplicate, also in another batch and written anew")
  func duplicates() {
    var seen: [Bool] = []
    receiver.onRecord = { _, isDuplicate in seen.append(isDuplicate) }
    _ = send(.numbered(1), .numbered(2, properties: #","locations_in_payload":2"#))
    _ = send(
      .numbered(2, properties: #","locations_in_payload":3,"wifi":"HomeNet""#), .numbered(3),
      .numbered(3))
    #expect(seen == [false, false, true, false, true])
    #expect(receiver.recordCount == 3)
    #expect(receiver.duplicateCount == 2)
    #expect(receiver.records.count == 3)
  }

  @Test("A time with an escape in its text is the same time")
  func escapedTime() {
    _ = send(WrittenRecord(timestamp: #""2026-03-02T14:30:0\u0030Z""#))
    #expect(receiver.records.map(\.timestamp) == [ReceiverTesting.halfPastTwo])
  }

  @Test("Two different records in one second are two")
  func sameSecond() {
    _ = send(
      WrittenRecord(), WrittenRecord(timestamp: "\"2026-03-02T14:30:00.5Z\""),
      WrittenRecord(coordinates: "[-122.6765,45.52310001]"),
      WrittenRecord(coordinates: "[-122.67650001,45.5231]"),
      WrittenRecord(properties: #","action":"visit""#),
      WrittenRecord(properties: #","device_id":"other""#))
    #expect(receiver.recordCount == 6)
    #expect(receiver.duplicateCount == 0)
    #expect(Set(receiver.records.map(\.identity)).count == 5)  // for each device separately
  }

  @Test("A repetition is recognized at least as far back as was asked for")
  func memory() {
    let receiver = Receiver(contract: .overland, accessToken: nil, remembersAtLeast: 100)
    for number in 0..<350 {
      _ = receiver.handle(ReceiverTesting.batch([.numbered(number)]), at: now)
      guard number >= 99 else { continue }
      _ = receiver.handle(ReceiverTesting.batch([.numbered(number - 99)]), at: now)
    }
    #expect(receiver.recordCount == 350)
    #expect(receiver.duplicateCount == 251)
    #expect(receiver.records.isEmpty)
  }

  @Test("Without the right token nothing is taken")
  func token() {
    let body = "{\"locations\":[\(WrittenRecord().json)]}"
    for token in [nil, "", "Secret", "secrets", "secret "] {
      let response = receiver.handle(ReceiverTesting.post(body, token: token), at: now)
      #expect(response.status == 401)
      #expect(response.text == #"{"error":"invalid token"}"#)
    }
    var basic = ReceiverTesting.post(body)
    basic.headers = [HTTPHeader("Authorization", "Basic secret")]
    #expect(receiver.handle(basic, at: now).status == 401)
    #expect(receiver.recordCount == 0)
    #expect(receiver.refusedCount == 6)
    basic.headers = [HTTPHeader("AUTHORIZATION", "bearer secret")]
    #expect(receiver.handle(basic, at: now).status == 200)
  }

  @Test(
    "The case of the word Bearer does not matter, and all after the first blank is the token",
    arguments: [
      ("Bearer secret", true), ("BEARER secret", true), ("  bearer secret", true),
      ("Bearer  secret", false), ("Bearersecret", false), ("Bearer", false), ("Bearer ", false),
      ("secret", false), ("Bear secret", false), ("Bearers secret", false), ("", false),
    ])
  func scheme(authorization: String, isGood: Bool) {
    var request = ReceiverTesting.post("{\"locations\":[]}")
    request.headers = [HTTPHeader("Authorization", authorization)]
    #expect(receiver.handle(request, at: now).status == (isGood ? 200 : 401))
  }

  @Test("An open receiver asks for no token")
  func open() {
    let receiver = Receiver(contract: .overland, accessToken: nil)
    let request = ReceiverTesting.post("{\"locations\":[]}", token: nil)
    #expect(receiver.handle(request, at: now).status == 200)
  }

  @Test("Only POST is taken")
  func method() {
    let request = ReceiverTesting.post("{\"locations\":[]}", method: "GET")
    #expect(receiver.handle(request, at: now).status == 405)
  }

  @Test(
    "A malformed body is refused with 400 and a reason",
    arguments: [
      ("", "the JSON text ends too early"), ("{", "the JSON text ends too early"),
      ("[]", "the body is not a JSON object"), ("{}", "locations is missing"),
      (#"{"locations":{}}"#, "locations is not an array"),
      (#"{"locations":null}"#, "locations is not an array"),
      (#"{"locations":[],}"#, "unexpected text at byte 16"),
      (#"{"locations":[]} x"#, "unexpected text at byte 17"),
      (#"{"locations":[01]}"#, "unexpected text at byte 15"),
      (#"{"locations":[1]}"#, "locations[0]: not a JSON object"),
      (#"{"locations":[{"type":"Feature"}]}"#, "locations[0]: geometry is missing"),
    ])
  func malformedBody(body: String, reason: String) {
    let response = receiver.handle(ReceiverTesting.post(body), at: now)
    #expect(response.status == 400)
    #expect(response.text == "{\"error\":\"\(reason)\"}")
  }

  @Test("A trip or a log from before the first fix is nowhere, and keeps nothing behind it back")
  func nowhere() {
    let trip =
      #"{"type":"Feature","geometry":null,"properties":{"type":"trip","timestamp":"2026-03-02T08:30:00Z","#
      + #""start_location":null,"end_location":null}}"#
    let log = trip.replacingOccurrences(of: #""type":"trip""#, with: #""action":"started""#)
    let body = #"{"locations":["# + trip + "," + log + "]}"
    #expect(receiver.handle(ReceiverTesting.post(body), at: now).status == 200)
    #expect(receiver.recordCount == 2)
    #expect(receiver.handle(ReceiverTesting.post(body), at: now).status == 200)
    #expect(receiver.duplicateCount == 2)
    let position = trip.replacingOccurrences(of: #""type":"trip","#, with: "")
    let refused = receiver.handle(
      ReceiverTesting.post(#"{"locations":["# + position + "]}"), at: now)
    #expect(refused.status == 400)
    #expect(refused.text == #"{"error":"locations[0]: geometry is not an object"}"#)
  }

  @Test(
    "One malformed feature refuses its whole batch",
    arguments: [
      WrittenRecord(timestamp: "\"yesterday\""), WrittenRecord(timestamp: "1772461800"),
      WrittenRecord(timestamp: "null"), WrittenRecord(coordinates: "[-122.6765]"),
      WrittenRecord(coordinates: "[-122.6765,95]"), WrittenRecord(coordinates: "[1,2,3,4]"),
      WrittenRecord(coordinates: "[\"1\",\"2\"]"), WrittenRecord(coordinates: "[1e999,2]"),
      WrittenRecord(coordinates: "{}"), WrittenRecord(properties: #","horizontal_accuracy":"8""#),
      WrittenRecord(properties: #","device_id":7"#),
    ])
  func malformedFeature(record: WrittenRecord) {
    let response = send(.numbered(1), record, .numbered(2))
    #expect(response.status == 400)
    #expect(response.text.hasPrefix(#"{"error":"locations[1]: "#))
    #expect(receiver.recordCount == 0)
    #expect(receiver.refusedCount == 1)
    // The valid records are new when they are sent again.
    #expect(send(.numbered(1), .numbered(2)).status == 200)
    #expect(receiver.duplicateCount == 0)
  }

  @Test("What the format allows beside the records is passed over")
  func unknownMembers() {
    let body = """
      { "current" : {"type":"Feature","geometry":null}, "trip":{"mode":"car","a":[[{}],1.5e-3]},
        "locations" :\t[ {"properties": {"x":[true,false,null,{"y":"\\"}]"}],
        "timestamp":"2026-03-02T14:30:00Z"}, "id":1, "type":"Feature",
        "geometry":{"bbox":[1,2],"coordinates":[1,2],"type":"Point"} } ] }
      """
    #expect(receiver.handle(ReceiverTesting.post(body), at: now).text == #"{"result":"ok"}"#)
    #expect(receiver.records.map(\.coordinate) == [Coordinate(latitude: 2, longitude: 1)])
  }
}
