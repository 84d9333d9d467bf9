extension Measures {
  /// The definitions of measures of the energy that tracking uses; see `EnergyReport`.
  static let energy: [MeasureDefinition] = [
    MeasureDefinition(
      "marginalBatteryPercentPerDay", "battery use", .percentPerDay, .lessIsBetter, .inBaselines,
      of: .energy,
      heading: ("battery", "%/day"),
      meaning: "Points of a full battery a day that the phone used beyond the same day without the "
        + "tracker.",
      formula: "100 × marginal joules ÷ battery joules ÷ days compared"),
    MeasureDefinition(
      "marginalJoules", "energy", .joules, .lessIsBetter, of: .energy,
      meaning: "Energy that the phone used beyond the same day without the tracker.",
      details: "Over all days."),
    MeasureDefinition(
      "totalJoules", "energy of the phone", .joules, .lessIsBetter, of: .energy,
      meaning: "All energy that the phone used."),
    MeasureDefinition(
      "marginalJoulesPerDeliveredFix", "energy per delivered fix", .joules, .lessIsBetter,
      of: .energy,
      meaning: "Marginal energy divided by the number of fixes that the phone handed to the app."),
    MeasureDefinition(
      "marginalJoulesPerRecordedFix", "energy per recorded fix", .joules, .lessIsBetter,
      of: .energy,
      meaning: "Marginal energy divided by the number of recorded positions."),
    MeasureDefinition(
      "finalBatteryLevel", "battery at the end", .share, .moreIsBetter, of: .energy,
      meaning: "Charge at the end, as a share of a full battery."),
    MeasureDefinition(
      "secondsOff", "phone off", .plainSeconds, .lessIsBetter, .atOnce, of: .energy,
      meaning: "Time in which the phone was off."),
    MeasureDefinition(
      "comparedSeconds", "time compared", .seconds, of: .energy,
      meaning: "Time until the phone first shut off, with the tracker or without it."),
    MeasureDefinition(
      "unrecorded.seconds", "time without a recording", .seconds, of: .energy,
      meaning: "Part of the compared time in which the recording has a gap.",
      details: "Left out if it has none. The movement in a gap is assumed."),
    MeasureDefinition(
      "unrecorded.totalJoules", "energy of the phone without a recording", .joules, of: .energy,
      meaning: "Energy that the phone used in that time."),
    MeasureDefinition(
      "unrecorded.marginalJoules", "energy without a recording", .joules, of: .energy,
      meaning: "Part of the marginal energy in that time.",
      details: "It is included in the battery use."),
  ]
}
