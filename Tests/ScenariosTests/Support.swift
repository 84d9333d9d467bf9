import Foundation
import Testing

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
