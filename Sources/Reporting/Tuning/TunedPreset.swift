import Campaigns
import Experiments
import Scenarios
import Text
import TrackingEngine

/// A candidate of a tuning as a preset's file, with the origin of its settings in a comment at the
/// top.
package struct TunedPreset {
  private let outcome: TuningOutcome
  private let candidate: JudgedCandidate
  private let text: TuningText

  package init(_ outcome: TuningOutcome, _ candidate: JudgedCandidate) {
    self.outcome = outcome
    self.candidate = candidate
    text = TuningText(tuning: outcome.tuning)
  }

  /// Returns the preset's file as YAML.
  ///
  /// - Throws: `InputError` if the value of a changed setting cannot be read.
  package func yaml() throws(InputError) -> String {
    var preset = outcome.preset
    for change in candidate.changes {
      try preset.settings.assign(SettingText(change.setting, change.value))
    }
    preset.name = candidate.name
    preset.description = "\(outcome.tuning.start), tuned: \(text.changes(candidate))"
    return preset.text(
      comment: comment,
      remarks: candidate.changes.map { ($0.setting, "instead of \($0.start)") })
  }

  private var comment: [String] {
    let tuning = outcome.tuning
    let half = tuning.judgement
    return [
      "\(tuning.start), tuned by 'odograph tune' for “\(tuning.name)”, Odograph "
        + "\(tuning.provenance.odograph).",
      "Differences from \(tuning.start) on \(half.scenarios.joined(separator: ", ")), "
        + "\(half.seedsText),", "which are the holdout set:",
    ]
      + candidate.differences.map { difference in
        let words = MeasureText(measure: difference.measure)
        let mean = difference.mean.map(words.difference) ?? FigureText.none
        return "  \(difference.measure) \(mean)"
          + (difference.interval.map { " (\(words.differenceRange($0)))" } ?? "")
      }
  }
}
