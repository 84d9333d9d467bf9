import Foundation
import Testing
import World

@testable import Scenarios

let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The folder of real recordings; nil where it is absent.
let dataFolder: URL? = {
  let path = ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
  let url = URL(fileURLWithPath: path, relativeTo: packageRoot)
  return FileManager.default.fileExists(atPath: url.path) ? url : nil
}()

let vocabulary = ScenarioVocabulary(
  profiles: ["iphone-13", "iphone-14", "iphone-se"], systems: ["ios-17", "ios-26"],
  modelParameters: ["gnss.trackingWatts", "battery.healthShare"],
  readings: ["forceQuitRelaunch": ["relaunches", "stays-dead"]],
  measures: ["positionCoverage", "marginalBatteryPercentPerDay"])

let reader = ScenarioReader(vocabulary: vocabulary)

/// A folder of its own for one test's files.
struct Workplace: ~Copyable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "odograph-scenarios-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  func write(_ data: Data, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file.path
  }
}

/// The message of what `work` throws, or what it gave instead.
func message(_ work: () throws -> some Any) -> String {
  do {
    return "no error: \(try work())".prefix(200).description
  } catch {
    return "\(error)"
  }
}

/// A recording of that text, in a file of that name.
func readTrace(
  _ text: String, _ name: String, options: TraceOptions = TraceOptions()
) throws -> Trace {
  let place = try Workplace()
  return try Trace.read(path: place.write(text, to: name), options: options)
}

/// Why it is refused, without the folder, which differs from run to run.
func traceRefusal(
  _ text: String, _ name: String, options: TraceOptions = TraceOptions()
) -> String {
  let whole = message { try readTrace(text, name, options: options) }
  return whole.range(of: name).map { String(whole[$0.lowerBound...]) } ?? whole
}

func scenario(_ text: String) throws -> Scenario { try reader.read(text: text, file: "day.yaml") }

/// A scenario that is fine, into which a test puts its own lines.
func scenarioText(_ sections: String..., without: [String] = []) -> String {
  let defaults = [
    "start": "start: 2026-03-02T06:30:00", "timeZone": "timeZone: America/Los_Angeles",
    "places": "places: { home: { at: [45.5, -122.6] }, office: { at: [45.6, -122.6] } }",
    "day": "day: [{ stay: home }]",
  ]
  let given = sections.joined(separator: "\n")
  var lines = ["odograph: 1"]
  for key in ["start", "timeZone", "places", "day"] where !without.contains(key) {
    if !given.split(separator: "\n").contains(where: { $0.hasPrefix(key + ":") }) {
      lines.append(defaults[key] ?? "")
    }
  }
  return (lines + [given]).joined(separator: "\n") + "\n"
}

/// What `gzip` would make of it, with stored instead of compressed blocks: header, one block, CRC,
/// length.
func gzipped(_ text: String) -> Data? {
  let bytes = Array(text.utf8)
  guard bytes.count < 65536 else { return nil }
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  let length = UInt16(bytes.count)
  var data = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1])
  for half in [length, ~length] { data += [UInt8(half & 255), UInt8(half >> 8)] }
  data += bytes
  for word in [~crc, UInt32(length)] {
    for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }
  return data
}
