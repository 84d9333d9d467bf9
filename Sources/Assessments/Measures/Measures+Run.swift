extension Measures {
  /// The definitions of measures of the app's processes and records.
  static let lifecycle: [MeasureDefinition] =
    [
      MeasureDefinition(
        "launches", "launches", .count, of: .lifecycle,
        meaning: "How often the app's process was started."),
      MeasureDefinition(
        "suspensions", "suspensions", .count, of: .lifecycle,
        meaning: "How often the app's process was suspended."),
      MeasureDefinition(
        "deliveredFixes", "fixes delivered", .count, of: .lifecycle,
        meaning: "Fixes that the phone handed to the app."),
      MeasureDefinition(
        "acknowledged", "records acknowledged", .count, .moreIsBetter, of: .lifecycle,
        meaning: "Records of all kinds that the server has acknowledged."),
      MeasureDefinition(
        "queuedAtEnd", "records waiting", .count, .lessIsBetter, of: .lifecycle,
        meaning: "Records of all kinds that still wait to be sent."),
    ]
    + AppDeathCause.allCases.map { cause in
      MeasureDefinition(
        "deaths.\(cause.rawValue)", "deaths by \(cause.rawValue)", .count, of: .lifecycle,
        meaning: "How often this cause ended the app's process.")
    }

  /// The definitions of measures of trips that the tracker itself detected; see
  /// `DerivedTripMatching`.
  static let derived: [MeasureDefinition] = [
    MeasureDefinition(
      "awayMinutes", "away by the tracker", .minutes, of: .derived,
      meaning: "Time away from home, as the tracker itself reports it."),
    MeasureDefinition(
      "trips.tripCount", "trips listed by the tracker", .count, of: .derived,
      meaning: "Trips, such as drives, that the tracker itself detected."),
    MeasureDefinition(
      "trips.tripRecall", "trips detected by the tracker", .share, .moreIsBetter, of: .derived,
      meaning: "Share of the true trips that the tracker itself detected."),
    MeasureDefinition(
      "trips.tripPrecision", "trips detected that are true", .share, .moreIsBetter, of: .derived,
      meaning: "Share of the trips detected by the tracker that match a true trip."),
    MeasureDefinition(
      "trips.tripStartDelaySeconds", "detected trips begin late by", .seconds,
      of: .derived, meaning: "Detected start minus true start of the matched trips, on average.",
      isBias: true),
    MeasureDefinition(
      "trips.tripEndDelaySeconds", "detected trips end late by", .seconds,
      of: .derived, meaning: "Detected end minus true end of the matched trips, on average.",
      isBias: true),
    MeasureDefinition(
      "trips.tripDistanceErrorRatio", "detected trips too long by", .ratio, of: .derived,
      meaning: "Detected length ÷ true length − 1 of the matched trips, on average.",
      isBias: true),
  ]

  /// The definitions of measures of uncovered time for each cause, in the order in which causes are
  /// checked.
  static let gapCauses: [MeasureDefinition] = ["recorded", "received"].flatMap { view in
    GapCause.allCases.map { cause in
      MeasureDefinition(
        "\(view).\(cause.name)", "\(cause.name), \(view)", .plainSeconds, .lessIsBetter,
        of: .gapCauses, meaning: "Uncovered time of this cause.")
    }
  }
}
