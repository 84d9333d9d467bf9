import Campaigns
import Experiments
import Scenarios
import Text
import TrackingEngine

/// A candidate as a preset's file, with where it comes from above it.
package struct TunedPreset {
  private let outcome: TuningOutcome
  private let candidate: JudgedCandidate
  private let text: TuningText

  package init(_ outcome: TuningOutcome, _ candidate: JudgedCandidate) {
    self.outcome = outcome
    self.candidate = candidate
    text = TuningText(tuning: outcome.tuning)
  }

  /// - Throws: `InputError` where a value that was lived cannot be read.
  package func yaml() throws(InputError) -> String {
    var preset = outcome.preset
    for change in candidate.changes {
      try preset.settings.assign(SettingText(change.setting, change.value))
    }
    preset.name = candidate.name
    preset.description = "\(outcome.tuning.start), tuned: \(text.changes(candidate))"
    return preset.text(
      comment: comment,
      remarks: candidate.changes.map { ($0.setting, "rather than \($0.start)") })
  }

  private var comment: [String] {
    let tuning = outcome.tuning
    let half = tuning.judgement
    return [
      "\(tuning.start) as 'odograph tune' found it for “\(tuning.name)”, Odograph "
        + "\(tuning.provenance.odograph).",
      "Against \(tuning.start), on \(half.scenarios.joined(separator: ", ")), "
        + "\(half.seedsText),", "which the search had not seen:",
    ]
      + candidate.differences.map { difference in
        let words = MeasureText(measure: difference.measure)
        let mean = difference.mean.map(words.difference) ?? FigureText.none
        return "  \(difference.measure) \(mean)"
          + (difference.interval.map { " (\(words.differenceRange($0)))" } ?? "")
      }
  }
}
