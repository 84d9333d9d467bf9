import Campaigns
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
  private let lines = Mutex(Lines())

  /// The lines of the stages that have begun. A line counts the time from its creation.
  private struct Lines {
    var search: Search?
    var judgement: ProgressLine?
    var worth: ProgressLine?
  }

  /// The line of the search, and the phone-days of its generations.
  private struct Search {
    let line: ProgressLine
    var generation: Int
    /// The phone-days of the generation.
    var total = 0
    /// Those of the generations before it that this command ran.
    var earlier = 0
  }

  init(_ plan: TuningPlan, isQuiet: Bool) {
    generations = plan.document.generations
    self.isQuiet = isQuiet
  }

  @Sendable func report(_ stage: TuningStage, done: Int, of total: Int) {
    lines.withLock { lines in
      switch stage {
      case .search(let generation):
        var search =
          lines.search
          ?? Search(line: line("Searching \(generations) generations"), generation: generation)
        if search.generation != generation { search.earlier += search.total }
        (search.generation, search.total) = (generation, total)
        lines.search = search
        // Later generations have about as many.
        search.line.report(
          done: search.earlier + done,
          of: search.earlier + total * (generations - generation + 1))
      case .judgement:
        let line = lines.judgement ?? line("Judging")
        lines.judgement = line
        line.report(done: done, of: total)
      case .worth:
        let line = lines.worth ?? line("Measuring each setting's effect")
        lines.worth = line
        line.report(done: done, of: total)
      }
    }
  }

  func clear() {
    lines.withLock { ($0.worth ?? $0.judgement ?? $0.search?.line)?.clear() }
  }

  private func line(_ title: String) -> ProgressLine {
    ProgressLine(title, unit: "phone-days", isQuiet: isQuiet)
  }
}
