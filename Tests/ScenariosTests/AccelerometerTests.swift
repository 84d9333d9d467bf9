import Foundation
import MotionSensing
import TestSupport
import Testing

@testable import Scenarios

/// Tests of `phone: { accelerometer: … }`.
@Suite("A recorded accelerometer")
struct AccelerometerTests {
  /// Returns a recording of steps at 2 Hz on a gravity of 9.8 m/s², with times and accelerations in
  /// the given units.
  private static func recording(
    _ header: String = "t_s,x,y,z", rate: Double = 50, seconds: Double = 10,
    separator: String = ",",
    time: Double = 1, acceleration: Double = 1
  ) -> String {
    let rows = (0..<Int(rate * seconds)).map { index in
      let at = Double(index) / rate
      let z = 9.8 + 2 * sin(2 * .pi * 2 * at)
      return [at / time, 0.25 / acceleration, 0.5 / acceleration, z / acceleration]
        .map { "\($0)" }.joined(separator: separator)
    }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  private static func read(_ data: Data, _ name: String = "walk.csv") throws -> PhoneSetup {
    let place = try Workplace()
    _ = try place.write(data, to: name)
    let file = try place.write(
      scenarioText("phone: { accelerometer: \(name) }"), to: "day.yaml")
    return try reader.read(path: file).phone
  }

  private static func refusal(_ text: String) -> String {
    let whole = message { try read(Data(text.utf8)) }
    return whole.range(of: "walk.csv").map { String(whole[$0.lowerBound...]) } ?? whole
  }

  @Test(
    "Its header tells the units, whatever the separator and the order of the columns",
    arguments: [
      recording(), recording("Time_s;x_mps2;y_mps2;z_mps2", separator: ";"),
      recording("t_ms\tx\ty\tz", separator: "\t", time: 1e-3),
      recording("seconds_elapsed,x_g,y_g,z_g", acceleration: 9.80665),
    ])
  func units(text: String) throws {
    let recording = try #require(try Self.read(Data(text.utf8)).accelerometer)
    #expect(abs(recording.rateHertz - 50) < 0.01)
    #expect(abs(recording.lengthSeconds - 9.98) < 1e-9)
    #expect(recording.holeCount == 0)
    // Over whole steps the swing averages to zero.
    let mean = recording.signal.mean(from: 1, to: 3)
    #expect(abs(mean.x - 0.25) < 1e-4 && abs(mean.y - 0.5) < 1e-4 && abs(mean.z - 9.8) < 1e-3)
  }

  @Test("It may be gzipped, lies beside the file that names it, and is one of the scenario's files")
  func files() throws {
    let place = try Workplace()
    let folder = place.url.appendingPathComponent("signals")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let packed = try #require(gzipped(Self.recording()))
    try packed.write(to: folder.appendingPathComponent("walk.csv.gz"))
    _ = try place.write(
      scenarioText("phone: { accelerometer: walk.csv.gz }"), to: "signals/base.yaml")
    let path = try place.write("odograph: 1\nextends: signals/base.yaml\n", to: "day.yaml")
    let scenario = try reader.read(path: path)
    #expect(scenario.phone.accelerometer?.signal.windowCount == 3)
    let names = scenario.sourceFiles.map { URL(fileURLWithPath: $0).lastPathComponent }
    #expect(names == ["day.yaml", "base.yaml", "walk.csv.gz"])
  }

  @Test("Its length is counted from its first sample, whenever that is")
  func lateStart() throws {
    var lines = Self.recording().split(separator: "\n")
    lines.removeSubrange(1...100)  // 0.00 s to 1.98 s
    let recording = try Self.read(Data(lines.joined(separator: "\n").utf8)).accelerometer
    // From 2.00 s to 9.98 s.
    #expect(abs(try #require(recording).lengthSeconds - 7.98) < 1e-9)
  }

  @Test("Holes are counted")
  func holes() throws {
    var lines = Self.recording().split(separator: "\n")
    lines.removeSubrange(200..<230)  // 0.6 s
    let recording = try Self.read(Data(lines.joined(separator: "\n").utf8)).accelerometer
    #expect(recording?.holeCount == 1)
  }

  static let rows = """
    t_s,x,y,z
    0.00,0,0,9.8
    0.02,0,0,9.8

    """

  static let refused: [(text: String, beginning: String)] = [
    ("", "walk.csv: the file is empty; accepted: a CSV file with columns such as t_s, x_mps2, "),
    ("t_s,x,y,z\n", "walk.csv:2: the recording has 0 samples; accepted: 2.5 s or more"),
    (
      "time,x,y,z\n0,0,0,9.8\n",
      "walk.csv:1: no column holds the time; there are 'time', 'x', 'y', 'z'; accepted: t_s, "
    ),
    ("t_s,x,y\n0,0,9.8\n", "walk.csv:1: no column holds the acceleration along z; there are "),
    (rows + "0.04,0,zero,9.8\n", "walk.csv:4: 'y' is 'zero'; accepted: a number"),
    (rows + "0.04,0,nan,9.8\n", "walk.csv:4: 'y' is 'nan'; accepted: a number"),
    (rows + "0.04,0,,9.8\n", "walk.csv:4: 'y' is ''; accepted: a number"),
    (rows + "0.04,0,0\n", "walk.csv:4: the line has 3 of 4 columns"),
    (
      rows + "0.01,0,0,9.8\n",
      "walk.csv:4: the time runs backwards: 0.01 s follows 0.02 s; accepted: times in order"
    ),
    (
      rows + "0.04,0,0,9.8\n",
      "walk.csv:2: the recording is too short or has too many gaps; accepted: 2.5 s or more "
    ),
    (
      rows + "0.04,0,0,9.8\n0.06,0,0,9.8\n1770000000,0,0,9.8\n",
      "walk.csv:2: the recording lasts 2.05e+04 days; accepted: times in seconds, of at most 366"
    ),
    (rows + "0.04,0,0,9.8\n0.06,0,0,9.8\n1e300,0,0,9.8\n", "walk.csv:2: the recording lasts "),
    (
      recording(rate: 10),
      "walk.csv:2: the recording has 10 samples a second; accepted: 20 or more"
    ),
    (
      recording(acceleration: 9.80665),
      "walk.csv:2: the acceleration is "  // about 1, in g under names in m/s²
    ),
    ("\u{1}\u{0}\u{2}", "walk.csv: this is not text; accepted: "),
  ]

  @Test("What cannot be a recording is told in one line, at its line", arguments: refused)
  func refusals(text: String, beginning: String) {
    let reported = Self.refusal(text)
    #expect(reported.hasPrefix(beginning), "\(reported)")
    #expect(!reported.contains("\n"))
  }

  @Test("A file that is not there is told where it is named")
  func missing() throws {
    let place = try Workplace()
    _ = try place.write(Self.recording(), to: "walk.csv")
    let file = try place.write(scenarioText("phone: { accelerometer: wlak.csv }"), to: "day.yaml")
    let reported = message { try reader.read(path: file) }
    #expect(reported.contains("day.yaml:6: there is no file "))
    #expect(reported.hasSuffix("did you mean 'walk.csv'?"), "\(reported)")
  }

  @Test(
    "Real recordings are read as they are, or refused for what they lack",
    .enabled(if: dataFolder != nil, "skipped: no recordings in ODOGRAPH_DATA"),
    arguments: [
      ("accel-drive/comma2k19-example-accel.csv.gz", "104 Hz, 0 holes"),
      ("accel-spswhar/s01_phone.csv.gz", "111 Hz, 5 holes"),
      ("accel-run/run-left-hip-100hz.csv.gz", ":1: no column holds the time"),
      // The file's times start again with each activity; the first has 3574 rows.
      ("accel-wisdm/phone_1600.csv.gz", ":3576: the time runs backwards"),
    ])
  func real(path: String, what: String) throws {
    let file = try #require(dataFolder).appendingPathComponent(path).path
    let reported = message {
      let phone = try scenario(scenarioText("phone: { accelerometer: \(file) }")).phone
      let recording = try #require(phone.accelerometer)
      return "\(Int(recording.rateHertz)) Hz, \(recording.holeCount) holes"
    }
    #expect(reported.contains(what), "\(reported)")
  }
}
