import Campaigns
import CommandOptions
import Experiments
import Files
import Foundation
import Reporting
import Synchronization
import Terminal

/// The files of a tuning in a folder, and the text printed about them.
struct TuningFiles {
  static let names = ["tune.json", "tune.html"]

  private let outcome: TuningOutcome

  init(_ outcome: TuningOutcome) { self.outcome = outcome }

  func put(in folder: StagedFolder, as format: TuningFormat, isQuiet: Bool) throws {
    try folder.write(TuningJSON.data(outcome.tuning), to: "tune.json")
    try folder.write(TuningPage(outcome).html(), to: "tune.html")
    try ComparisonFiles(outcome.comparison).write(in: folder, below: "judge/")
    for candidate in outcome.tuning.front {
      let file = "front/\(candidate.name).yaml"
      let text = EditorSchema.preset.head(
        try TunedPreset(outcome, candidate).yaml(), at: folder.path + "/" + file)
      try folder.write(Data(text.utf8), to: file)
    }
    try folder.commit()
    try show(folder, as: format, isQuiet: isQuiet)
  }

  private func show(_ folder: StagedFolder, as format: TuningFormat, isQuiet: Bool) throws {
    let presets = outcome.tuning.front.isEmpty ? "" : ", presets in \(folder.path)/front"
    try format.show("Tuning: \(folder.path)/tune.html\(presets)", isQuiet: isQuiet) {
      switch format {
      case .json: Console.write(try TuningJSON.data(outcome.tuning))
      case .terminal:
        Console.write(TerminalTuning(outcome.tuning, isColored: Console.isColored).text)
      }
    }
  }
}

/// The display of a tuning's progress: a line for the search, and one for each sweep after it.
final class TuningProgress: Sendable {
  private let generations: Int
  private let isQuiet: Bool
  private let current = Mutex(Current())

  /// The line of the present stage. A line counts the time from its creation.
  private struct Current {
    var title = ""
    var line: ProgressLine?
    var generation = 0
    /// The phone-days of the generation.
    var total = 0
    /// Those of the generations before it that this command ran.
    var earlier = 0

    mutating func begin(_ generation: Int, of total: Int) {
      if generation != self.generation { earlier += self.total }
      (self.generation, self.total) = (generation, total)
    }
  }

  init(_ plan: TuningPlan, isQuiet: Bool) {
    generations = plan.document.generations
    self.isQuiet = isQuiet
  }

  @Sendable func report(_ stage: TuningStage, done: Int, of total: Int) {
    current.withLock { current in
      switch stage {
      case .search(let generation):
        current.begin(generation, of: total)
        // Later generations have about as many.
        let all = current.earlier + total * (generations - generation + 1)
        show("Searching \(generations) generations", current.earlier + done, all, &current)
      case .judgement: show("Judging", done, total, &current)
      case .worth: show("Measuring each setting's effect", done, total, &current)
      }
    }
  }

  private func show(_ title: String, _ done: Int, _ total: Int, _ current: inout Current) {
    if title != current.title {
      current.title = title
      current.line = ProgressLine(title, unit: "phone-days", isQuiet: isQuiet)
    }
    current.line?.report(done: done, of: total)
  }

  func clear() { current.withLock { $0.line?.clear() } }
}
