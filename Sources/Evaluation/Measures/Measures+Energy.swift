extension Measures {
  /// The price of tracking; see EnergyReport.
  static let energy: [MeasureDefinition] = [
    MeasureDefinition(
      "marginalBatteryPercentPerDay", "battery", .percentPerDay, .lessIsBetter, .inBaselines,
      of: .energy,
      heading: ("battery", "%/day"),
      meaning: "Points of a full battery a day that the phone used more than on the same day "
        + "without the tracker.",
      formula: "100 × marginal joules ÷ battery joules ÷ days compared"),
    MeasureDefinition(
      "marginalJoules", "energy", .joules, .lessIsBetter, of: .energy,
      meaning: "What the phone used more than on the same day without the tracker.",
      details: "Over all days."),
    MeasureDefinition(
      "totalJoules", "energy of the phone", .joules, .lessIsBetter, of: .energy,
      meaning: "All that the phone used."),
    MeasureDefinition(
      "marginalJoulesPerDeliveredFix", "energy a delivered fix", .joules, .lessIsBetter,
      of: .energy,
      meaning: "Marginal energy by the fixes that the phone handed to the app."),
    MeasureDefinition(
      "marginalJoulesPerRecordedFix", "energy a recorded fix", .joules, .lessIsBetter, of: .energy,
      meaning: "Marginal energy by the positions recorded."),
    MeasureDefinition(
      "finalBatteryLevel", "battery at the end", .share, .moreIsBetter, of: .energy,
      meaning: "Of what the battery holds when full."),
    MeasureDefinition(
      "secondsOff", "phone off", .plainSeconds, .lessIsBetter, .atOnce, of: .energy,
      meaning: "Time in which the phone was off."),
    MeasureDefinition(
      "comparedSeconds", "time compared", .seconds, of: .energy,
      meaning: "Until the earlier shut-off of the phone with the tracker and the one without."),
  ]
}
