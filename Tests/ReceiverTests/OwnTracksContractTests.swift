import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import Receiver

@Suite("OwnTracks contract")
struct OwnTracksContractTests {
  private let receiver = Receiver(contract: .ownTracks, accessToken: "secret", keepsRecords: true)
  private let now = ReceiverTesting.halfPastTwo + .seconds(60 as Int64)

  /// `c2VjcmV0Og==` is "secret:".
  private func send(
    _ body: String, authorization: String? = "Basic c2VjcmV0Og==", headers: [HTTPHeader] = []
  ) -> HTTPResponse {
    var request = ReceiverTesting.post(body, token: nil)
    request.headers = headers + (authorization.map { [HTTPHeader("Authorization", $0)] } ?? [])
    return receiver.handle(request, at: now)
  }

  @Test("A location is received as written, and answered with an empty array")
  func location() {
    let response = send(
      #"{"_type":"location","lat":45.5231,"lon":-122.6765,"tst":1772461800,"acc":12,"batt":80,"#
        + #""topic":"owntracks/phone"}"#)
    #expect(response.status == 200)
    #expect(response.text == "[]")
    #expect(response.headers.first(named: "Content-Type") == "application/json")
    #expect(
      receiver.records == [
        ReceivedRecord(
          device: "phone", type: "location", timestamp: ReceiverTesting.halfPastTwo,
          coordinate: Coordinate(latitude: 45.5231, longitude: -122.6765),
          horizontalAccuracyMeters: 12, arrivedAt: now)
      ])
  }

  @Test("Crossings are received under their event's name, everything else is acknowledged alone")
  func otherTypes() {
    let messages = [
      #"{"_type":"transition","event":"leave","lat":1,"lon":2,"tst":1772461800,"tid":"ab"}"#,
      #"{"_type":"steps","steps":100}"#, #"{"_type":"lwt","tst":1}"#, #"{"_type":"hm"}"#,
    ]
    for message in messages { #expect(send(message).text == "[]") }
    #expect(send("[" + messages.joined(separator: ",") + "]").text == "[]")
    #expect(receiver.records.map(\.type) == ["leave"])
    #expect(receiver.records.map(\.device) == ["ab"])
    #expect(receiver.duplicateCount == 1)
  }

  @Test("Without a topic the device is what the app's headers name, else its two letters")
  func device() {
    let message = #"{"_type":"location","lat":1,"lon":2,"tst":0,"tid":"ab"}"#
    _ = send(message)
    _ = send(message, headers: [HTTPHeader("X-Limit-U", "ann"), HTTPHeader("x-limit-d", "phone")])
    #expect(receiver.records.map(\.device) == ["ab", "ann/phone"])
  }

  @Test(
    "The token is the user's name of Basic and nothing else",
    arguments: [
      nil, "Bearer secret", "Basic secret:", "Basic c2VjcmV0", "Basic OnNlY3JldA==", "Basic ",
      "Basic Secret==",
    ])
  func token(authorization: String?) {
    let body = #"{"_type":"location","lat":1,"lon":2,"tst":0}"#
    // "secret" without a colon is a user's name without a password.
    let isGood = authorization == "Basic c2VjcmV0"
    #expect(send(body, authorization: authorization).status == (isGood ? 200 : 401))
    #expect(receiver.recordCount == (isGood ? 1 : 0))
  }

  @Test(
    "A malformed body is refused with 400 and a reason",
    arguments: [
      ("", "the JSON text ends too early"), ("7", "a message has no _type"),
      ("{}", "a message has no _type"),
      (#"{"_type":"location"}"#, "lat and lon are not a latitude and a longitude"),
      (
        #"{"_type":"location","lat":91,"lon":0,"tst":0}"#,
        "lat and lon are not a latitude and a longitude"
      ),
      (
        #"{"_type":"location","lat":1,"lon":0}"#, "tst is not a Unix time of the years 1970 to 2199"
      ),
      (
        #"{"_type":"location","lat":1,"lon":0,"tst":1e99}"#,
        "tst is not a Unix time of the years 1970 to 2199"
      ),
    ])
  func malformed(body: String, reason: String) {
    let response = send(body)
    #expect(response.status == 400)
    #expect(response.text == "{\"error\":\"\(reason)\"}")
  }
}
