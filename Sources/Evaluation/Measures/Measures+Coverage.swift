extension Measures {
  /// The share of the day that is known, by time, path and epochs.
  static let known: [MeasureDefinition] = [
    MeasureDefinition(
      "positionCoverage", "place known", .share, .moreIsBetter, .inBaselines, of: .coverage,
      heading: ("place", "known"),
      meaning: "Share of the time at which the newest record lay within 100 m of the person.",
      formula: "time with |truth − newest record| ≤ 100 m ÷ judged time",
      details: "A record that comes late counts from when it came; one with an older stamp changes "
        + "nothing."),
    MeasureDefinition(
      "positionCoverageMoving", "place known while moving", .share, .moreIsBetter, .inBaselines,
      of: .coverage,
      heading: ("while", "moving"),
      meaning: "The same over the time in which the person moved."),
    MeasureDefinition(
      "positionCoverageStill", "place known while still", .share, .moreIsBetter, .inBaselines,
      of: .coverage,
      heading: ("while", "still"),
      meaning: "The same over the time in which the person stayed where they were. Stays fill most "
        + "of a day, and one fix on arrival covers all of a stay.",
      details: "Look at the two apart."),
    MeasureDefinition(
      "aliveCoverage", "place known, not by luck", .share, .moreIsBetter, .atOnce, of: .coverage,
      heading: ("place", "alive"),
      meaning: "As place known, but time does not count in which the app could not have learned of "
        + "a move: phone off, app dead and not to be woken.",
      details:
        "It leaves out luck: the last position may be right by chance, and the app would not "
        + "learn if it were not."),
    MeasureDefinition(
      "reconstructedCoverage", "place known afterwards", .share, .moreIsBetter, .inBaselines,
      of: .coverage,
      heading: ("place", "rebuilt"),
      meaning: "Share of the time at which the track, rebuilt from all records of the day, lies "
        + "within 100 m of the person.",
      details: "What can be drawn afterwards. Before a stretch's first record and after its last "
        + "the position is held."),
    MeasureDefinition(
      "pathCoverage", "path known", .share, .moreIsBetter, .inBaselines, of: .coverage,
      heading: ("path", "known"),
      meaning: "Share of the route, in meters, that lies within 50 m of the line between the "
        + "records before and after.",
      formula: "meters of the route within 50 m of the line between its two records "
        + "÷ all its meters",
      details: "The line rather than the time: where along it the person was does not matter. The "
        + "two records are those next to the moment, so an evening's drive cannot cover the "
        + "morning's. Before the first and after the last nothing is covered."),
    MeasureDefinition(
      "epochCoverage", "ten-minute pieces with a record", .share, .moreIsBetter, .inBaselines,
      of: .coverage,
      heading: ("10-min", "epochs"),
      meaning: "Share of the ten-minute pieces of the day with at least one record, as studies "
        + "count missing data.",
      formula: "judged epochs with a record ÷ judged epochs",
      details: "An epoch is ten minutes, from multiples of ten minutes since 1970 UTC; judged if "
        + "the truth of half of it is known; a record counts for the epoch of its stamp."),
    MeasureDefinition(
      "missingness.moving", "pieces missing while moving", .share, .lessIsBetter, of: .coverage,
      meaning: "Share of the ten-minute pieces without a record, of those in which the person "
        + "mostly moved.",
      details: "Mostly is half and more of a judged epoch."),
    MeasureDefinition(
      "missingness.still", "pieces missing while still", .share, .lessIsBetter, of: .coverage,
      meaning: "The same of those in which the person mostly stayed where they were."),
    MeasureDefinition(
      "missingness.home", "pieces missing at home", .share, .lessIsBetter, of: .coverage,
      meaning: "The same of those mostly spent at home.",
      details: "Home is within 100 m of it."),
    MeasureDefinition(
      "missingness.away", "pieces missing away from home", .share, .lessIsBetter, of: .coverage,
      meaning: "The same of those mostly spent away from home."),
  ]

  /// Hours, days and gaps.
  static let days: [MeasureDefinition] = [
    MeasureDefinition(
      "hoursCovered", "hours of a day with a record", .hours, .moreIsBetter, .atOnce, of: .coverage,
      meaning: "Local hours with at least one record, mean over the days.",
      details: "Days count of which half was judged."),
    MeasureDefinition(
      "validDayYield", "valid days", .share, .moreIsBetter, .atOnce, of: .coverage,
      meaning: "Share of the days with records in at least ten of their hours.",
      details: "Days count of which half was judged."),
    MeasureDefinition(
      "longestGapSeconds", "longest gap", .seconds, .lessIsBetter, .inBaselines, of: .coverage,
      heading: ("longest", "gap"),
      meaning: "The longest time without a break in which the place was not known.",
      details: "A gap is a run of time without `positionCoverage`."),
    MeasureDefinition(
      "gapP95Seconds", "long gaps", .seconds, .lessIsBetter, of: .coverage,
      meaning: "Of a hundred gaps, five are longer than this."),
  ]
}
