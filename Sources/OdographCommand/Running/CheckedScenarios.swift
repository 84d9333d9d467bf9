import CommandOptions
import Experiments
import Files
import Foundation
import Scenarios
import Text

/// A scenario to check, and its baseline if there is one.
struct CheckedScenario {
  var path: String
  var scenario: Scenario
  /// The path of the scenario's baseline. There may be no file at this path.
  var baselinePath: String
  var baseline: Baseline?
}

/// The search for the scenarios that `odograph check` checks.
struct CheckedScenarios {
  /// The folder of the baselines.
  let folder: String
  /// True if the user updates baselines. A baseline of another schema version is then replaced
  /// without being read.
  let isUpdate: Bool
  let apps: AppOptions

  /// Returns the scenarios to check or to update.
  ///
  /// If the user names scenarios, the function returns these. Otherwise it returns all scenarios
  /// that have a baseline. For a check, it adds the scenarios under `Scenarios/` that have
  /// expectations.
  func read(_ named: [String]) throws(InputError) -> [CheckedScenario] {
    try refuseMissingFolder()
    let paths = named.isEmpty ? try found() : named
    var scenarios: [CheckedScenario] = []
    for path in paths {
      let one = try read(path, isNamed: !named.isEmpty)
      if named.isEmpty, one.baseline == nil, isUpdate || one.scenario.expectations.isEmpty {
        continue
      }
      if let other = scenarios.first(where: { $0.baselinePath == one.baselinePath }),
        isUpdate || !named.isEmpty
      {
        throw InputError(
          SourceLocation(file: path), "its baseline would overwrite that of \(other.path)",
          accepted: "scenarios of different names, each once")
      }
      guard isUpdate || one.baseline != nil || !one.scenario.expectations.isEmpty else {
        throw InputError(
          SourceLocation(file: path), "there is nothing to check: no 'expect:' and no baseline",
          accepted: "either; 'odograph check --update \(path)' makes a baseline")
      }
      scenarios.append(one)
    }
    guard scenarios.isEmpty else { return scenarios }
    throw InputError(
      .commandLine, isUpdate ? "there is no baseline to update" : "there is nothing to check",
      accepted: isUpdate
        ? "names of scenarios, which get their first baselines"
        : "names of scenarios; under Scenarios/ none has an 'expect:' or a baseline")
  }

  /// Throws an error if the folder of baselines is missing. Otherwise a check with a mistyped
  /// folder would pass without checking anything.
  private func refuseMissingFolder() throws(InputError) {
    guard !isUpdate, folder != CheckOptions.usualBaselines,
      !FileManager.default.fileExists(atPath: folder)
    else { return }
    throw InputError(
      SourceLocation(file: folder), "--baselines: there is no such folder",
      accepted: "the folder in which 'odograph check --update' wrote baselines")
  }

  private func found() throws(InputError) -> [String] {
    var paths: [String] = []
    let below = FileManager.default.enumerator(atPath: "Scenarios")?.compactMap { $0 as? String }
    for file in files(below ?? [], in: "Scenarios") where ScenarioInput.isScenario(file) {
      // A plan, a preset or another program's file beside the scenarios is passed over.
      if try DocumentKind.mayBeScenario(path: file) { paths.append(file) }
    }
    let beside = try? FileManager.default.contentsOfDirectory(atPath: folder)
    for file in files(beside ?? [], in: folder) where file.hasSuffix(".json") {
      if isUpdate, isOfOtherVersion(file) { continue }
      let path = try BaselineFile.read(path: file).scenario
      guard FileManager.default.fileExists(atPath: path) else {
        throw InputError(
          SourceLocation(file: file), "its scenario \(quoted(path)) is no longer there",
          accepted: "the scenario in its place, this file deleted too, or names of scenarios")
      }
      let place = canonicalPath(path)
      if !paths.contains(where: { canonicalPath($0) == place }) { paths.append(path) }
    }
    return paths
  }

  private func files(_ names: [String], in folder: String) -> [String] {
    names.sorted().map { folder + "/" + $0 }
  }

  /// Reads a scenario and its baseline.
  ///
  /// - Parameter isNamed: false if the scenario was found below `Scenarios/`. It then has no
  ///   baseline if that of its name belongs to another scenario.
  private func read(_ path: String, isNamed: Bool) throws(InputError) -> CheckedScenario {
    guard ScenarioInput.isScenario(path) else {
      throw InputError(
        SourceLocation(file: path), "this is not a scenario",
        accepted: "a scenario in YAML; one with 'replay:' for a recording")
    }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let file = "\(folder)/\(FileName.of(name)).json"
    let isThere = FileManager.default.fileExists(atPath: file)
    let isRead = isThere && !(isUpdate && isOfOtherVersion(file))
    var baseline = isRead ? try BaselineFile.read(path: file) : nil
    if let owner = baseline?.scenario, canonicalPath(owner) != canonicalPath(path),
      FileManager.default.fileExists(atPath: owner)
    {
      guard !isNamed else {
        throw InputError(
          SourceLocation(file: path), "\(quoted(file)) is the baseline of \(quoted(owner))",
          accepted: "scenarios of different names, or another folder by --baselines")
      }
      baseline = nil
    }
    return CheckedScenario(
      path: path, scenario: try ScenarioInput.scenario(path, apps: apps), baselinePath: file,
      baseline: baseline)
  }

  private func isOfOtherVersion(_ file: String) -> Bool {
    BaselineFile.schema(path: file).map { $0 != Baseline.schema } ?? false
  }
}
