import Experiments

/// The causes of the time that trackers missed, as CSV with rows for each change that regains time.
///
/// Each change has a row for the whole change. If a smaller part of the change is enough, the
/// smallest such part has a second row. Minutes are as in `why.json`; fields that do not apply are
/// empty.
package enum WhyCSV {
  static let columns = [
    "tracker", "cause", "causeMinutes", "kind", "name", "change", "part", "regained",
    "regainedLow", "regainedHigh", "regainedMoving", "regainedOfCause", "batteryPercentPerDay",
    "onFront",
  ]

  package static func text(_ why: Why) -> String {
    var rows = [Table.csv(columns)]
    for tracker in why.trackers {
      for cause in tracker.causes {
        for change in cause.changes {
          let parts = [("whole", change.whole)] + (change.smallest.map { [("smallest", $0)] } ?? [])
          rows += parts.map { row(tracker, cause, change, $0, $1) }
        }
      }
    }
    return rows.joined(separator: "\n") + "\n"
  }

  private static func row(
    _ tracker: ExplainedTracker, _ cause: ExplainedCause, _ change: TriedChange, _ part: String,
    _ effect: ChangeEffect
  ) -> String {
    let numbers = [
      effect.regained.mean, effect.regained.interval?.low, effect.regained.interval?.high,
      effect.regainedMoving?.mean, effect.regainedOfCause.mean, effect.batteryPercentPerDay?.mean,
    ]
    return Table.csv(
      [
        tracker.tracker, cause.cause.name, "\(cause.minutes.mean)", change.kind.rawValue,
        change.name, effect.change, part,
      ] + numbers.map(Table.field) + ["\(change.isOnFront)"])
  }
}
