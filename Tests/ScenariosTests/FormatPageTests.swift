import EventKernel
import Foundation
import TestSupport
import Testing

@testable import Scenarios

@Suite("The page about the format")
struct FormatPageTests {
  private static let url = packageRoot.appendingPathComponent("Scenarios/README.md")
  private static let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""

  static let examples: [String] = text.split(separator: "```yaml\n").dropFirst().compactMap {
    $0.split(separator: "```").first.map(String.init)
  }

  /// A reader that accepts every name on the page.
  private let reader = ScenarioReader(
    vocabulary: ScenarioVocabulary(
      profiles: ["iphone-13"], systems: ["ios-17", "ios-26"],
      modelParameters: [
        "battery.healthShare", "processor.awakeIdleWatts", "processor.awakeShareFine",
      ],
      readings: [
        "forceQuitRelaunch": ["relaunches", "stays-dead"], "charger": ["fast", "five-watts"],
      ]))

  /// The page's example of a recorded signal, which shows only the beginning, repeated for ten
  /// seconds.
  private static let signal: String = {
    let lines =
      (text.split(separator: "```csv\n").dropFirst().first ?? "")
      .split(separator: "```").first?.split(separator: "\n") ?? []
    let rows = lines.dropFirst().map { $0.split(separator: ",").dropFirst().joined(separator: ",") }
    guard let header = lines.first, !rows.isEmpty else { return "" }
    let repeated = (0..<500).map { "\(Double($0) / 50)," + rows[$0 % rows.count] }
    return ([String(header)] + repeated).joined(separator: "\n")
  }()

  /// Returns a whole scenario that contains the example.
  private func whole(_ example: String) -> String {
    if example.hasPrefix("odograph: 1") { return example }
    let lines = [
      "start": "start: 2026-03-02T06:30:00", "timeZone": "timeZone: America/Los_Angeles",
      "places":
        "places: { home: { at: [45.5231, -122.6765] }, office: { at: [45.5122, -122.6587] } }",
      "day": "day: [{ stay: home, until: 08:00 }, { walk: office }, { stay: office, for: 1 h }, "
        + "{ walk: home }]",
    ]
    let keys = example.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    let missing = lines.keys.sorted().filter { key in !keys.contains { $0 == key } }
    return (["odograph: 1"] + missing.compactMap { lines[$0] } + [example]).joined(separator: "\n")
  }

  @Test("Each example is a scenario, or part of one, that can be lived", arguments: examples)
  func readable(text: String) throws {
    let place = try Workplace()
    let signal = try place.write(Self.signal, to: "walk.csv")
    let own = text.replacingOccurrences(of: "walk.csv", with: signal)
    let scenario = try reader.read(text: whole(own), file: Self.url.path)
    _ = try scenario.world(chance: SeededRandom(seed: 1))
    #expect(!scenario.trackers.isEmpty)
  }

  @Test("There are as many examples as there are things to show")
  func count() { #expect(Self.examples.count >= 14) }

  @Test("It tells of every key and every word that can be chosen")
  func complete() {
    let keys =
      (ScenarioKeys.scenario.withNested + ProfileKeys.profile.withNested)
      .filter { $0.name != "settings" }.flatMap(\.names) + ScenarioKeys.habits
    // The page names these four days as "monday to sunday".
    let meant = ["tuesday", "thursday", "friday", "saturday"]
    for key in keys where !meant.contains(key) {
      let pattern = try? Regex("[`{\\n, ]\(key)[`:,. ]")
      #expect(pattern.map { Self.text.contains($0) } == true, "\(key)")
    }
  }
}
