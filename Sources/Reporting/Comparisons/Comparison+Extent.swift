import Experiments
import Statistics
import Text

extension Comparison {
  /// How much was lived.
  var runsText: String {
    let span = Text.seeds(design.firstSeed, to: design.lastSeed)
    let isWhole = UInt64(design.seedCount) == design.lastSeed - design.firstSeed + 1
    let seeds = isWhole ? span : "\(design.seedCount) of the \(span)"
    return "\(FigureText.counted(design.runsDone, "run")): \(seeds), "
      + FigureText.counted(design.drawCount, "draw") + " of what nobody knows of the phone"
  }

  /// False where there are too few draws to resample.
  var hasIntervals: Bool { design.drawCount >= Bootstrap.drawsMin }

  /// Nil when all is there. Others than whoever was interrupted may read it, or nobody was: a sweep's
  /// shards can be merged before all of them are there.
  var incompletenessText: String? {
    guard !isComplete else { return nil }
    guard design.runsDone < design.runsPlanned else {
      return "A part: it ended while contradicting sources were tried, and not all of them were."
    }
    return
      "A part: \(FigureText.count(Double(design.runsDone))) of "
      + "\(FigureText.counted(design.runsPlanned, "run")) were done, and the figures are of "
      + "those. Contradicting sources were not tried."
  }
}
