import Experiments

/// The explanation of missed time as CSV, with one or two rows for each change that shortens the
/// missed time.
///
/// The first row of a change is for the whole change, such as `distanceFilter: 500 m → 100 m`. A
/// smaller step, such as `500 m → 250 m`, may regain almost as much time. The second row is then
/// for the smallest such step (`TriedChange.smallest`). Minutes are as in `why.json`. Fields that
/// do not apply are empty.
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
