import Geodesy
import TestSupport
import Testing
import Text
import Timekeeping

@testable import LivePhone

@Suite("A message of another device's sensors")
struct SensorMessageTests {
  /// 2023-10-28T13:52:24.401773Z, as in Sensor Logger's documentation.
  private static let nanoseconds: Int64 = 1_698_501_144_401_773_000

  private static func read(_ text: String) throws(Malformed) -> [SensorReading] {
    try SensorMessage(Array(text.utf8)).readings
  }

  @Test("A batch as Sensor Logger sends it is read in the order of time, without other sensors")
  func batch() throws {
    let readings = try Self.read(
      """
      {"messageId":0,"sessionId":"s","deviceId":"mine","payload":[
       {"name":"barometer","time":1698501146000000000,
        "values":{"pressure":990.5,"relativeAltitude":1}},
       {"name":"orientation","time":1698501145000000000,"values":{"yaw":1}},
       {"name":"accelerometer","time":1698501144401773000,"values":{"z":3,"y":2,"x":1}},
       {"name":"battery","time":1698501147000000000,
        "values":{"batteryLevel":0.25,"batteryState":"charging","lowPowerMode":true}},
       {"name":"pedometer","time":1698501148000000000,"values":{"steps":12}}]}
      """)
    #expect(
      readings.map(\.value) == [
        .acceleration(.accelerometer, SIMD3(1, 2, 3)), .pressure(hectopascals: 990.5),
        .battery(level: 0.25, .charging, isLowPower: true), .steps(12),
      ])
    #expect(readings.allSatisfy { $0.device == "mine" })
    // A double of this size is a multiple of 256 ns.
    let error = try #require(readings[0].time).nanoseconds - Self.nanoseconds
    #expect(abs(error) <= 256)
  }

  @Test("In a location, what the phone marks as unknown by a negative number is left out")
  func location() throws {
    let readings = try Self.read(
      """
      {"name":"location","time":1700000000000000000,"values":{"latitude":45.5,"longitude":-122.6,
       "altitude":20.5,"bearing":-1,"bearingAccuracy":-1,"speed":1.5,"speedAccuracy":-1,
       "horizontalAccuracy":4.5,"verticalAccuracy":-1}}
      """)
    let time = Instant(nanoseconds: 1_700_000_000_000_000_000)
    let report = PositionReport(
      device: "phone", mode: .twoDimensional, time: time,
      coordinate: Coordinate(latitude: 45.5, longitude: -122.6), ellipsoidalHeightMeters: 20.5,
      speedMetersPerSecond: 1.5, horizontalAccuracyMeters: 4.5)
    #expect(readings.map(\.value) == [.location(report)])
  }

  @Test(
    "A message that cannot be read is refused with the reason",
    arguments: [
      ("rubbish", "unexpected text at byte 0"),
      ("[]", "neither a reading nor a 'payload'"),
      (#"{"payload":{}}"#, "a 'payload' that is not a list"),
      ("{}", "a reading without the text 'name'"),
      (#"{"name":"gravity"}"#, "gravity without the object 'values'"),
      (
        #"{"name":"gravity","values":{"x":0,"y":0,"z":"9.8"}}"#,
        "gravity without a number 'z' from -2000 to 2000"
      ),
      (
        #"{"name":"location","values":{"latitude":91,"longitude":0}}"#,
        "location without a number 'latitude' from -90 to 90"
      ),
      (
        #"{"name":"pedometer","time":1698501144,"values":{"steps":1}}"#,
        "pedometer with a 'time' that is not in nanoseconds since 1970"
      ),
      (
        #"{"name":"pedometer","time":"now","values":{"steps":1}}"#,
        "pedometer with a 'time' that is not in nanoseconds since 1970"
      ),
    ])
  func refusals(_ text: String, _ reason: String) {
    let feed = SensorFeed(address: "tcp://127.0.0.1:1")
    #expect(feed.take(Array(text.utf8)) == reason)
    #expect(feed.status.rejectedCount == 1)
    #expect(feed.status.lastRejected?.report == reason)
  }

  @Test("A message of too many readings is refused, and a device's name is short and printable")
  func limits() throws {
    let reading = #"{"name":"pedometer","values":{"steps":1}}"#
    func batch(_ count: Int) -> String {
      let list = Array(repeating: reading, count: count).joined(separator: ",")
      return #"{"deviceId":"\#(String(repeating: "\\u001b", count: 100))","payload":[\#(list)]}"#
    }
    let readings = try Self.read(batch(SensorMessage.readingsMax))
    #expect(readings.count == SensorMessage.readingsMax)
    #expect(readings[0].device == String(repeating: "?", count: 64))
    #expect(throws: Malformed(reason: "more than 20000 readings")) {
      try Self.read(batch(SensorMessage.readingsMax + 1))
    }
  }

  @Test("The reference page lists the sensors that are read")
  func reference() throws {
    let page = GeneratedFile("Docs/reference/sensor-feed.md")
    let difference = try page.difference(ofParts: "sensor") { name in
      SensorKind(rawValue: name)?.reference
    }
    #expect(difference == nil)
    let text = try String(
      contentsOf: UserPages.root.appendingPathComponent("Docs/reference/sensor-feed.md"),
      encoding: .utf8)
    for kind in SensorKind.allCases {
      #expect(text.contains("<!-- sensor: \(kind.rawValue) -->"), "\(kind) is missing")
    }
  }
}

extension SensorKind {
  /// The kind's part of the reference page.
  fileprivate var reference: String {
    var lines = [meaning, "", "| value | | meaning |", "|---|---|---|"]
    lines += quantities.map { quantity in
      "| `\(quantity.name)` | \(quantity.isRequired ? "required" : "") | \(quantity.meaning) |"
    }
    return lines.joined(separator: "\n")
  }
}
