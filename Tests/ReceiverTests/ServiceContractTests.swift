import PhoneAPI
import Testing
import Timekeeping

@testable import Receiver

/// The known answers are those of the published programs that `ServiceContracts.swift` names.
@Suite("Contracts of the services that Overland's documentation names")
struct ServiceContractTests {
  private let now = ReceiverTesting.halfPastTwo
  private let visit = WrittenRecord.numbered(1, properties: #","action":"visit""#)

  private func receiver(_ contract: ReceiverContract) -> Receiver {
    Receiver(contract: contract, accessToken: "secret", keepsRecords: true)
  }

  private func request(_ url: String, _ body: String) -> HTTPRequest {
    HTTPRequest(method: "POST", url: url, headers: [], body: Array(body.utf8))
  }

  @Test("Open Humans acknowledges any body, and stores the records that it can read")
  func openHumans() {
    let receiver = receiver(.openHumans)
    for request in [
      ReceiverTesting.batch([.numbered(0), visit]), ReceiverTesting.post("not JSON"),
      ReceiverTesting.post("{}"),
    ] {
      let response = receiver.handle(request, at: now)
      #expect(response.status == 200 && response.text == #"{"result":"ok"}"#)
    }
    #expect(receiver.records.map(\.type) == ["location", "visit"])
  }

  @Test("Open Humans reads the token from the path, and answers 200 to an unknown one")
  func openHumansToken() {
    let receiver = receiver(.openHumans)
    let body = "{\"locations\":[\(WrittenRecord().json)]}"
    for (path, isKnown) in [("open-humans/secret/", true), ("open-humans/other/", false)] {
      let response = receiver.handle(request("https://host.example/\(path)", body), at: now)
      #expect(response.status == 200)
      #expect(response.text == (isKnown ? #"{"result":"ok"}"# : "In receiver: no user"))
    }
    #expect(receiver.records.count == 1)
  }

  @Test("Icecondor skips visits and log records, and gives a batch of these alone no success")
  func icecondor() {
    let receiver = receiver(.icecondor)
    let mixed = receiver.handle(ReceiverTesting.batch([.numbered(0), visit]), at: now)
    #expect(mixed.status == 200 && mixed.text == #"{"result":"ok"}"#)
    #expect(receiver.records.map(\.type) == ["location"])
    #expect(receiver.handle(ReceiverTesting.batch([visit]), at: now).status == 504)
  }

  @Test(
    "Icecondor reads the token from the query, and its errors have no body",
    arguments: [
      ("?token=secret", #"{"locations":[]}"#, 504), ("?token=wrong", #"{"locations":[]}"#, 401),
      ("", #"{"locations":[]}"#, 401), ("?token=secret", "{", 400),
      ("?token=secret", #"{"locations":[{"type":"Feature"}]}"#, 500),
    ])
  func icecondorErrors(_ query: String, _ body: String, _ status: Int) {
    let receiver = receiver(.icecondor)
    let response = receiver.handle(
      request("https://host.example/rest/activity/add" + query, body), at: now)
    #expect(response.status == status && response.text == "")
    #expect(receiver.refusedCount == 1)
  }

  @Test("PureTrack, whose answers are not published, answers like a server of Overland's format")
  func pureTrack() {
    let receiver = receiver(.pureTrack)
    let response = receiver.handle(ReceiverTesting.batch([.numbered(0), visit]), at: now)
    #expect(response.status == 200 && response.text == #"{"result":"ok"}"#)
    #expect(receiver.handle(ReceiverTesting.post("{"), at: now).status == 400)
  }
}
