import Experiments
import Files
import Foundation
import Reporting

/// A tuning in a folder, and what is said of it when it is there.
struct TuningFiles {
  static let names = ["tune.json", "tune.html"]

  private let outcome: TuningOutcome

  init(_ outcome: TuningOutcome) { self.outcome = outcome }

  func put(in folder: StagedFolder, as format: TuningFormat, isQuiet: Bool) throws {
    try write(TuningJSON.data(outcome.tuning), "tune.json", folder)
    try write(TuningPage(outcome).html(), "tune.html", folder)
    try write(ComparisonJSON.data(outcome.comparison), "judge/comparison.json", folder)
    try write(ComparisonPage(outcome.comparison).html(), "judge/comparison.html", folder)
    for candidate in outcome.tuning.front {
      let text = try TunedPreset(outcome, candidate).yaml()
      try write(Data(text.utf8), "front/\(candidate.name).yaml", folder)
    }
    try folder.commit()
    try show(folder, as: format, isQuiet: isQuiet)
  }

  private func write(_ data: Data, _ name: String, _ folder: StagedFolder) throws {
    try data.write(to: URL(fileURLWithPath: folder.pathForWriting(name)))
  }

  private func show(_ folder: StagedFolder, as format: TuningFormat, isQuiet: Bool) throws {
    let presets = outcome.tuning.front.isEmpty ? "" : ", presets in \(folder.path)/front"
    try format.show("Tuning: \(folder.path)/tune.html\(presets)", isQuiet: isQuiet) {
      switch format {
      case .json: Console.write(try TuningJSON.data(outcome.tuning))
      case .terminal:
        Console.write(TerminalTuning(outcome.tuning, isColoured: Console.isColoured).text)
      }
    }
  }
}

/// How far a tuning is, a line for each of its sweeps.
final class TuningProgress: Sendable {
  private let search: [Progress]
  private let judgement: Progress
  private let worth: Progress

  init(_ plan: TuningPlan, isQuiet: Bool) {
    let count = plan.document.generations
    func progress(_ title: String) -> Progress {
      Progress(title, unit: "phone-days", isQuiet: isQuiet)
    }
    search = (1...count).map { progress("Searching, generation \($0) of \(count)") }
    judgement = progress("Judging")
    worth = progress("Pricing each setting")
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
