import Cryptography
import Experiments
import Files
import Foundation
import Scenarios
import Simulation

/// Everything that affects the figures of a sweep, a study or a tuning, in named parts. A
/// fingerprint detects shards that do not belong together, and names the difference. Texts that
/// only describe figures are not included, so that a user may edit them after the runs.
///
/// The program's version is one of the parts. Figures from before and after a change of the
/// simulator look alike, but must not be merged into one result.
public struct PlanFingerprint: Codable, Sendable, Equatable {
  package struct Part: Codable, Sendable, Equatable {
    package var name: String
    /// The part's content as a short text, or the digest of a longer one.
    package var value: String
  }

  package var parts: [Part]

  /// Creates the fingerprint of a sweep. Equal plans have equal fingerprints, however they are
  /// written. Parts of the plan that only change texts about figures are left out, such as a
  /// description or a requirement.
  init(_ document: SweepDocument, _ plan: ComparisonPlan) {
    let scenarios = Self.named(document.scenarios.map(\.text), plan.entries.map(\.scenario))
    let presets = plan.entries.flatMap(\.choices).map(\.preset).withoutRepeats
    let trackers = plan.entries[0].choices.map(\.formText).joined(separator: "\n\n")
    parts =
      scenarios + Self.named(presets) + Self.apps(plan.entries.flatMap(\.choices)) + [
        Part(name: "trackers", value: hexadecimal(sha256(Array(trackers.utf8)))),
        Part(name: "measures", value: plan.measures.joined(separator: " ")),
        Part(name: "the first seed", value: "\(plan.seeds.first)"),
        Part(name: "seeds", value: "\(plan.seeds.count)"),
        Part(name: "draws", value: "\(plan.seeds.drawCount)"),
      ] + Self.program(plan.entries.map(\.scenario))
  }

  /// Creates the fingerprint of a study. Names, remarks and the rules `usable` and `recruit` are
  /// left out, since the runs do not depend on them. The number of participants is included, since
  /// it determines the participants of each shard.
  ///
  /// - Parameter trials: The trial scenarios, in which every persona and every choice of the study
  ///   occurs.
  init(_ document: StudyDocument, trials: [Scenario], measures: [String]) {
    // The plan's own file is first; its relevant content is among the essentials.
    let files = trials.flatMap { $0.sourceFiles.dropFirst() }.withoutRepeats
    let essentials = document.essentials.map { Part(name: $0.name, text: $0.text) }
    parts =
      zip(Self.numbered(files.map(Self.name)), files).map {
        Part(name: $0, value: Self.digest(ofFile: $1))
      }
      + Self.named(trials[0].trackers.map(\.preset).withoutRepeats)
      + Self.apps(trials[0].trackers) + essentials
      + [document.map?.routesPath].compactMap { $0 }.map {
        Part(name: "the file of routes", value: Self.digest(ofFile: $0))
      } + [
        Part(name: "measures", value: measures.joined(separator: " ")),
        Part(name: "the first seed", value: "\(document.seed)"),
        Part(name: Self.participants, value: "\(document.participants)"),
      ] + Self.program(trials)
  }

  private static let participants = "participants"

  /// Returns how many more participants this plan has than the other one. Returns nil if the plans
  /// also differ in anything else.
  func participants(besidesThoseOf other: PlanFingerprint) -> Int? {
    func count(_ fingerprint: PlanFingerprint) -> Int? {
      fingerprint.parts.first { $0.name == Self.participants }.flatMap { Int($0.value) }
    }
    func rest(_ fingerprint: PlanFingerprint) -> [Part] {
      fingerprint.parts.filter { $0.name != Self.participants }
    }
    guard rest(self) == rest(other), let mine = count(self), let theirs = count(other) else {
      return nil
    }
    return mine - theirs
  }

  /// Creates the fingerprint of a tuning.
  ///
  /// - Parameters:
  ///   - asked: The entries of the tuning's plan, independent of the formatting of the plan's file.
  ///   - scenarios: Each scenario with the path that the plan gives for it.
  ///   - presets: The names of built-in presets, and the paths of the user's own presets.
  init(asked: [Part], scenarios: [(path: String, scenario: Scenario)], presets: [String]) {
    parts =
      asked + Self.named(scenarios.map(\.path), scenarios.map(\.scenario))
      + Self.named(presets.withoutRepeats) + Self.program(scenarios.map(\.scenario))
  }

  /// Returns a part for each file on which the scenarios depend. The part of a scenario's own file
  /// has the name of that file. A scenario may also extend another scenario, replay a recording, or
  /// use recorded accelerometer data. The part of any such file is named after the file and the
  /// scenario.
  private static func named(_ paths: [String], _ scenarios: [Scenario]) -> [Part] {
    let names = numbered(paths.map(name))
    return zip(names, scenarios).flatMap { name, scenario in
      let files = scenario.sourceFiles
      let others = numbered(files.dropFirst().map(self.name)).map { "\($0) of \(name)" }
      return zip([name] + others, files).map { Part(name: $0, value: digest(ofFile: $1)) }
    }
  }

  private static func named(_ presets: [String]) -> [Part] {
    zip(numbered(presets.map(name)), presets).map { name, preset in
      let bytes = PresetLibrary.text(named: preset).map { Array($0.utf8) }
      return Part(
        name: "preset " + name,
        value: bytes.map { hexadecimal(sha256($0)) } ?? digest(ofFile: preset))
    }
  }

  /// Returns a part for each file that decides what an app of the trackers does, so that a changed
  /// app starts anew.
  private static func apps(_ trackers: [TrackerChoice]) -> [Part] {
    let files = trackers.flatMap(\.appFiles).withoutRepeats
    return zip(numbered(files.map(name)), files).map {
      Part(name: "the app's file " + $0, value: digest(ofFile: $1))
    }
  }

  private static func program(_ scenarios: [Scenario]) -> [Part] {
    let provenance = Provenance(scenarios: scenarios, options: [])
    return [
      Part(name: "the phone's model", value: provenance.profileHash),
      Part(name: "Odograph's version", value: provenance.odograph),
      Part(name: "Odograph's build", value: program),
      Part(name: "the platform", value: provenance.platform),
      Part(name: "the time zones' data", value: provenance.timeZoneData),
    ]
  }

  /// Returns the file's name without the folder, since the folder may differ between machines.
  private static func name(ofPath path: String) -> String {
    URL(fileURLWithPath: path).lastPathComponent
  }

  /// Adds numbers to names that occur more than once, since files in different folders may have
  /// equal names.
  private static func numbered(_ names: [String]) -> [String] {
    names.enumerated().map { index, name in
      let before = names[..<index].count { $0 == name }
      return before == 0 ? name : "\(name) (\(before + 1))"
    }
  }

  // MARK: Differences

  /// Returns short texts that name the differences between the plans, such as "draws differ: 20,
  /// not 10". The first value is this plan's value. Returns an empty list for equal plans.
  public func differences(from other: PlanFingerprint) -> [String] {
    let shared = parts.compactMap { part -> String? in
      guard let counterpart = other.parts.first(where: { $0.name == part.name }) else {
        return "\(part.name) is new"
      }
      return counterpart.value == part.value ? nil : part.difference(from: counterpart.value)
    }
    let gone = other.parts.filter { part in !parts.contains { $0.name == part.name } }
    // The same parts in another order belong to another plan.
    if shared.isEmpty, gone.isEmpty, self != other { return ["the order of scenarios differs"] }
    return shared + gone.map { "\($0.name) is gone" }
  }

  // MARK: Digests

  private static let program =
    ELFProgram.buildID(path: programPath).map { hexadecimal($0) } ?? digest(ofFile: programPath)

  private static var programPath: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }

  /// Returns the digest of a file. The file is read in pieces, since a recording may be large.
  private static func digest(ofFile path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "unreadable" }
    let hash = RunningSHA256()
    while let piece = try? file.read(upToCount: 1 << 20), !piece.isEmpty { hash.add(piece) }
    return hexadecimal(hash.digest())
  }
}

extension PlanFingerprint.Part {
  /// Creates a part that keeps a short text as it is, and a longer text as its digest.
  fileprivate init(name: String, text: String) {
    self.init(
      name: name, value: text.count < Self.shownMax ? text : hexadecimal(sha256(Array(text.utf8))))
  }

  private static let shownMax = 30
  private static let plurals = [
    "seeds", "draws", "trackers", "lives", "participants", "settings", "objectives", "requirements",
    "generations",
  ]

  fileprivate func difference(from other: String) -> String {
    if name == "measures" { return "measures differ: " + measures(besides: other) }
    let isPlural = Self.plurals.contains(name)
    guard value.count < Self.shownMax, other.count < Self.shownMax else {
      return name + (isPlural ? " differ" : " differs")
    }
    return isPlural ? "\(name) differ: \(value), not \(other)" : "\(name) is \(value), not \(other)"
  }

  /// Returns a text about the difference between two lists of measures. `other` is the list of the
  /// existing results. The text names the measures that the existing results lack. If they lack
  /// none, the text names their additional measures or reports another order.
  private func measures(besides other: String) -> String {
    let (mine, theirs) = (value.split(separator: " "), other.split(separator: " "))
    let lacking = mine.filter { !theirs.contains($0) }
    guard lacking.isEmpty else { return "it has no figures of " + lacking.joined(separator: ", ") }
    let more = theirs.filter { !mine.contains($0) }
    return more.isEmpty
      ? "their order" : "it has figures of \(more.joined(separator: ", ")) too"
  }
}

extension TrackerChoice {
  /// A text with everything that determines the tracker's figures, except the scenario and the
  /// preset's file. The text contains the preset's name, the tracker's name in the scenario
  /// (`origin`), the contract and the settings. The `name` of a variant is left out.
  fileprivate var formText: String {
    let resolved = Dictionary(
      settings.map { ($0.name, $0.canonicalValue) }, uniquingKeysWith: { $1 })
    return
      ([PresetLibrary.name(of: preset), origin, contract ?? ""]
      + resolved.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      .joined(separator: "\n")
  }
}
