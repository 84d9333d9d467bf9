import Evaluation
import Foundation
import Scenarios
import Simulation
import TestSupport
import Testing
import Text
import TrackingEngine

@testable import Reporting

@Suite("Tables to look names up in")
struct ReferenceTests {
  @Test("Every setting, behavior and measure is in its table, once")
  func complete() {
    #expect(
      ReferenceTable.settings.entries.map(\.name).sorted()
        == TrackerSettings.definitions.map(\.name).sorted())
    #expect(
      ReferenceTable.behaviors.entries.map(\.name) == BehaviorKind.allCases.map(\.rawValue))
    #expect(ReferenceTable.measures.entries.map(\.name) == Measures.all.map(\.name))
  }

  @Test("Every preset is counted among those that have a behavior")
  func presets() {
    let named = ReferenceTable.behaviors.entries.flatMap(\.facts).filter { $0.key == "presets" }
      .flatMap(\.value.texts)
    #expect(Set(named) == Set(PresetLibrary.names))
  }

  @Test(
    "A name is found in any case, by Apple's name, and by what tables print",
    arguments: [
      ("resumegeofenceradius", "resumeGeofenceRadius"),
      ("pausesLocationUpdatesAutomatically", "pausesAutomatically"),
    ])
  func settings(word: String, name: String) throws {
    #expect(try ReferenceTable.settings.find(word).map(\.name) == [name])
  }

  @Test(
    "A measure is found by its title, its column and its place in the report",
    arguments: [
      ("battery", "marginalBatteryPercentPerDay"), ("trips", "tripRecall"),
      ("Place known", "positionCoverage"), ("while moving", "positionCoverageMoving"),
      ("coverage.pathCoverage", "pathCoverage"),
    ])
  func measures(word: String, name: String) throws {
    #expect(try ReferenceTable.measures.find(word).map(\.name) == [name])
  }

  @Test("Another word finds what mentions it, and one that nothing mentions is refused")
  func words() throws {
    let found = try ReferenceTable.settings.find("fence").map(\.name)
    #expect(found.contains("resumeGeofenceRadius") && found.count > 1)
    #expect(
      message { try ReferenceTable.settings.find("distanceFiltr") }.hasSuffix(
        "did you mean 'distanceFilter'?"))
    #expect(throws: InputError.self) { try ReferenceTable.behaviors.find("") }
  }

  @Test("JSON holds what the text says, and Markdown has a heading for each name")
  func forms() throws {
    for table in [ReferenceTable.settings, .behaviors, .measures, .presets, .gapCauses] {
      let json = try JSONSerialization.jsonObject(with: Data(table.json().utf8))
      let objects = try #require(json as? [[String: Any]])
      #expect(objects.compactMap { $0["name"] as? String } == table.entries.map(\.name))
      let headings = table.markdown().split(separator: "\n").filter { $0.hasPrefix("### `") }
      #expect(headings.count == table.entries.count)
      for entry in table.entries { #expect(table.list.contains("  \(entry.name)")) }
    }
    let radius = try #require(try ReferenceTable.settings.find("resumeGeofenceRadius").first)
    #expect(radius.text.contains("read by     pauseAndResumeWithGeofence"))
    #expect(radius.text.contains("default     off"))
  }

  @Test("Each example of a setting can be typed")
  func examples() throws {
    let path = packageRoot.appendingPathComponent("Scenarios/commuter-weekday.yaml").path
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: path)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    var count = 0
    for entry in ReferenceTable.settings.entries {
      guard let example = entry.facts.first(where: { $0.key == "example" })?.value.texts.first
      else { continue }
      count += 1
      let words = example.split(separator: " ").map(String.init)
      let preset = try #require(words.firstIndex(of: "--preset").map { words[$0 + 1] })
      let own = scenario.trackers.filter { $0.name == preset }
      let choices = own.isEmpty ? [TrackerChoice(preset: preset)] : own
      let override = try SettingOverride.parse(words.last ?? "", trackers: [preset])
      let variants = choices.applying([override])
      #expect(variants.count == 2, "\(example)")
      for variant in variants {
        #expect(throws: Never.self, "\(example)") { try day.provision(variant) }
        #expect(variant.unreadWarnings(try variant.readPreset()) == [], "\(example)")
      }
    }
    #expect(count > 100)
  }

  private static let documents: [(name: String, title: String, table: ReferenceTable)] = [
    (
      "settings",
      "Change a setting in a preset's file, under a scenario's `trackers:`, or with `--set`.",
      .settings
    ),
    ("behaviors", "A preset lists its behaviors under `behaviours:`.", .behaviors),
    (
      "measures",
      "Name a measure under `expect:` and in `--measure`, `--axis` and `--require`. "
        + "[Measures.md](../Measures.md) explains how they are worked out.", .measures
    ),
    (
      "presets", "Name a preset in `--preset`, or under a scenario's `trackers:`.", .presets
    ),
  ]

  @Test("The reference pages are generated from the tables", arguments: documents.indices)
  func pages(index: Int) throws {
    let (name, words, table) = Self.documents[index]
    let text =
      "# \(name.prefix(1).uppercased() + name.dropFirst())\n\n\(words) `odograph \(name)` prints "
      + "the same.\n\n" + table.markdown()
    #expect(try GeneratedFile("Docs/reference/\(name).md").difference(from: text) == nil)
  }

  @Test("The page of gap causes is generated, in the order in which causes are checked")
  func gapCauses() throws {
    let text =
      "# Gap causes\n\nA gap is a time in which the place was not known. If several causes hold, "
      + "the first one here counts. [Reports.md](../Reports.md#gaps-and-their-causes) shows how "
      + "to read them.\n\n" + ReferenceTable.gapCauses.markdown()
    #expect(try GeneratedFile("Docs/reference/gap-causes.md").difference(from: text) == nil)
    #expect(ReferenceTable.gapCauses.names == GapCause.allCases.map(\.name))
  }

  private struct Schema: Decodable {
    var title: String
    var description: String?
  }

  @Test("The page of schemas lists every schema with its title")
  func schemas() throws {
    let root = GeneratedFile.repository
    var rows: [String] = []
    for folder in ["Scenarios", "Docs"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: root.appendingPathComponent(folder).path)
      for name in names.sorted() where name.hasSuffix(".schema.json") {
        let data = try Data(contentsOf: root.appendingPathComponent("\(folder)/\(name)"))
        let schema = try JSONDecoder().decode(Schema.self, from: data)
        let words = [schema.title, schema.description].compactMap(\.self).joined(separator: ": ")
        rows.append("| [\(name)](../../\(folder)/\(name)) | \(Escaping.markdown(words)) |\n")
      }
    }
    let text =
      "# Schemas\n\nJSON schemas of the files that people write (`Scenarios/`) and of those that "
      + "Odograph writes (`Docs/`). An editor with a YAML language server completes keys by them."
      + "\n\n| schema | describes |\n| --- | --- |\n" + rows.joined()
    #expect(rows.count > 8)
    #expect(try GeneratedFile("Docs/reference/schemas.md").difference(from: text) == nil)
  }
}
