import Evaluation
import Foundation
import Scenarios
import Simulation
import Text

/// A sweep that a tuning runs: some candidates on the search set or the holdout set.
///
/// The sweep's plan is an ordinary file beside the shards. So an external program (`--engine`) can
/// run the sweep too. A sweep that is complete is not run again.
struct TuningSweep {
  struct Tracker {
    var name: String
    /// The changed settings with their values; empty for the unchanged preset.
    var values: [(setting: String, value: String)] = []
  }

  var title: String
  /// The sweep's folder, relative to the folder of the tuning's results.
  var folder: String
  var half: TuningDocument.Half
  var trackers: [Tracker]
  /// The name of the tracker with which the others are compared; nil if no comparison is needed.
  var reference: String?

  func text(_ plan: TuningPlan, in folder: String) -> String {
    func path(_ path: String) -> String { Escaping.json(relativePath(to: path, from: folder)) }
    let document = plan.document
    let preset = document.preset.text
    let presetText = PresetLibrary.isPath(preset) ? path(preset) : Escaping.json(preset)
    var lines = [
      "# \(title), written by 'odograph tune'; 'odograph sweep' runs it.", "odograph: 1",
      "name: \(Escaping.json(title))", "scenarios:",
    ]
    lines += half.scenarios.map { "  - " + path($0.text) }
    lines.append("trackers:")
    for tracker in trackers {
      let set = tracker.values.map { "\($0.setting): \(Escaping.json($0.value))" }
      lines.append(
        "  - { preset: \(presetText), name: \(Escaping.json(tracker.name))"
          + (set.isEmpty ? " }" : ", set: { \(set.joined(separator: ", ")) } }"))
    }
    lines += ["seed: \(half.firstSeed)", "seeds: \(half.seeds)"]
    lines.append("measures: [\(plan.measures.map(Escaping.json).joined(separator: ", "))]")
    if let reference { lines += judging(plan, reference) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the plan's lines with options of the comparison: the reference, the axis, the
  /// requirements and the objective.
  private func judging(_ plan: TuningPlan, _ reference: String) -> [String] {
    let document = plan.document
    var lines = ["against: \(Escaping.json(reference))"]
    if let axis = plan.axis { lines.append("axis: \(Escaping.json(axis))") }
    if !document.requirements.isEmpty {
      let conditions = document.requirements.map { Escaping.json($0.description) }
      lines.append("require: [\(conditions.joined(separator: ", "))]")
    }
    let choice = document.choice
    lines.append(
      "\(choice.isLeastBest ? "minimise" : "maximise"): \(Escaping.json(choice.measure.text))")
    return lines
  }

  /// Returns the path relative to a folder. With relative paths, results and scenarios can be moved
  /// together.
  private func relativePath(to path: String, from folder: String) -> String {
    func components(_ path: String) -> [String] {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.pathComponents
    }
    let (target, origin) = (components(path), components(folder))
    let shared = zip(target, origin).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: origin.count - shared) + target[shared...]
    return way.joined(separator: "/")
  }
}

extension TuningPlan {
  /// The measure that plots show against battery use: the first objective that is not battery use
  /// itself.
  var axis: String? {
    document.objectives.map(\.measure.text).first {
      $0 != Measures.cost && Measures.sense(of: $0) != nil
    }
  }
}
