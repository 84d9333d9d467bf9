import Experiments
import Text

/// The sentences on the findings of a check, which the terminal, Markdown and JUnit forms share.
struct CheckText {
  let scenario: ScenarioCheck

  /// Returns the change of a measure since the baseline, such as "pathCoverage 30.1 % → 24.0 %
  /// (−6.1, 95 % −7.0 to −5.2; tolerance 1.0)".
  static func moved(_ check: MeasureCheck) -> String {
    let text = MeasureText(measure: check.measure)
    let before = text.withUnit(check.before)
    guard let now = check.now, let difference = check.difference, let interval = check.interval
    else { return "\(check.measure) was \(before), and now applies to too few days" }
    return "\(check.measure) \(before) → \(text.withUnit(now)) (\(text.difference(difference)), "
      + "95 % \(text.differenceRange(interval)); tolerance \(text.advantage(check.tolerance)))"
  }

  /// Returns the first difference between the timeline of this run and the baseline's timeline.
  static func change(_ change: TimelineChange) -> [String] {
    [
      "first change in the timeline of seed \(change.seed):",
      "  now:    \(change.now ?? "nothing more")", "  before: \(change.before ?? "nothing more")",
    ]
  }

  static let noChange = "The first seed's timeline is unchanged."

  /// The results of a check of one scenario, in words.
  ///
  /// The text counts the expectations that are met, such as "4 of 4 expectations met on 8 seeds".
  /// It also counts the measures that did not get worse than in the baseline, such as "92 of 93
  /// measures no worse than the baseline (9 trackers, 8 seeds)".
  var summary: String {
    guard scenario.isComplete else { return "interrupted, not checked" }
    var parts: [String] = []
    if !scenario.verdicts.isEmpty {
      parts.append(
        "\(scenario.verdicts.count { $0.isMet }) of \(scenario.verdicts.count) expectations met "
          + "on \(counted(scenario.expectationSeeds, "seed"))")
    }
    let measures = scenario.trackers.flatMap(\.measures)
    if !measures.isEmpty {
      parts.append(
        "\(measures.count { !$0.isFailure }) of \(measures.count) measures no worse than the "
          + "baseline (\(counted(scenario.trackers.count, "tracker")), "
          + "\(counted(scenario.baselineSeeds, "seed")))")
    }
    return parts.isEmpty ? "nothing to check" : parts.joined(separator: "; ")
  }
}

extension CheckReport {
  /// The outcome of the whole check in words, such as "2 regressions and 1 expectation not met" or
  /// "nothing has got worse".
  var outcome: String {
    let unmet = scenarios.reduce(0) { $0 + $1.verdicts.count { !$0.isMet } }
    let regressions = failureCount - unmet
    var parts: [String] = []
    if regressions > 0 {
      parts.append(counted(regressions, "regression"))
    }
    if unmet > 0 {
      parts.append(counted(unmet, "expectation") + " not met")
    }
    let words = parts.isEmpty ? "nothing has got worse" : parts.joined(separator: " and ")
    return isComplete ? words : "interrupted; in the part done, \(words)"
  }
}
