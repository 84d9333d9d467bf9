import Documents
import Foundation
import SimulatedPhone
import TestSupport
import Testing
import Text
import TrackingEngine
import World

@testable import Scenarios

extension DocumentKind {
  fileprivate var schemaPath: String {
    switch self {
    case .scenario: "Scenarios/odograph.schema.json"
    case .preset: "Scenarios/odograph-preset.schema.json"
    case .sweep: "Scenarios/odograph-sweep.schema.json"
    case .tuning: "Scenarios/odograph-tuning.schema.json"
    case .study: "Scenarios/odograph-study.schema.json"
    case .validation: "Scenarios/odograph-validation.schema.json"
    case .app: "Scenarios/odograph-app.schema.json"
    case .calibration: "Scenarios/odograph-calibration.schema.json"
    case .profile: "Scenarios/odograph-profile.schema.json"
    }
  }
}

@Suite("The JSON Schemas for editors")
struct SchemaTests {
  /// Every YAML file of the repository that a command reads.
  static let files: [String] = {
    let folders = [
      "Scenarios", "Scenarios/studies", "Scenarios/studies/lives", "Examples/Sweeps",
      "Examples/OwnTracker", "Examples/own-tracker-python",
      "Examples/Tuning", "Examples/PhoneProfile", "Examples/Calibration",
      "Sources/Scenarios/Presets", "Validation",
      "Validation/scenarios",
    ]
    return folders.flatMap { folder in
      let path = packageRoot.appendingPathComponent(folder).path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder + "/" + $0 }
    }
  }()

  private func root(_ file: String) throws -> SourceNode {
    let path = packageRoot.appendingPathComponent(file).path
    return try YAMLDocument.read(path: path, asWhat: "a file")
  }

  private func complaints(_ node: SourceNode, _ kind: DocumentKind) throws -> [String] {
    try JSONSchema(Data(kind.schema.utf8)).complaints(Data(node.json.utf8))
  }

  @Test("Each is what is generated from its table of keys", arguments: DocumentKind.allCases)
  func generated(kind: DocumentKind) throws {
    #expect(try GeneratedFile(kind.schemaPath).difference(from: kind.schema) == nil)
  }

  @Test(
    "The pages' tables of keys are generated from the same",
    arguments: [
      "Scenarios/README.md", "Docs/Sweeps.md", "Docs/Tuning.md", "Docs/Studies.md",
      "Docs/guide/own-tracker.md",
    ])
  func pages(page: String) throws {
    let difference = try GeneratedFile(page).difference(ofParts: "keys") { name in
      DocumentKind.keys(named: name)?.markdown
    }
    #expect(difference == nil)
  }

  @Test("Every file of the repository is valid", arguments: files)
  func valid(file: String) throws {
    let root = try root(file)
    let kind = try #require(DocumentKind(root))
    #expect(try complaints(root, kind) == [])
  }

  @Test("There are files of each kind")
  func kinds() throws {
    let found = try Self.files.map { DocumentKind(try root($0)) }
    #expect(DocumentKind.allCases.allSatisfy(found.contains))
    #expect(found.count { $0 == .scenario } >= 50)
  }

  // Reader and schema check every mapping of every file, but those with the same keys at the same
  // place only once. Both accept any key where an author chooses the names (places, lives, `model`,
  // the values of an act's `with`).
  @Test(
    "An unknown key that a reader refuses, its schema refuses too",
    arguments: DocumentKind.allCases)
  func unknown(kind: DocumentKind) throws {
    let schema = try JSONSchema(Data(kind.schema.utf8))
    var seen: Set<String> = []
    var refused = 0
    for file in Self.files {
      let root = try root(file)
      guard DocumentKind(root) == kind else { continue }
      for (mapping, node) in root.withEachMappingChanged()
      where seen.insert(mapping).inserted && refusesKey(node, kind, file) {
        refused += 1
        #expect(try schema.complaints(Data(node.json.utf8)) != [], "\(file): \(mapping)")
      }
    }
    #expect(refused > 0)
  }

  /// True if the reader refuses the added key, and not something else.
  private func refusesKey(_ node: SourceNode, _ kind: DocumentKind, _ file: String) -> Bool {
    let path = packageRoot.appendingPathComponent(file).path
    let measures = [
      "marginalBatteryPercentPerDay", "tripRecall", "pathCoverage", "stayRecall",
      "positionCoverageMoving",
    ]
    do {
      switch kind {
      case .scenario:
        let (merged, _) = try ScenarioInheritance.resolve(node, chain: [path])
        _ = try ScenarioReader(vocabulary: .ofFiles).read(merged, file: path, sourceFiles: [])
      case .preset: _ = try Preset(node)
      case .sweep: _ = try SweepReader(measures: measures).read(node, file: path)
      case .tuning:
        _ = try TuningReader(measures: measures, usual: ("pathCoverage", "tripRecall"))
          .read(node, file: path)
      case .study:
        let study = try StudyReader(measures: measures).read(node, file: path)
        _ = try study.trials(vocabulary: .ofFiles)
      case .validation:
        _ = try ValidationReader(measures: ["gaugePercent"], vocabulary: .ofFiles)
          .read(node, file: path)
      case .app: _ = try AppFile(node, path: path, location: .commandLine)
      case .profile: _ = try PhoneProfileReader(vocabulary: .ofFiles).read(node, file: path)
      case .calibration: _ = try CalibrationReader(vocabulary: .ofFiles).read(node, file: path)
      }
      return false
    } catch {
      return ["unknown key", "no setting is called"]
        .contains { error.problem.contains("\($0) '\(SourceNode.notDelivered)'") }
    }
  }

  @Test("Each example of a key is valid", arguments: DocumentKind.allCases)
  func examples(kind: DocumentKind) throws {
    for table in kind.table.withNested {
      for key in table.keys {
        guard let example = key.example else { continue }
        // All keys but this one are optional here, and none excludes another.
        let alone = KeyTable(table.name, [key])
        let schema = try JSONSchema(Data(alone.schema(title: "", description: "").utf8))
        let yaml = try YAMLDocument.read(
          bytes: "\(key.name): \(example)".utf8, file: "example", asWhat: "an example")
        #expect(try schema.complaints(Data(yaml.json.utf8)) == [], "\(table.name).\(key.name)")
      }
    }
  }

  @Test("A table has no key twice, and a document no table of the same name")
  func unique() {
    for kind in DocumentKind.allCases {
      for table in kind.table.withNested {
        #expect(Set(table.names).count == table.names.count, "\(table.name)")
        #expect(!table.keys.contains { $0.meaning.isEmpty || $0.meaning.hasSuffix(".") })
      }
    }
  }

  @Test("A reader that asks for a key that its table has not got ends at once")
  func misspelled() async {
    await #expect(processExitsWith: .failure) {
      let node = SourceNode(name: "phone", content: .mapping([]), location: SourceLocation())
      _ = try Fields(node, keys: ScenarioKeys.phone)["batery"]
    }
  }
}

extension ScenarioVocabulary {
  /// The names that the repository's files use.
  fileprivate static let ofFiles = ScenarioVocabulary(
    profiles: ["iphone-13", "iphone-14", "iphone-se", "nokia-n95"],
    systems: ["ios-15", "ios-16", "ios-17", "ios-18", "ios-26", "unrestricted"],
    modelParameters: [
      "battery.healthShare", "permission.provisionalPromptSeconds", "processor.awakeIdleWatts",
      "processor.awakeShareFine",
    ],
    readings: [
      "forceQuitRelaunch": ["relaunches", "stays-dead"], "charger": ["fast", "five-watts"],
    ])
}

extension SourceNode {
  fileprivate static let notDelivered = "unheardOf"

  /// Copies of this document, each with an unknown key in another of its mappings, and that
  /// mapping's place and keys.
  fileprivate func withEachMappingChanged(
    at place: String = ""
  ) -> [(mapping: String, document: SourceNode)] {
    switch content {
    case .text: return []
    case .list(let elements):
      return elements.indices.flatMap { index in
        elements[index].withEachMappingChanged(at: place + "[]").map { mapping, changed in
          var list = elements
          list[index] = changed
          return (mapping, with(.list(list)))
        }
      }
    case .mapping(let entries):
      let value = SourceNode(
        name: Self.notDelivered, content: .text("1", isQuoted: false), location: location)
      let stranger = SourceEntry(key: Self.notDelivered, keyLocation: location, value: value)
      let keys = entries.map(\.key).sorted().joined(separator: " ")
      return [("\(place): \(keys)", with(.mapping(entries + [stranger])))]
        + entries.indices.flatMap { index in
          let place = place + "." + entries[index].key
          return entries[index].value.withEachMappingChanged(at: place).map { mapping, changed in
            var own = entries
            own[index].value = changed
            return (mapping, with(.mapping(own)))
          }
        }
    }
  }

  private func with(_ content: Content) -> SourceNode {
    SourceNode(name: name, content: content, location: location)
  }
}
