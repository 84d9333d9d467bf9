import Geodesy
import Testing
import Timekeeping

@testable import Receiver

@Suite("The members current and trip of Overland's requests")
struct DeviceStateTests {
  private let now = ReceiverTesting.halfPastTwo + .seconds(60 as Int64)

  private let later = WrittenRecord(
    timestamp: "\"2026-03-02T14:30:59Z\"", coordinates: "[-122.5,45.5]",
    properties: #","horizontal_accuracy":7,"device_id":"phone""#)

  private let trip =
    #"{"mode":"bicycle","start":"2026-03-02T14:20:00Z","distance":1234.5,"start_location":null,"#
    + #""current_location":"#

  private func send(_ members: String, to receiver: Receiver) -> String {
    let record = WrittenRecord(properties: #","device_id":"phone""#).json
    return receiver.handle(
      ReceiverTesting.post(#"{"locations":[\#(record)]\#(members)}"#), at: now
    ).text
  }

  @Test(
    "Both are kept as the device's state, and are no records",
    arguments: [ReceiverContract.overland, .compass, .http2xx, .openHumans, .icecondor, .pureTrack])
  func kept(_ contract: ReceiverContract) throws {
    let receiver = Receiver(contract: contract, accessToken: "secret", keepsRecords: true)
    _ = send(#","current":\#(later.json),"trip":\#(trip)\#(later.json)}"#, to: receiver)
    let state = try #require(try receiver.store.state(of: "phone"))
    let current = try #require(state.current)
    #expect(current.timestamp == ReceiverTesting.halfPastTwo + .seconds(59 as Int64))
    #expect(current.coordinate == Coordinate(latitude: 45.5, longitude: -122.5))
    #expect(current.horizontalAccuracyMeters == 7)
    let trip = try #require(state.trip)
    #expect(trip.mode == "bicycle" && trip.distanceMeters == 1234.5)
    #expect(trip.start == ReceiverTesting.halfPastTwo - .minutes(10))
    #expect(trip.startPosition == nil && trip.currentPosition == current)
    #expect(state.reportedAt == now)
    #expect(receiver.records.count == 1)
  }

  @Test("A request without a trip ends the trip, and leaves the last current position")
  func ended() throws {
    let receiver = Receiver(contract: .overland, accessToken: "secret")
    _ = send(#","trip":\#(trip)null},"current":\#(later.json)"#, to: receiver)
    #expect(try receiver.store.state(of: "phone")?.trip != nil)
    _ = send("", to: receiver)
    let state = try #require(try receiver.store.state(of: "phone"))
    #expect(state.trip == nil && state.current != nil)
  }

  @Test("A device that reports neither has no state")
  func none() throws {
    let receiver = Receiver(contract: .overland, accessToken: "secret")
    #expect(send("", to: receiver) == #"{"result":"ok"}"#)
    #expect(try receiver.store.state(of: "phone") == nil)
  }

  @Test(
    "A member that cannot be read is ignored, and the records count",
    arguments: [
      #","current":7,"trip":[1,{"a":2}]"#, #","current":{"type":"Feature"},"trip":{"mode":1}"#,
      #","trip":{"start":"yesterday","distance":"far","mode":null,"current_location":3}"#,
      #","current":null,"trip":null"#,
    ])
  func unreadable(_ members: String) throws {
    let receiver = Receiver(contract: .overland, accessToken: "secret", keepsRecords: true)
    #expect(send(members, to: receiver) == #"{"result":"ok"}"#)
    #expect(receiver.records.count == 1)
    #expect(try receiver.store.state(of: "phone") == nil)
  }

  @Test("Invalid JSON in a member refuses the request")
  func invalid() {
    let receiver = Receiver(contract: .overland, accessToken: "secret", keepsRecords: true)
    #expect(send(#","current":{"type":}"#, to: receiver).contains("error"))
    #expect(receiver.records.isEmpty)
  }
}
