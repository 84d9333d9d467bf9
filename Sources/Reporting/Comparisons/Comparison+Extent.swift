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

  /// True if the comparison has enough parameter draws for confidence intervals by bootstrap.
  var hasIntervals: Bool { design.drawCount >= Bootstrap.drawsMin }

  /// A sentence on the runs that the comparison lacks; nil if the comparison is complete.
  ///
  /// The sentence does not say that the runs were interrupted: a sweep's shards can also be merged
  /// before all of them exist.
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
