import Experiments
import Files
import Foundation
import Scenarios
import Text

/// A scenario that is to be checked, and its baseline where it has one.
struct CheckedScenario {
  var path: String
  var scenario: Scenario
  /// Path of the baseline, whether or not it is there.
  var baselinePath: String
  var baseline: Baseline?
}

/// Finds what there is to check.
struct CheckedScenarios {
  /// Folder of the baselines.
  let folder: String
  /// A baseline of another version is to be replaced then, and is not read.
  let isUpdate: Bool

  /// Those that are named; else what lies under `Scenarios/` with a baseline or expectations, and what
  /// other baselines are of.
  func read(_ named: [String]) throws(InputError) -> [CheckedScenario] {
    try refuseMissingFolder()
    let paths = named.isEmpty ? try found() : named
    var scenarios: [CheckedScenario] = []
    for path in paths {
      let one = try read(path)
      if named.isEmpty, one.baseline == nil, isUpdate || one.scenario.expectations.isEmpty {
        continue
      }
      if let other = scenarios.first(where: { $0.baselinePath == one.baselinePath }) {
        throw InputError(
          SourceLocation(file: path), "its baseline would be that of \(other.path)",
          accepted: "scenarios of different names, each once")
      }
      guard isUpdate || one.baseline != nil || !one.scenario.expectations.isEmpty else {
        throw InputError(
          SourceLocation(file: path), "there is nothing to check: no 'expect:' and no baseline",
          accepted: "one of both; 'odograph check --update \(path)' makes a baseline")
      }
      scenarios.append(one)
    }
    guard scenarios.isEmpty else { return scenarios }
    throw InputError(
      .commandLine, isUpdate ? "there is no baseline to update" : "there is nothing to check",
      accepted: "scenarios by name, or a folder Scenarios/ where this is started")
  }

  /// A folder that was misspelt would check nothing, and pass.
  private func refuseMissingFolder() throws(InputError) {
    guard !isUpdate, folder != CheckOptions.usualBaselines,
      !FileManager.default.fileExists(atPath: folder)
    else { return }
    throw InputError(
      SourceLocation(file: folder), "--baselines: there is no such folder",
      accepted: "the folder in which 'odograph check --update' wrote baselines")
  }

  private func found() throws(InputError) -> [String] {
    var paths = files(in: "Scenarios").filter(ScenarioInput.isScenario)
    for file in files(in: folder).filter({ $0.hasSuffix(".json") }) {
      if isUpdate, isOfOtherVersion(file) { continue }
      let path = try BaselineFile.read(path: file).scenario
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  private func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { folder + "/" + $0 }
  }

  private func read(_ path: String) throws(InputError) -> CheckedScenario {
    guard ScenarioInput.isScenario(path) else {
      throw InputError(
        SourceLocation(file: path), "this is no scenario",
        accepted: "a scenario in YAML; one with 'replay:' for a recording")
    }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let file = "\(folder)/\(FileName.of(name)).json"
    let isThere = FileManager.default.fileExists(atPath: file)
    let isRead = isThere && !(isUpdate && isOfOtherVersion(file))
    return CheckedScenario(
      path: path, scenario: try ScenarioInput.scenario(path), baselinePath: file,
      baseline: isRead ? try BaselineFile.read(path: file) : nil)
  }

  private func isOfOtherVersion(_ file: String) -> Bool {
    BaselineFile.schema(path: file).map { $0 != Baseline.schema } ?? false
  }
}
