import PhoneAPI
import Testing
import Timekeeping

@testable import Receiver

@Suite("Compass contract")
struct CompassContractTests {
  private let receiver = Receiver(contract: .compass, accessToken: "secret", keepsRecords: true)
  private let now = ReceiverTesting.halfPastTwo

  private func send(_ records: WrittenRecord..., after delay: TimeSpan = .zero) -> String {
    receiver.handle(ReceiverTesting.batch(records), at: now + delay).text
  }

  private func answer(saved: Int, trips: Int = 0) -> String {
    #"{"result":"ok","saved":\#(saved),"trips":\#(trips),"geocode":null}"#
  }

  @Test("Of one second only the first record is saved, however different the next")
  func wholeSeconds() {
    let later = WrittenRecord(
      timestamp: "\"2026-03-02T14:30:00.9Z\"", coordinates: "[1,2]",
      properties: #","action":"visit""#)
    #expect(send(WrittenRecord(), later, .numbered(1)) == answer(saved: 2))
    #expect(receiver.recordCount == 2)
    #expect(receiver.duplicateCount == 1)
  }

  @Test("A second is remembered for six hours from its first arrival")
  func sixHours() {
    #expect(send(.numbered(0)) == answer(saved: 1))
    #expect(send(.numbered(1), after: .hours(5)) == answer(saved: 1))
    let almost = TimeSpan.hours(6) - TimeSpan(nanoseconds: 1)
    #expect(send(.numbered(0), after: almost) == answer(saved: 0))
    #expect(send(.numbered(0), after: .hours(6)) == answer(saved: 1))
    #expect(send(.numbered(1), after: .hours(10)) == answer(saved: 0))
    #expect(send(.numbered(1), after: .hours(11)) == answer(saved: 1))
    #expect(send(.numbered(0), .numbered(1), after: .days(9)) == answer(saved: 2))
  }

  @Test("Points at exactly 0,0 are dropped without a word, and trips are counted apart")
  func nullIslandAndTrips() {
    let zero = WrittenRecord(coordinates: "[0,0.0]")
    var meridian = WrittenRecord.numbered(1)
    meridian.coordinates = "[0,45]"
    var equator = WrittenRecord.numbered(2)
    equator.coordinates = "[9,0]"
    let trip = WrittenRecord.numbered(1, properties: #","type":"trip""#)
    #expect(send(zero, meridian, equator, trip) == answer(saved: 2, trips: 1))
    #expect(receiver.records.map(\.type) == ["location", "location", "trip"])
  }

  @Test(
    "Unix times are taken as well, as numbers and as text",
    arguments: ["1772461800.5", "\"1772461800\""])
  func unixTimes(timestamp: String) {
    #expect(send(WrittenRecord(timestamp: timestamp)) == answer(saved: 1))
    #expect(receiver.records.map(\.timestamp.wholeSeconds) == [1_772_461_800])
  }

  @Test("What it cannot read is passed over, and the rest is saved")
  func unreadable() {
    #expect(send(WrittenRecord(timestamp: "\"never\""), .numbered(1)) == answer(saved: 1))
  }

  @Test("Errors come with HTTP 200, so that a phone may take them for success")
  func errors() {
    let noLocations = receiver.handle(ReceiverTesting.post("{}"), at: now)
    #expect(noLocations.status == 200)
    #expect(noLocations.text == #"{"error":"locations is missing"}"#)
    let wrongToken = receiver.handle(ReceiverTesting.post("{}", token: "x"), at: now)
    #expect(wrongToken.status == 200)
    #expect(wrongToken.text == #"{"error":"invalid token"}"#)
    #expect(receiver.refusedCount == 2)
  }
}

@Suite("Any 2xx contract")
struct AnySuccessContractTests {
  private let receiver = Receiver(contract: .http2xx, accessToken: "secret")

  @Test("Everything with the right token is acknowledged, and what can be read is received")
  func everything() {
    let instant = ReceiverTesting.halfPastTwo
    for body in ["", "lat=45.5&lon=-122.6", "{}", "{\"locations\":7}"] {
      let response = receiver.handle(ReceiverTesting.post(body, method: "PUT"), at: instant)
      #expect(response.status == 200 && response.body.isEmpty)
    }
    #expect(receiver.recordCount == 0)
    let mixed = ReceiverTesting.batch([
      .numbered(1), WrittenRecord(timestamp: "7e99"), .numbered(1),
    ])
    #expect(receiver.handle(mixed, at: instant).status == 200)
    #expect(receiver.recordCount == 1)
    #expect(receiver.duplicateCount == 1)
    #expect(receiver.handle(ReceiverTesting.post("", token: nil), at: instant).status == 401)
  }

  @Test("The contracts go by these names")
  func names() {
    #expect(
      ReceiverContract.allCases.map(\.rawValue) == [
        "overland", "compass", "http-2xx", "open-humans", "icecondor", "puretrack", "owntracks",
        "fhir-ehe", "fhir-jupyterhealth", "check-in", "gate",
      ])
  }
}
