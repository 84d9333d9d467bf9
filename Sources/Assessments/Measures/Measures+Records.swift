extension Measures {
  /// The definitions of measures of the number of records.
  static let fixes: [MeasureDefinition] = [
    MeasureDefinition(
      "fixCount", "positions recorded", .count, nil, .atOnce, of: .coverage,
      meaning: "Records with a position.",
      details: "Records outside of judged time count too.")
  ]

  /// The definitions of measures of the records' distance from the truth; see `PositionError`.
  static let accuracy: [MeasureDefinition] = [
    MeasureDefinition(
      "positionErrorMeters.p50", "typical error", .meters, .lessIsBetter, .atOnce, of: .coverage,
      meaning: "Half of the recorded positions lie nearer to the truth than this.",
      details: "The truth is that of the record's own timestamp."),
    MeasureDefinition(
      "positionErrorMeters.p95", "large errors", .meters, .lessIsBetter, .atOnce, of: .coverage,
      meaning: "Of a hundred recorded positions, five lie farther from the truth than this.",
      details: "The truth is that of the record's own timestamp."),
    MeasureDefinition(
      "shareWithinReportedAccuracy", "as accurate as reported", .share, .moreIsBetter,
      of: .coverage,
      meaning: "Share of the recorded positions whose error is within their own reported accuracy.",
      details: "A reported accuracy is a 68 % radius, so an honest phone is near 0.68."),
  ]

  /// The definitions of measures of sending records to the server; see `Delivery`.
  static let delivery: [MeasureDefinition] = [
    MeasureDefinition(
      "recorded", "records to send", .count, of: .delivery,
      meaning: "Positions recorded by a tracker that sends them."),
    MeasureDefinition(
      "received", "records received", .count, .moreIsBetter, .atOnce, of: .delivery,
      meaning: "Records that the server has at the end, each counted once."),
    MeasureDefinition(
      "lost", "records lost", .count, .lessIsBetter, .inBaselines, of: .delivery,
      meaning: "Records that the tracker dropped; the server never gets them."),
    MeasureDefinition(
      "duplicated", "records received twice", .count, .lessIsBetter, .inBaselines, of: .delivery,
      meaning: "Records that the server received again."),
    MeasureDefinition(
      "latencyP50Seconds", "typical delay", .seconds, .lessIsBetter, .atOnce, of: .delivery,
      heading: ("typical", "delay"),
      meaning: "Half of the records reached the server within this time after they were recorded.",
      details: "Only records that arrived count, with their first arrival."),
    MeasureDefinition(
      "latencyP95Seconds", "long delay", .seconds, .lessIsBetter, .inBaselines, of: .delivery,
      meaning: "Of a hundred records, five took longer than this to reach the server.",
      details: "Only records that arrived count, with their first arrival."),
  ]

  /// The definitions of measures of late records, which only the measures of `LiveCoverage`
  /// include.
  static let late: [MeasureDefinition] = [
    MeasureDefinition(
      "tooLateToReorder", "records too late to reorder", .count, .lessIsBetter, of: .coverage,
      meaning: "Records that came more than a day after their timestamp. Only the live measures "
        + "include them.")
  ]

  /// The definitions of measures of judged and simulated time, by which other measures are divided.
  static let judged: [MeasureDefinition] = [
    MeasureDefinition(
      "judgedShare", "time judged", .share, of: .coverage,
      meaning: "Share of the simulated time for which it is known where the person was.",
      details: "`judgedSeconds ÷ simulatedSeconds`. Reports warn if it is below 0.8."),
    MeasureDefinition(
      "judgedSeconds", "judged time", .seconds, of: .coverage,
      meaning: "Time by which shares of time are divided.",
      details: "It is the time for which the truth is known."),
    MeasureDefinition(
      "simulatedSeconds", "simulated time", .seconds, of: .coverage, .energy,
      meaning: "All time of the run.",
      details: "It is in `coverage` and in `energy`."),
  ]
}
