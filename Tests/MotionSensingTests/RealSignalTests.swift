import Foundation
import MotionSensing
import Testing

/// The folder of real recordings, from ODOGRAPH_DATA.
private let dataFolder =
  ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
private let trouserPocket = URL(filePath: dataFolder).appending(
  path: "accel-wisdm/phone_1604.csv.gz")
private let windscreen = URL(filePath: dataFolder).appending(
  path: "accel-drive/comma2k19-example-accel.csv.gz")

/// Tests on people whose data the committed model was not trained on.
@Suite("Real signals") struct RealSignalTests {
  @Test(
    "A stranger's jogging and sitting are recognized from a trouser pocket",
    .enabled(
      if: FileManager.default.fileExists(atPath: trouserPocket.path),
      "skipped: no recordings in ODOGRAPH_DATA"),
    arguments: [("jogging", Activity.running), ("sitting", .stationary), ("typing", .stationary)])
  func pocket(label: String, activity: Activity) throws {
    let columns = Columns(label: 1, seconds: 2, x: 3)
    let readings = try readings(of: trouserPocket, columns, label: Substring(label))
    #expect(readings.count >= 70)  // three minutes
    let right = readings.filter { $0.likeliest == activity }
    #expect(Double(right.count) > 0.9 * Double(readings.count))
  }

  @Test(
    "A stranger's walk has 1.3 to 2.4 steps a second",
    .enabled(
      if: FileManager.default.fileExists(atPath: trouserPocket.path),
      "skipped: no recordings in ODOGRAPH_DATA"))
  func steps() throws {
    let columns = Columns(label: 1, seconds: 2, x: 3)
    let onFoot = try readings(of: trouserPocket, columns, label: "walking").filter { $0.walking }
    let seconds = Double(onFoot.count) * AccelerometerWindow.span.seconds
    let rate = Double(onFoot.map(\.steps).reduce(0, +)) / seconds
    #expect(rate > 1.3 && rate < 2.4)
  }

  @Test(
    "A minute on a motorway is automotive, by made-up cars alone",
    .enabled(
      if: FileManager.default.fileExists(atPath: windscreen.path),
      "skipped: no recordings in ODOGRAPH_DATA"))
  func windscreenMinute() throws {
    let columns = Columns(label: 4, seconds: 0, x: 1)
    let readings = try readings(of: windscreen, columns, label: "driving")
    let right = readings.filter { $0.likeliest == .automotive }
    #expect(Double(right.count) > 0.8 * Double(readings.count))
  }

  private struct Columns {
    var label: Int
    var seconds: Int
    /// The column of x; y and z follow it.
    var x: Int
  }

  private func readings(
    of file: URL, _ columns: Columns, label: Substring
  ) throws -> [ActivityEstimate] {
    let signal = try signal(of: file, columns, label: label)
    var recognizer = ActivityRecognizer()
    var window = AccelerometerWindow()
    return (0..<signal.windowCount).compactMap { index in
      let start = signal.startSeconds + Double(index) * AccelerometerWindow.span.seconds
      return signal.fill(&window, from: start) ? recognizer.reading(of: window) : nil
    }
  }

  private func signal(
    of file: URL, _ columns: Columns, label: Substring
  ) throws -> RecordedSignal {
    let unzip = Process()
    unzip.executableURL = URL(filePath: "/usr/bin/env")
    unzip.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    unzip.standardOutput = pipe
    try unzip.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let samples = text.split(whereSeparator: \.isNewline).compactMap { line in
      let fields = line.split(separator: ",")
      guard fields.count == 5 || fields.count == 6, fields[columns.label] == label,
        let seconds = Double(fields[columns.seconds]), let x = Double(fields[columns.x]),
        let y = Double(fields[columns.x + 1]), let z = Double(fields[columns.x + 2])
      else { return RecordedSignal.Sample?.none }
      return .init(seconds: seconds, acceleration: SIMD3(x, y, z))
    }
    return RecordedSignal(samples: samples)
  }
}
