import Foundation
import LiveTestSupport
import Testing
import Text
import Timekeeping

@testable import LivePhone
@testable import LiveTracking

@Suite("Where odograph live takes another device's sensors from")
struct SensorOptionsTests {
  @Test("An address says how messages arrive, and is written as it is read")
  func addresses() throws {
    let addresses: [(String, SensorAddress)] = [
      ("tcp://127.0.0.1:5555", .tcp(GPSDAddress(host: "127.0.0.1", port: 5555))),
      ("http://[::1]:80", .http(GPSDAddress(host: "::1", port: 80))),
      ("mqtt://broker:1884/a/b", .mqtt(GPSDAddress(host: "broker", port: 1884), topic: "a/b")),
    ]
    for (text, address) in addresses {
      #expect(try SensorAddress(option: text) == address)
      #expect(address.description == text)
    }
    // The port that IANA assigned to MQTT.
    #expect(
      try SensorAddress(option: "mqtt://broker/#")
        == .mqtt(GPSDAddress(host: "broker", port: 1883), topic: "#"))
  }

  @Test(
    "Any other text is refused",
    arguments: [
      "", "tcp", "tcp://", "tcp://127.0.0.1", "tcp://127.0.0.1:0", "tcp://127.0.0.1:99999",
      "udp://127.0.0.1:1", "mqtt://broker", "mqtt://broker/", "http://:1", "http://127.0.0.1:1/x",
    ])
  func refusals(_ text: String) {
    let error = #expect(throws: InputError.self) { try SensorAddress(option: text) }
    #expect(error?.problem == "--sensors is '\(text)'")
  }

  @Test("A port that other machines reach needs a token of its owner's file, a loopback port none")
  func tokens() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/token"
    func write(_ text: String, mode: Int = 0o600) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
    func options(_ sensors: String?, _ tokenFile: String? = nil) throws(InputError)
      -> SensorOptions?
    {
      try SensorOptions(sensors: sensors, tokenFile: tokenFile)
    }
    #expect(try options(nil) == nil)
    #expect(try options("tcp://localhost:5555")?.token == nil)
    #expect(try options("tcp://127.8.8.8:5555")?.token == nil)
    #expect(try options("http://[::1]:5555")?.token == nil)
    for address in ["tcp://0.0.0.0:5555", "http://[::]:5555", "http://192.168.1.2:5555"] {
      let error = #expect(throws: InputError.self) { try options(address) }
      #expect(
        error?.problem == "--sensors \(address) is open to other machines without a token")
    }
    try write("# for the phone\n0123456789abcdef\n")
    let token = try #require(try options("tcp://0.0.0.0:5555", file)?.token)
    #expect(token.matches("0123456789abcdef"))
    #expect(!token.matches("0123456789abcdeF"))
    #expect(!token.matches(""))
    try write("short\n")
    #expect(throws: InputError.self) { try options("tcp://0.0.0.0:5555", file) }
    try write("0123456789abcdef\n", mode: 0o644)
    #expect(throws: InputError.self) { try options("tcp://0.0.0.0:5555", file) }
    #expect(throws: InputError.self) { try options(nil, file) }
    #expect(throws: InputError.self) { try options("mqtt://broker/x", file) }
  }

  @Test("The display shows the sensors that arrive, their silence, and what is wrong with them")
  func display() {
    var status = LiveStatusTests.ride()
    #expect(status.rows.allSatisfy { $0.label != "Sensors" && $0.label != "Settings" })
    status.gpsd = LiveOptions.noGPSD
    var sensors = SensorStatus(address: "tcp://127.0.0.1:5555")
    status.sensors = sensors
    status.changedSettings = ["sendInterval=10 s", "deviceID=live"]
    func row(_ label: String) -> String? { status.rows.first { $0.label == label }?.text }
    #expect(row("Receiver") == "positions of the sensor feed, /dev/ttyACM0")
    #expect(row("Sensors") == "tcp://127.0.0.1:5555: nothing has arrived yet")
    #expect(row("Settings") == "sendInterval=10 s, deviceID=live")
    let now = status.time
    sensors.receivedAt = [
      .battery: now - .seconds(9.5), .rawAccelerometer: now, .accelerometer: now,
      .location: now - .minutes(1),
    ]
    status.sensors = sensors
    #expect(row("Sensors") == "tcp://127.0.0.1:5555: accelerometer, battery")
    sensors.receivedAt = [.location: now - .minutes(1)]
    sensors.rejectedCount = 2
    sensors.lastRejected = ReceiverStatus.Received("why", at: now - .minutes(1))
    sensors.connectionTrouble = "away"
    status.sensors = sensors
    #expect(row("Sensors") == "tcp://127.0.0.1:5555: nothing for 1 min")
    let trouble = "2 messages of the sensor feed could not be used, the last: why"
    #expect(row("Trouble") == "away; \(trouble)")
    #expect(StatusLines.text(status).hasSuffix(" | away; \(trouble)"))
    sensors.lastRejected?.at = now - .minutes(5)
    sensors.connectionTrouble = nil
    status.sensors = sensors
    #expect(row("Trouble") == nil)
  }

  @Test("Hexadecimal digits are read as the bytes that they stand for")
  func digits() {
    #expect(TopicSubscription.bytes(Array("7b0aff7D".utf8)) == [0x7B, 0x0A, 0xFF, 0x7D])
    #expect(TopicSubscription.bytes([]) == [])
    #expect(TopicSubscription.bytes(Array("7".utf8)) == [])
  }
}
