extension Measures {
  /// The definitions of measures of stays and trips; see `StayMatching`.
  static let stays: [MeasureDefinition] = [
    MeasureDefinition(
      "stayRecall", "stays found", .share, .moreIsBetter, .inBaselines, of: .coverage,
      heading: ("stays", "found"),
      meaning: "Share of the true stays (ten minutes within 100 m) that the same detector finds in "
        + "the records, overlapping by half and with centers within 100 m.",
      formula: "true stays with a match ÷ true stays"),
    MeasureDefinition(
      "stayPrecision", "stays that are true", .share, .moreIsBetter, .inBaselines, of: .coverage,
      meaning: "Share of the stays found in the records that match a true stay."),
    MeasureDefinition(
      "tripRecall", "trips found", .share, .moreIsBetter, .inBaselines, of: .coverage,
      heading: ("trips", "found"),
      meaning: "Share of the true trips (200 m or more between two stays) that the records show."),
    MeasureDefinition(
      "tripPrecision", "trips that are true", .share, .moreIsBetter, .inBaselines, of: .coverage,
      meaning: "Share of the trips found in the records that match a true trip."),
    MeasureDefinition(
      "tripStartDelaySeconds", "trips begin late by", .seconds, nil, .atOnce,
      of: .coverage,
      meaning: "Recorded start minus true start of the trips found, on average.", isBias: true),
    MeasureDefinition(
      "tripEndDelaySeconds", "trips end late by", .seconds, of: .coverage,
      meaning: "Recorded end minus true end of the trips found, on average.", isBias: true),
    MeasureDefinition(
      "tripDistanceErrorRatio", "trips too long by", .ratio, of: .coverage,
      meaning: "Recorded length ÷ true length − 1 of the trips found, on average.",
      isBias: true),
  ]

  /// The definitions of measures of states that a tracker derives, such as "at home"; see
  /// `StateErrors`, `GeofenceMatching` and `GateArrivals`.
  static let states: [MeasureDefinition] = [
    MeasureDefinition(
      "homeAwayErrorMinutesPerDay", "home or away wrong", .minutesPerDay, .lessIsBetter, .atOnce,
      of: .coverage,
      meaning:
        "Time at which the tracker takes the person to be at home while away, or the reverse.",
      details: "Minutes per judged day. Truly away means more than 100 m from home."),
    MeasureDefinition(
      "outdoorsErrorMinutesPerDay", "indoors or out wrong", .minutesPerDay, .lessIsBetter, .atOnce,
      of: .coverage,
      meaning: "Time at which the tracker takes the person to be outdoors while indoors, or the "
        + "reverse.",
      details: "Minutes per judged day."),
    MeasureDefinition(
      "geofenceRecall", "crossings reported", .share, .moreIsBetter, .inBaselines, of: .coverage,
      meaning: "Share of the true crossings of its fence that the tracker reported within 15 min.",
      details: "The fence is the one that the tracker had set at that time."),
    MeasureDefinition(
      "geofencePrecision", "reported crossings that are true", .share, .moreIsBetter, of: .coverage,
      meaning: "Share of the reported crossings that took place."),
    MeasureDefinition(
      "geofenceDelaySeconds", "crossings reported after", .seconds, .lessIsBetter, of: .coverage,
      meaning: "Time from a crossing to its report, on average.",
      details: "Only matched crossings count."),
    MeasureDefinition(
      "gateRecall", "gates open in time", .share, .moreIsBetter, .inBaselines, of: .coverage,
      meaning: "Share of the arrivals at the gate before which the tracker had asked it to open.",
      details: "The person arrives on coming within 25 m. A request counts from when the person "
        + "came within the ring around the gate."),
    MeasureDefinition(
      "gateLeadTimeSeconds", "gates asked in advance by", .seconds, .moreIsBetter, of: .coverage,
      meaning: "Time from the request to open the gate to the arrival, on average.",
      details: "The first such request counts."),
  ]

  /// The definitions of measures of a person's mobility according to the records; see
  /// `MobilitySums`.
  static let movement: [MeasureDefinition] = [
    MeasureDefinition(
      "phantomStayMetersPerDay", "zigzag at rest", .metersPerDay, .lessIsBetter, .atOnce,
      of: .coverage,
      meaning: "Length of the steps between records taken while the person stayed in one place.",
      details: "Counts steps within one true stay, per judged day."),
    MeasureDefinition(
      "mobilityBias.distanceMeters", "distance, recorded minus true", .meters, of: .coverage,
      meaning: "Sum of the steps between records, minus the length of the true route.", isBias: true
    ),
    MeasureDefinition(
      "mobilityBias.timeAtHomeSeconds", "time at home, recorded minus true", .seconds,
      of: .coverage,
      meaning: "Time at home according to the records, each held until the next, minus the true "
        + "time.",
      details: "At home means within 100 m of it.", isBias: true),
    MeasureDefinition(
      "mobilityBias.maxDistanceFromHomeMeters", "farthest from home, recorded minus true", .meters,
      of: .coverage,
      meaning: "Largest distance from home in the records, minus the true one.", isBias: true),
    MeasureDefinition(
      "mobilityBias.radiusOfGyrationMeters", "radius of gyration, recorded minus true", .meters,
      of: .coverage,
      meaning: "Root mean square distance from the mean position, weighted by time.",
      details: "√(mean of |position − mean position|²).", isBias: true),
    MeasureDefinition(
      "mobilityBias.placeCount", "places, recorded minus true", .count, of: .coverage,
      meaning: "Number of places with stays.",
      details: "Centers within 200 m of each other are one place.", isBias: true),
    MeasureDefinition(
      "mobilityBias.entropy", "entropy, recorded minus true", .nats, of: .coverage,
      meaning: "Entropy of the shares of time at the places.",
      details: "−Σ *p* ln *p* over the shares *p* of stay time at the places.", isBias: true),
  ]
}
