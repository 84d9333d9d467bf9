import Campaigns
import Experiments
import Files
import Foundation
import Reporting
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

/// The display of a tuning's progress, with a line for each of its sweeps.
final class TuningProgress: Sendable {
  private let search: [ProgressLine]
  private let judgement: ProgressLine
  private let worth: ProgressLine

  init(_ plan: TuningPlan, isQuiet: Bool) {
    let count = plan.document.generations
    func progress(_ title: String) -> ProgressLine {
      ProgressLine(title, unit: "phone-days", isQuiet: isQuiet)
    }
    search = (1...count).map { progress("Searching, generation \($0) of \(count)") }
    judgement = progress("Judging")
    worth = progress("Measuring each setting's effect")
  }

  @Sendable func report(_ stage: TuningStage, done: Int, of total: Int) {
    let progress =
      switch stage {
      case .search(let generation): search[generation - 1]
      case .judgement: judgement
      case .worth: worth
      }
    progress.report(done: done, of: total)
  }

  func clear() { worth.clear() }
}
