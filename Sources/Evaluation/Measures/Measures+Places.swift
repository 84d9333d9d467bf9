extension Measures {
  /// Stays and trips; see StayMatching.
  static let stays: [MeasureDefinition] = [
    MeasureDefinition(
      "stayRecall", "stays found", .share, .moreIsBetter, .inBaselines, of: .coverage,
      heading: ("stays", "found"),
      meaning: "Share of the true stays, ten minutes within 100 m, that the same detector finds in "
        + "the records: overlapping by half, centers within 100 m.",
      formula: "true stays with a match ÷ true stays"),
    MeasureDefinition(
      "stayPrecision", "stays that are true", .share, .moreIsBetter, .inBaselines, of: .coverage,
      meaning: "Share of the stays found in the records that a true one matches."),
    MeasureDefinition(
      "tripRecall", "trips found", .share, .moreIsBetter, .inBaselines, of: .coverage,
      heading: ("trips", "found"),
      meaning: "Share of the true trips, 200 m and more between two stays, that the records show."),
    MeasureDefinition(
      "tripPrecision", "trips that are true", .share, .moreIsBetter, .inBaselines, of: .coverage,
      meaning: "Share of the trips found in the records that a true one matches."),
    MeasureDefinition(
      "tripStartDelaySeconds", "trips begin late by", .seconds, .lessIsBetter, .atOnce,
      of: .coverage,
      meaning: "Recorded less true start of the trips found, on average."),
    MeasureDefinition(
      "tripEndDelaySeconds", "trips end late by", .seconds, .lessIsBetter, of: .coverage,
      meaning: "Recorded less true end of the trips found, on average."),
    MeasureDefinition(
      "tripDistanceErrorRatio", "trips too long by", .ratio, of: .coverage,
      meaning: "Recorded over true length of the trips found, less one."),
  ]

  /// States that a tracker derives; see StateErrors, GeofenceMatching and GateArrivals.
  static let states: [MeasureDefinition] = [
    MeasureDefinition(
      "homeAwayErrorMinutesPerDay", "home or away wrong", .minutesPerDay, .lessIsBetter, .atOnce,
      of: .coverage,
      meaning:
        "Time at which the tracker has the person at home while away, or away while at home.",
      details: "Judged minutes a day; truly away is more than 100 m from home."),
    MeasureDefinition(
      "outdoorsErrorMinutesPerDay", "indoors or out wrong", .minutesPerDay, .lessIsBetter, .atOnce,
      of: .coverage,
      meaning: "Time at which the tracker has the person outdoors while inside, or the other way "
        + "round.",
      details: "Judged minutes a day."),
    MeasureDefinition(
      "geofenceRecall", "crossings told", .share, .moreIsBetter, .inBaselines, of: .coverage,
      meaning: "Share of the true crossings of its fence that the tracker told within a quarter of "
        + "an hour.",
      details: "The fence counts as it lay at that time."),
    MeasureDefinition(
      "geofencePrecision", "crossings told that are true", .share, .moreIsBetter, of: .coverage,
      meaning: "Share of the crossings told that took place."),
    MeasureDefinition(
      "geofenceDelaySeconds", "crossings told after", .seconds, .lessIsBetter, of: .coverage,
      meaning: "From a crossing to its telling, on average.",
      details: "Over matched crossings."),
    MeasureDefinition(
      "gateRecall", "gates open in time", .share, .moreIsBetter, .inBaselines, of: .coverage,
      meaning: "Share of the arrivals at the gate for which it had been asked to open.",
      details: "An arrival is to 25 m; a request counts since the person came within the gate's "
        + "ring."),
    MeasureDefinition(
      "gateLeadTimeSeconds", "gates asked ahead by", .seconds, .moreIsBetter, of: .coverage,
      meaning: "From asking the gate to the arrival there, on average.",
      details: "From the first such request."),
  ]

  /// Movement as recorded; see MobilitySums.
  static let movement: [MeasureDefinition] = [
    MeasureDefinition(
      "phantomStayMetersPerDay", "zigzag at rest", .metersPerDay, .lessIsBetter, .atOnce,
      of: .coverage,
      meaning: "Length of the steps between records taken while the person stayed where they were.",
      details: "Within one true stay, per judged day."),
    MeasureDefinition(
      "mobilityBias.distanceMeters", "distance, recorded less true", .meters, of: .coverage,
      meaning: "Sum of the steps between records, less the true way."),
    MeasureDefinition(
      "mobilityBias.timeAtHomeSeconds", "time at home, recorded less true", .seconds, of: .coverage,
      meaning: "By the records, each holding until the next, less the truth.",
      details: "At home is within 100 m of it."),
    MeasureDefinition(
      "mobilityBias.maxDistanceFromHomeMeters", "farthest from home, recorded less true", .meters,
      of: .coverage,
      meaning: "Largest distance from home in the records, less the true one."),
    MeasureDefinition(
      "mobilityBias.radiusOfGyrationMeters", "radius of gyration, recorded less true", .meters,
      of: .coverage,
      meaning: "Root mean square distance from the mean position, weighted by time.",
      details: "√(mean of |position − mean position|²)."),
    MeasureDefinition(
      "mobilityBias.placeCount", "places, recorded less true", .count, of: .coverage,
      meaning: "Number of places at which stays were.",
      details: "Centers within 200 m of each other are one place."),
    MeasureDefinition(
      "mobilityBias.entropy", "entropy, recorded less true", .nats, of: .coverage,
      meaning: "Of the shares of time at the places.",
      details: "−Σ *p* ln *p* over the shares *p* of stay time at the places."),
  ]
}
