extension Measures {
  /// The definitions of measures of coverage: the known share of the day, of the path and of
  /// epochs.
  static let known: [MeasureDefinition] = [
    MeasureDefinition(
      "positionCoverage", "place known", .share, .moreIsBetter, .inBaselines, of: .coverage,
      heading: ("place", "known"),
      meaning: "Share of the time at which the newest record lay within 100 m of the person.",
      formula: "time with |truth − newest record| ≤ 100 m ÷ judged time",
      details: "A record that arrives late counts from its arrival. A record with an older "
        + "timestamp than the newest changes nothing."),
    MeasureDefinition(
      "positionCoverageMoving", "place known while moving", .share, .moreIsBetter, .inBaselines,
      of: .coverage,
      heading: ("while", "moving"),
      meaning: "Place known over the time in which the person moved."),
    MeasureDefinition(
      "positionCoverageStill", "place known while still", .share, .moreIsBetter, .inBaselines,
      of: .coverage,
      heading: ("while", "still"),
      meaning: "Place known over the time in which the person stayed in one place. Stays fill most "
        + "of a day, and one fix on arrival covers a whole stay.",
      details: "Look at it apart from the time while moving."),
    MeasureDefinition(
      "aliveCoverage", "place known, not by luck", .share, .moreIsBetter, .atOnce, of: .coverage,
      heading: ("place", "alive"),
      meaning: "As place known, but time counts as not known if the app could not have detected a "
        + "move: with the phone off, or the app dead and nothing left to wake it.",
      details:
        "It excludes luck: the last position may still be right by chance, although the app would "
        + "not have detected a move."),
    MeasureDefinition(
      "reconstructedCoverage", "place known afterwards", .share, .moreIsBetter, .inBaselines,
      of: .coverage,
      heading: ("place", "rebuilt"),
      meaning: "Share of the time at which the track, rebuilt from all records of the day, lies "
        + "within 100 m of the person.",
      details: "What a map can show afterwards. The position is held before the first record of a "
        + "segment and after its last."),
    MeasureDefinition(
      "pathCoverage", "path known", .share, .moreIsBetter, .inBaselines, of: .coverage,
      heading: ("path", "known"),
      meaning: "Share of the route, in meters, that lies within 50 m of the line between the "
        + "records before and after.",
      formula: "meters of the route within 50 m of the line between its two records "
        + "÷ all its meters",
      details: "It judges the line, not the time: where along the line the person was does not "
        + "matter. The two records are those next to the moment, so an evening's drive cannot "
        + "cover the morning's. Nothing is covered before the first record and after the last."),
    MeasureDefinition(
      "epochCoverage", "ten-minute pieces with a record", .share, .moreIsBetter, .inBaselines,
      of: .coverage,
      heading: ("10-min", "epochs"),
      meaning: "Share of the ten-minute pieces of the day with at least one record, as studies "
        + "count missing data.",
      formula: "judged epochs with a record ÷ judged epochs",
      details: "An epoch lasts ten minutes and begins at a multiple of ten minutes since 1970 UTC. "
        + "It is judged if the truth is known for at least half of it. A record counts for the "
        + "epoch of its timestamp."),
    MeasureDefinition(
      "missingness.moving", "pieces missing while moving", .share, .lessIsBetter, of: .coverage,
      meaning: "Of the ten-minute pieces in which the person mostly moved, the share without a "
        + "record.",
      details: "Mostly means at least half of the judged time of an epoch."),
    MeasureDefinition(
      "missingness.still", "pieces missing while still", .share, .lessIsBetter, of: .coverage,
      meaning: "Of the ten-minute pieces in which the person mostly stayed in one place, the share "
        + "without a record."),
    MeasureDefinition(
      "missingness.home", "pieces missing at home", .share, .lessIsBetter, of: .coverage,
      meaning: "Of the ten-minute pieces mostly spent at home, the share without a record.",
      details: "At home means within 100 m of it."),
    MeasureDefinition(
      "missingness.away", "pieces missing away from home", .share, .lessIsBetter, of: .coverage,
      meaning: "Of the ten-minute pieces mostly spent away from home, the share without a record."),
  ]

  /// The definitions of measures of covered hours, valid days and gaps.
  static let days: [MeasureDefinition] = [
    MeasureDefinition(
      "hoursCovered", "hours of a day with a record", .hours, .moreIsBetter, .atOnce, of: .coverage,
      meaning: "Local hours with at least one record, on average over the days.",
      details: "Only days count of which at least half was judged."),
    MeasureDefinition(
      "validDayYield", "valid days", .share, .moreIsBetter, .atOnce, of: .coverage,
      meaning: "Share of the days with records in at least ten of their local hours.",
      details: "Only days count of which at least half was judged."),
    MeasureDefinition(
      "longestGapSeconds", "longest gap", .seconds, .lessIsBetter, .inBaselines, of: .coverage,
      heading: ("longest", "gap"),
      meaning: "The longest continuous time in which the place was not known.",
      details: "A gap is a continuous time without `positionCoverage`."),
    MeasureDefinition(
      "gapP95Seconds", "long gaps", .seconds, .lessIsBetter, of: .coverage,
      meaning: "Of a hundred gaps, five are longer than this."),
  ]
}
