import Evaluation
import Simulation
import Text
import Timekeeping

/// The comparison of logs that were made with two settings, a log for each day. The file is
/// `judge-settings.json`.
package struct SettingsJudgment: Codable, Sendable, Equatable {
  package static let schema = "odograph.judge-settings/1"
  /// The name of the drain without a charger among the measures.
  package static let drain = "drainPercentPerHour"

  package var schema = SettingsJudgment.schema
  package var provenance: Provenance
  /// The days with the first setting, in the order of the command line.
  package var first: [JudgedLogDay]
  package var second: [JudgedLogDay]
  package var comparison: SettingComparison

  /// Compares judgments of logs that were made with one setting with those of another; nil if there
  /// is none of one of them.
  package init?(_ first: [Judgment], against second: [Judgment]) {
    guard let some = first.first, !second.isEmpty else { return nil }
    provenance = some.provenance
    self.first = first.map(JudgedLogDay.init)
    self.second = second.map(JudgedLogDay.init)
    comparison = SettingComparison(
      of: [Self.drain] + Measures.ofLogs.map(\.name), first.map(Self.figures),
      against: second.map(Self.figures))
  }

  private static func figures(of judgment: Judgment) -> [String: Double] {
    var figures: [String: Double] = [:]
    for measure in judgment.measures { figures[measure.measure] = measure.log }
    figures[drain] = judgment.battery?.drain?.percentPerHour
    return figures
  }
}

/// A log of a day with one setting.
package struct JudgedLogDay: Codable, Sendable, Equatable {
  package var log: JudgedLog
  /// The time that was judged, in seconds.
  package var judgedSeconds: Double
  /// The drain without a charger; null if the log does not show it.
  @ExplicitNull package var drain: JudgedDrain? = nil

  init(_ judgment: Judgment) {
    log = judgment.log
    judgedSeconds = judgment.truth.judgedSeconds
    drain = judgment.battery?.drain
  }
}
