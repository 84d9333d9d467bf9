import Experiments

/// What each figure of a report means, for readers; the formulas in full are at the types that compute them.
struct MeasureGuide {
  /// How a figure is written.
  enum Unit {
    case share, percentPerDay, seconds, minutesPerDay, hours, meters, metersPerDay, count, joules,
      ratio
    case nats
  }

  /// By its name in `Measures`.
  var name: String
  /// For people: "place known".
  var title: String
  var meaning: String
  var formula: String?
  var unit: Unit

  private init(
    _ name: String, _ title: String, _ unit: Unit, _ meaning: String, _ formula: String? = nil
  ) {
    self.name = name
    self.title = title
    self.unit = unit
    self.meaning = meaning
    self.formula = formula
  }

  static func named(_ name: String) -> MeasureGuide? { all.first { $0.name == name } }

  /// In the order in which reports list them.
  static let all: [MeasureGuide] = coverage + places + records + cost

  private static let coverage = [
    MeasureGuide(
      "positionCoverage", "place known", .share,
      "Share of the time at which the newest record told where the person was, to 100 m.",
      "time with |truth − newest record| ≤ 100 m ÷ judged time"),
    MeasureGuide(
      "positionCoverageMoving", "place known while moving", .share,
      "The same over the time in which the person moved."),
    MeasureGuide(
      "positionCoverageStill", "place known while still", .share,
      "The same over the time in which the person stayed where they were. Stays fill most of a day, "
        + "and one fix on arrival covers all of a stay."),
    MeasureGuide(
      "aliveCoverage", "place known, not by luck", .share,
      "As place known, but time does not count in which the app could not have learned of a move: "
        + "phone off, app dead and not to be woken."),
    MeasureGuide(
      "reconstructedCoverage", "place known afterwards", .share,
      "Share of the time at which the track, rebuilt from all records of the day, lies within 100 m of "
        + "the person."),
    MeasureGuide(
      "pathCoverage", "path known", .share,
      "Share of the way, in metres, that lies within 50 m of the line between the records before and "
        + "after.",
      "metres of the way within 50 m of the line between its two records ÷ all its metres"),
    MeasureGuide(
      "epochCoverage", "ten-minute pieces with a record", .share,
      "Share of the ten-minute pieces of the day with at least one record, as studies count missing "
        + "data.", "judged epochs with a record ÷ judged epochs"),
    MeasureGuide(
      "missingness.moving", "pieces missing while moving", .share,
      "Share of the ten-minute pieces without a record, of those in which the person mostly moved."),
    MeasureGuide(
      "missingness.still", "pieces missing while still", .share,
      "The same of those in which the person mostly stayed where they were."),
    MeasureGuide(
      "missingness.home", "pieces missing at home", .share,
      "The same of those mostly spent at home."),
    MeasureGuide(
      "missingness.away", "pieces missing away from home", .share,
      "The same of those mostly spent away from home."),
    MeasureGuide(
      "hoursCovered", "hours of a day with a record", .hours,
      "Local hours with at least one record, mean over the days."),
    MeasureGuide(
      "validDayYield", "valid days", .share,
      "Share of the days with records in at least ten of their hours."),
    MeasureGuide(
      "longestGapSeconds", "longest gap", .seconds,
      "The longest time without a break in which the place was not known."),
    MeasureGuide(
      "gapP95Seconds", "long gaps", .seconds, "Of a hundred gaps, five are longer than this."),
  ]

  private static let places = [
    MeasureGuide(
      "stayRecall", "stays found", .share,
      "Share of the true stays, ten minutes within 100 m, that the same detector finds in the records: "
        + "overlapping by half, centres within 100 m.", "true stays with a match ÷ true stays"),
    MeasureGuide(
      "stayPrecision", "stays that are true", .share,
      "Share of the stays found in the records that a true one matches."),
    MeasureGuide(
      "tripRecall", "trips found", .share,
      "Share of the true trips, 200 m and more between two stays, that the records show."),
    MeasureGuide(
      "tripPrecision", "trips that are true", .share,
      "Share of the trips found in the records that a true one matches."),
    MeasureGuide(
      "tripStartDelaySeconds", "trips begin late by", .seconds,
      "Recorded less true start of the trips found, on average."),
    MeasureGuide(
      "tripEndDelaySeconds", "trips end late by", .seconds,
      "Recorded less true end of the trips found, on average."),
    MeasureGuide(
      "tripDistanceErrorRatio", "trips too long by", .ratio,
      "Recorded over true length of the trips found, less one."),
    MeasureGuide(
      "homeAwayErrorMinutesPerDay", "home or away wrong", .minutesPerDay,
      "Time at which the tracker has the person at home while away, or away while at home."),
    MeasureGuide(
      "outdoorsErrorMinutesPerDay", "indoors or out wrong", .minutesPerDay,
      "Time at which the tracker has the person outdoors while inside, or the other way round."),
    MeasureGuide(
      "geofenceRecall", "crossings told", .share,
      "Share of the true crossings of its fence that the tracker told within a quarter of an hour."),
    MeasureGuide(
      "geofencePrecision", "crossings told that are true", .share,
      "Share of the crossings told that took place."),
    MeasureGuide(
      "geofenceDelaySeconds", "crossings told after", .seconds,
      "From a crossing to its telling, on average."),
    MeasureGuide(
      "gateRecall", "gates open in time", .share,
      "Share of the arrivals at the gate for which it had been asked to open."),
    MeasureGuide(
      "gateLeadTimeSeconds", "gates asked ahead by", .seconds,
      "From asking the gate to the arrival there, on average."),
    MeasureGuide(
      "phantomStayMetersPerDay", "zigzag at rest", .metersPerDay,
      "Length of the steps between records taken while the person stayed where they were."),
    MeasureGuide(
      "mobilityBias.distanceMeters", "distance, recorded less true", .meters,
      "Sum of the steps between records, less the true way."),
    MeasureGuide(
      "mobilityBias.timeAtHomeSeconds", "time at home, recorded less true", .seconds,
      "By the records, each holding until the next, less the truth."),
    MeasureGuide(
      "mobilityBias.maxDistanceFromHomeMeters", "farthest from home, recorded less true", .meters,
      "Largest distance from home in the records, less the true one."),
    MeasureGuide(
      "mobilityBias.radiusOfGyrationMeters", "radius of gyration, recorded less true", .meters,
      "Root mean square distance from the mean position, weighted by time."),
    MeasureGuide(
      "mobilityBias.placeCount", "places, recorded less true", .count,
      "Number of places at which stays were."),
    MeasureGuide(
      "mobilityBias.entropy", "entropy, recorded less true", .nats,
      "Of the shares of time at the places."),
  ]

  private static let records = [
    MeasureGuide("fixCount", "positions recorded", .count, "Records with a position."),
    MeasureGuide(
      "positionErrorMeters.p50", "typical error", .meters,
      "Half of the recorded positions lie nearer to the truth than this."),
    MeasureGuide(
      "positionErrorMeters.p95", "large errors", .meters,
      "Of a hundred recorded positions, five lie farther from the truth than this."),
    MeasureGuide(
      "shareWithinReportedAccuracy", "as accurate as reported", .share,
      "Share of the recorded positions whose error is within their own accuracy. It means to be 68 %."
    ),
    MeasureGuide(
      "recorded", "records to send", .count, "Positions recorded by a tracker that sends them."),
    MeasureGuide(
      "received", "records received", .count, "What the server has at the end, each once."),
    MeasureGuide(
      "lost", "records lost", .count, "Dropped by the tracker; the server never gets them."),
    MeasureGuide("duplicated", "records received twice", .count, "What the server got once more."),
    MeasureGuide(
      "latencyP50Seconds", "typical delay", .seconds,
      "Half of the records reached the server within this time of being recorded."),
    MeasureGuide(
      "latencyP95Seconds", "long delay", .seconds,
      "Of a hundred records, five reached the server later than this."),
    MeasureGuide(
      "tooLateToReorder", "too late for its place", .count,
      "Recorded more than a day after its stamp; only the live measures know it."),
    MeasureGuide(
      "judgedShare", "time judged", .share,
      "Share of the simulated time of which it is known where the person was."),
    MeasureGuide("judgedSeconds", "judged time", .seconds, "What shares of time divide by."),
    MeasureGuide("simulatedSeconds", "simulated time", .seconds, "What energy divides by."),
  ]

  private static let cost = [
    MeasureGuide(
      "marginalBatteryPercentPerDay", "battery", .percentPerDay,
      "Points of a full battery a day that the phone used more than on the same day without the tracker.",
      "100 × marginal joules ÷ battery joules ÷ days compared"),
    MeasureGuide(
      "marginalJoules", "energy", .joules,
      "What the phone used more than on the same day without the tracker."),
    MeasureGuide("totalJoules", "energy of the phone", .joules, "All that the phone used."),
    MeasureGuide(
      "marginalJoulesPerDeliveredFix", "energy a delivered fix", .joules,
      "Marginal energy by the fixes that the phone handed to the app."),
    MeasureGuide(
      "marginalJoulesPerRecordedFix", "energy a recorded fix", .joules,
      "Marginal energy by the positions recorded."),
    MeasureGuide(
      "finalBatteryLevel", "battery at the end", .share, "Of what the battery holds when full."),
    MeasureGuide("secondsOff", "phone off", .seconds, "Time in which the phone was off."),
    MeasureGuide(
      "comparedSeconds", "time compared", .seconds,
      "Until the earlier shut-off of the phone with the tracker and the one without."),
  ]

  func text(_ value: Double) -> String {
    switch unit {
    case .share: FigureText.percent(value) + " %"
    case .percentPerDay: FigureText.decimal(value, 2) + " %/day"
    case .seconds: (value < 0 ? "−" : "") + FigureText.duration(abs(value))
    case .minutesPerDay: FigureText.decimal(value, 1) + " min/day"
    case .hours: FigureText.decimal(value, 1) + " h"
    case .meters: FigureText.meters(value)
    case .metersPerDay: FigureText.meters(value) + "/day"
    case .count: FigureText.count(value)
    case .joules: FigureText.joules(value)
    case .ratio: FigureText.decimal(value * 100, 1) + " %"
    case .nats: FigureText.decimal(value, 2) + " nat"
    }
  }
}

extension FigureText {
  /// "340 m", "12.3 km".
  static func meters(_ meters: Double) -> String {
    meters == 0
      ? "0 m"
      : abs(meters) < 1000
        ? decimal(meters, abs(meters) < 10 ? 1 : 0) + " m" : decimal(meters / 1000, 1) + " km"
  }
}
