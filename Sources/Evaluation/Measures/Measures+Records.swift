extension Measures {
  /// The records by number.
  static let fixes: [MeasureDefinition] = [
    MeasureDefinition(
      "fixCount", "positions recorded", .count, nil, .atOnce, of: .coverage,
      meaning: "Records with a position.",
      details: "Judged or not.")
  ]

  /// The records by their distance from the truth; see PositionError.
  static let accuracy: [MeasureDefinition] = [
    MeasureDefinition(
      "positionErrorMeters.p50", "typical error", .meters, .lessIsBetter, .atOnce, of: .coverage,
      meaning: "Half of the recorded positions lie nearer to the truth than this.",
      details: "The truth is that of their own stamp."),
    MeasureDefinition(
      "positionErrorMeters.p95", "large errors", .meters, .lessIsBetter, .atOnce, of: .coverage,
      meaning: "Of a hundred recorded positions, five lie farther from the truth than this.",
      details: "The truth is that of their own stamp."),
    MeasureDefinition(
      "shareWithinReportedAccuracy", "as accurate as reported", .share, .moreIsBetter,
      of: .coverage,
      meaning: "Share of the recorded positions whose error is within their own accuracy. It means "
        + "to be 68 %.",
      details: "So an honest phone is near 0.68."),
  ]

  /// The records on their way to the server; see Delivery.
  static let delivery: [MeasureDefinition] = [
    MeasureDefinition(
      "recorded", "records to send", .count, of: .delivery,
      meaning: "Positions recorded by a tracker that sends them."),
    MeasureDefinition(
      "received", "records received", .count, .moreIsBetter, .atOnce, of: .delivery,
      meaning: "What the server has at the end, each once."),
    MeasureDefinition(
      "lost", "records lost", .count, .lessIsBetter, .inBaselines, of: .delivery,
      meaning: "Dropped by the tracker; the server never gets them."),
    MeasureDefinition(
      "duplicated", "records received twice", .count, .lessIsBetter, .inBaselines, of: .delivery,
      meaning: "What the server got once more."),
    MeasureDefinition(
      "latencyP50Seconds", "typical delay", .seconds, .lessIsBetter, .atOnce, of: .delivery,
      heading: ("typical", "delay"),
      meaning: "Half of the records reached the server within this time of being recorded.",
      details: "For the first time, and of what arrived."),
    MeasureDefinition(
      "latencyP95Seconds", "long delay", .seconds, .lessIsBetter, .inBaselines, of: .delivery,
      meaning: "Of a hundred records, five reached the server later than this.",
      details: "For the first time, and of what arrived."),
  ]

  /// Records that only the live measures know.
  static let late: [MeasureDefinition] = [
    MeasureDefinition(
      "tooLateToReorder", "too late for its place", .count, .lessIsBetter, of: .coverage,
      meaning: "Recorded more than a day after its stamp; only the live measures know it.")
  ]

  /// The time that the other measures divide by.
  static let judged: [MeasureDefinition] = [
    MeasureDefinition(
      "judgedShare", "time judged", .share, of: .coverage,
      meaning: "Share of the simulated time of which it is known where the person was.",
      details: "`judgedSeconds ÷ simulatedSeconds`; below 0.8 reports warn."),
    MeasureDefinition(
      "judgedSeconds", "judged time", .seconds, of: .coverage,
      meaning: "What shares of time divide by.",
      details: "Time at which the truth is known."),
    MeasureDefinition(
      "simulatedSeconds", "simulated time", .seconds, of: .coverage, .energy,
      meaning: "What energy divides by.",
      details: "A measure of `coverage` and of `energy`."),
  ]
}
