import Foundation
import Geodesy
import LiveTestSupport
import PhoneAPI
import Recordings
import Testing
import Timekeeping

@testable import LivePhone

private let windscreen = URL(
  filePath: ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
).appending(path: "accel-drive/comma2k19-example-accel.csv.gz")

/// A live phone whose sensors are those of another device, in a time that passes at once.
@Suite("The live phone on another device's sensors")
struct SensorFeedTests {
  private let time = HurriedTime()
  private let folder = TemporaryFolder()
  private let feed: SensorFeed

  init() { feed = SensorFeed(address: "tcp://127.0.0.1:1", time: time) }

  /// - Parameter tree: The machine; by default on mains power, so that it counts as fixed.
  private func phone(
    _ tree: MachineTree = MachineTree(MachineTree.power("AC", ["type": "Mains", "online": "1"])),
    location: (any LiveLocationSource)? = nil
  ) throws -> LivePhone {
    try LivePhone(
      folder: folder.path, calendar: .utc, location: location, motion: .fed(feed),
      machine: Machine(root: tree.root, time: time, sensors: feed))
  }

  /// Returns the acceleration of a person who walks at two steps a second, in m/s² with gravity.
  private static func gait(_ seconds: Double) -> SIMD3<Double> {
    let step = 2 * Double.pi * 2 * seconds
    return SIMD3(
      1.2 * sin(step / 2), 0.8 * cos(step), 9.81 + 2.5 * sin(step) + 1.0 * sin(2 * step + 1))
  }

  private static func reading(
    _ name: String, _ seconds: Double, _ vector: SIMD3<Double>
  ) -> String {
    let time = 1_700_000_000_000_000_000 + Int64(seconds * 1e9)
    return #"{"name":"\#(name)","time":\#(time),"#
      + #""values":{"x":\#(vector.x),"y":\#(vector.y),"z":\#(vector.z)}}"#
  }

  private func send(_ readings: [String], from device: String = "phone") {
    let list = readings.joined(separator: ",")
    feed.take(Array(#"{"deviceId":"\#(device)","payload":[\#(list)]}"#.utf8))
  }

  /// Sends each second the readings of that second, as an app sends its batches.
  private func batches(
    _ phone: LivePhone, hertz: Int = 50, _ readings: @escaping (Double) -> [String]
  ) {
    var second = 0
    _ = phone.clock.schedule(after: .seconds(1 as Int64), repeats: true) {
      send((0..<hertz).flatMap { readings(Double(second) + Double($0) / Double(hertz)) })
      second += 1
    }
  }

  /// Returns the activities and the last count of steps of two minutes.
  private func observe(_ phone: LivePhone) -> (activities: [MotionActivity], steps: Int) {
    var activities: [MotionActivity] = []
    var steps = 0
    phone.motionActivity.startActivityUpdates { activities.append($0) }
    phone.pedometer.startUpdates(from: phone.clock.now) { steps = $0.steps }
    time.awaitSleeper()
    phone.loop.run(for: .minutes(2))
    phone.end()
    return (activities, steps)
  }

  // MARK: Motion

  enum Form: CaseIterable { case raw, inGravities, upsideDown, withGravityApart }

  @Test(
    "A walk is recognized, with its steps, in each form in which phones send it",
    arguments: Form.allCases)
  func walk(_ form: Form) throws {
    let phone = try phone()
    let gravity = SIMD3(0, 0, 9.81)
    batches(phone) { at in
      let vector = Self.gait(at)
      return switch form {
      case .raw: [Self.reading("accelerometeruncalibrated", at, vector)]
      case .inGravities: [Self.reading("accelerometer", at, vector / 9.80665)]
      case .upsideDown: [Self.reading("accelerometer", at, -vector)]
      case .withGravityApart:
        [Self.reading("accelerometer", at, vector - gravity), Self.reading("gravity", at, gravity)]
      }
    }
    let (activities, steps) = observe(phone)
    #expect(activities.contains { $0.walking })
    // On mains power the laptop counts as fixed, but the phone with the accelerometer does not.
    #expect(!activities.contains { $0.automotive })
    // Two steps a second, less those of the first and the last windows.
    #expect((215...240).contains(steps), "\(steps)")
    #expect(feed.status.motionTrouble == nil)
  }

  @Test("Accelerations without gravity, or too few of them, are trouble and show no motion")
  func unusable() throws {
    var phone = try phone()
    batches(phone) { [Self.reading("accelerometer", $0, Self.gait($0) - SIMD3(0, 0, 9.81))] }
    #expect(!observe(phone).activities.contains { $0.walking })
    #expect(
      feed.status.motionTrouble
        == "the accelerations have no gravity; send 'accelerometeruncalibrated', or 'gravity' too")

    phone = try self.phone()
    batches(phone, hertz: 10) { [Self.reading("accelerometer", $0, Self.gait($0))] }
    #expect(!observe(phone).activities.contains { $0.walking })
    #expect(
      feed.status.motionTrouble == "10 accelerations a second arrive, and at least 18 are needed")
  }

  @Test("A second device changes nothing while the first sends, and replaces it afterwards")
  func twoDevices() throws {
    let phone = try phone()
    var second = 0
    _ = phone.clock.schedule(after: .seconds(1 as Int64), repeats: true) {
      let times = (0..<50).map { Double(second) + Double($0) / 50 }
      second += 1
      if second < 60 {
        send(times.map { Self.reading("accelerometer", $0, SIMD3(0, 0, 9.81)) }, from: "still")
      }
      send(times.map { Self.reading("accelerometer", $0, Self.gait($0)) }, from: "walking")
    }
    var walkingAt: TimeSpan?
    let start = phone.clock.uptime
    phone.motionActivity.startActivityUpdates { [clock = phone.clock] in
      if $0.walking, walkingAt == nil { walkingAt = clock.uptime - start }
    }
    time.awaitSleeper()
    phone.loop.run(for: .minutes(2))
    phone.end()
    // The first device ends after a minute and is replaced after ten seconds without it.
    let found = try #require(walkingAt)
    #expect(found > .seconds(65 as Int64) && found < .seconds(100 as Int64), "\(found)")
  }

  @Test("The steps of the device's own pedometer replace those of its accelerometer")
  func pedometer() throws {
    let phone = try phone()
    var count = 1000
    batches(phone) { [Self.reading("accelerometer", $0, Self.gait($0))] }
    _ = phone.clock.schedule(after: .milliseconds(500), repeats: true) {
      // A new recording of the device begins with 0 again.
      count = count == 1040 ? 0 : count + 1
      feed.take(Array(#"{"name":"pedometer","values":{"steps":\#(count)}}"#.utf8))
    }
    // 240 reports in two minutes: the first only shows where the count begins, and one begins a
    // recording anew with 0.
    #expect((236...239).contains(observe(phone).steps))
  }

  @Test(
    "A recorded drive, sent by a phone on the windscreen, is a drive",
    .enabled(
      if: FileManager.default.fileExists(atPath: windscreen.path),
      "skipped: no recordings in ODOGRAPH_DATA"))
  func drive() throws {
    let signal = try AccelerometerRecording.read(path: windscreen.path).signal
    let phone = try phone()
    let span = Double(signal.windowCount) * 2.5
    batches(phone) { at in
      let start = signal.startSeconds + at.truncatingRemainder(dividingBy: span)
      return [
        Self.reading("accelerometeruncalibrated", at, signal.mean(from: start, to: start + 0.02))
      ]
    }
    #expect(observe(phone).activities.contains { $0.automotive })
  }

  // MARK: Other services

  @Test("The battery is the device's, and a change is reported at once")
  func battery() throws {
    let phone = try phone()
    phone.device.isBatteryMonitoringEnabled = true
    #expect(phone.device.batteryLevel == -1)
    var changes = 0
    phone.device.onPowerChange = { changes += 1 }
    for _ in 0..<2 {
      feed.take(
        Array(
          #"""
          {"name":"battery",
           "values":{"batteryLevel":0.4,"batteryState":"unplugged","lowPowerMode":true}}
          """#
          .utf8))
    }
    phone.loop.run(for: .seconds(1 as Int64))
    #expect(phone.device.batteryLevel == 0.4)
    #expect(phone.device.batteryState == .unplugged)
    #expect(phone.device.isLowPowerModeEnabled)
    #expect(changes == 1)
  }

  @Test("The altimeter shows the climb since its start, from the air pressure")
  func altimeter() throws {
    let phone = try phone()
    #expect(phone.altimeter.availability.isAvailable)
    var climbs: [RelativeAltitude] = []
    phone.altimeter.startRelativeAltitudeUpdates { climbs.append($0) }
    for pressure in [1013.25, 1001.29, 1013.25] {
      feed.take(Array(#"{"name":"barometer","values":{"pressure":\#(pressure)}}"#.utf8))
    }
    phone.loop.run(for: .seconds(1 as Int64))
    // The standard atmosphere has 1001.29 hPa at 100 m (ISO 2533).
    #expect(climbs.map { ($0.meters * 10).rounded() / 10 } == [0, 100, 0])
    #expect(abs(climbs[1].pressureKilopascals - 100.129) < 1e-9)
  }

  @Test("A position of the device is a fix, as one of a receiver behind gpsd")
  func location() throws {
    let phone = try phone(location: FedLocationSource(feed))
    let manager = phone.makeLocationManager()
    let app = HearingApp()
    manager.delegate = app
    manager.startUpdatingLocation()
    phone.loop.run(for: .seconds(1 as Int64))
    #expect(phone.receiver.connection == .connected(release: ""))
    send([
      #"""
      {"name":"location","time":1700000000000000000,
       "values":{"latitude":45.5,"longitude":-122.6,"horizontalAccuracy":7}}
      """#
    ])
    phone.loop.run(for: .seconds(1 as Int64))
    #expect(app.fixes.map(\.coordinate) == [Coordinate(latitude: 45.5, longitude: -122.6)])
    #expect(app.fixes.first?.horizontalAccuracyMeters == 7)
    phone.end()
    send([#"{"name":"location","values":{"latitude":45.6,"longitude":-122.6}}"#])
    #expect(app.fixes.count == 1)
  }
}
