extension Measures {
  /// The definitions of the measures of how often a log has a record. They need no truth, and are
  /// in the results of 'odograph judge' only.
  package static let cadence: [MeasureDefinition] = [
    MeasureDefinition(
      "recordsPerHour", "records per hour", .perHour, of: .coverage,
      meaning: "Positions per hour of the judged time."),
    MeasureDefinition(
      "intervalMedianSeconds", "median time between records", .seconds, .lessIsBetter,
      of: .coverage,
      meaning: "The median of the times between one position and the next."),
    MeasureDefinition(
      "intervalP95Seconds", "long times between records", .seconds, .lessIsBetter,
      of: .coverage,
      meaning: "The 95 % quantile of the times between one position and the next."),
    MeasureDefinition(
      "longestIntervalSeconds", "longest time between records", .seconds, .lessIsBetter,
      of: .coverage,
      meaning: "The longest time between one position and the next."),
  ]

  /// The measures of a log: the cadence, and the measures of coverage that its positions decide.
  package static let ofLogs: [MeasureDefinition] =
    cadence
    + [known, stays, days, accuracy, movement, fixes, late].joined().filter {
      $0.sections == [.coverage]
    }

  /// Returns the definition of a measure of a log by its name.
  package static func ofLog(_ name: String) -> MeasureDefinition? {
    ofLogs.first { $0.name == name }
  }
}
