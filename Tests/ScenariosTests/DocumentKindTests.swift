import TestSupport
import Testing
import Text

@testable import Scenarios

/// Tests the messages of commands that are given another command's file.
@Suite("A file for another command")
struct DocumentKindTests {
  private static let files: [(text: String, kind: String, command: String)] = [
    ("odograph: 1\nname: A\nday: [{ stay: home }]", "a scenario", "odograph run"),
    ("odograph: 1\nextends: other.yaml", "a scenario", "odograph run"),
    (
      "preset: mine\nbehaviours: [visits]\nsettings: { visitTracking: true }", "a preset",
      "odograph run --preset"
    ),
    (
      "odograph: 1\nscenarios: [a.yaml]\ntrackers: [adaptive]\nseeds: 3", "a plan of a sweep",
      "odograph sweep"
    ),
    (
      "odograph: 1\npreset: adaptive\nsettings: { sendInterval: [1 min, 5 min] }\n"
        + "scenarios: [a.yaml, b.yaml]\nseeds: 3", "a plan of a tuning", "odograph tune"
    ),
    (
      "odograph: 1\npreset: adaptive\nsettings: {}\nsearch: [a.yaml]\njudge: [b.yaml]",
      "a plan of a tuning", "odograph tune"
    ),
    ("odograph-study: 1\nparticipants: 3\nweeks: 2", "a plan of a study", "odograph study"),
    ("odographProfile: 1\nphone: iphone-13", "a phone profile", "phone: { profile: FILE }"),
    (
      "odographCalibration: 1\nlogs: [a.csv]", "a list of logs for a calibration",
      "odograph calibrate"
    ),
  ]

  private static let readers: [(kind: String, read: @Sendable (String) throws -> Void)] = [
    (
      "a scenario",
      {
        let vocabulary = ScenarioVocabulary(profiles: [], systems: [], modelParameters: [])
        _ = try ScenarioReader(vocabulary: vocabulary).read(text: $0, file: "it.yaml")
      }
    ),
    (
      "a preset",
      { _ = try Preset(YAMLDocument.read(bytes: $0.utf8, file: "it.yaml", asWhat: "a preset")) }
    ),
    ("a plan of a sweep", { _ = try SweepReader(measures: []).read(text: $0, file: "it.yaml") }),
    (
      "a plan of a tuning",
      {
        _ = try TuningReader(measures: [], usual: ("pathCoverage", "fixCount"))
          .read(text: $0, file: "it.yaml")
      }
    ),
    ("a plan of a study", { _ = try StudyReader(measures: []).read(text: $0, file: "it.yaml") }),
    (
      "a list of logs for a calibration",
      { _ = try CalibrationReader(vocabulary: vocabulary).read(text: $0, file: "it.yaml") }
    ),
    (
      "a phone profile",
      { _ = try PhoneProfileReader(vocabulary: vocabulary).read(text: $0, file: "it.yaml") }
    ),
  ]

  @Test("It is told by what it is, and who takes it", arguments: readers.indices)
  func others(reader: Int) throws {
    let (kind, read) = Self.readers[reader]
    for file in Self.files where file.kind != kind {
      let error = try #require(throws: InputError.self) { try read(file.text) }
      #expect(
        error.description
          == "it.yaml: this is \(file.kind); accepted: \(kind); '\(file.command)' takes this one")
    }
  }

  @Test("What is its own is not refused for that, nor what could be several things")
  func own() throws {
    for (kind, read) in Self.readers {
      for file in Self.files.filter({ $0.kind == kind }).map(\.text) + ["a: 1", "name: only that"] {
        let words = #expect(throws: InputError.self) { try read(file + "\nunheard: of") }
        #expect(words?.description.contains("this is a") != true, "\(kind): \(file)")
      }
    }
  }
}
