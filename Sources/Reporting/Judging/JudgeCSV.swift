import Experiments

/// The measures of a judged log as CSV, one row each. Fields that do not apply are empty.
package enum JudgeCSV {
  static let columns = [
    "measure", "log", "simulatedCount", "simulatedMedian", "simulatedLow", "simulatedHigh", "rank",
    "place",
  ]

  package static func text(_ judgment: Judgment) -> String {
    let rows = judgment.measures.map { measure in
      let range = measure.simulated
      return Table.csv(
        [measure.measure, "\(measure.log)", range.map { "\($0.count)" }]
          + [range?.median, range?.low, range?.high, range?.rank].map(Table.field)
          + [range?.place.rawValue])
    }
    return ([Table.csv(columns)] + rows).joined(separator: "\n") + "\n"
  }
}
