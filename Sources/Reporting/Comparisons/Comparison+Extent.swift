import Experiments
import Statistics
import Text

extension Comparison {
  /// The number of runs, seeds and parameter draws, in words.
  var runsText: String {
    let span = Text.seeds(design.firstSeed, to: design.lastSeed)
    let isWhole = UInt64(design.seedCount) == design.lastSeed - design.firstSeed + 1
    let seeds = isWhole ? span : "\(design.seedCount) of the \(span)"
    return "\(FigureText.counted(design.runsDone, "run")): \(seeds), "
      + FigureText.counted(design.drawCount, "draw") + " of the uncertain phone parameters"
  }

  /// False if there are too few draws to resample.
  var hasIntervals: Bool { design.drawCount >= Bootstrap.drawsMin }

  /// A sentence that says what is missing; nil if the comparison is complete.
  ///
  /// The sentence does not name an interruption as the cause: a sweep's shards can also be merged
  /// before all of them are there.
  var incompletenessText: String? {
    guard !isComplete else { return nil }
    guard design.runsDone < design.runsPlanned else {
      return "Incomplete: it ended before all model variants were tried."
    }
    return
      "Incomplete: the figures are from \(FigureText.count(Double(design.runsDone))) of "
      + "\(FigureText.counted(design.runsPlanned, "run")). "
      + "Model variants were not tried."
  }
}
