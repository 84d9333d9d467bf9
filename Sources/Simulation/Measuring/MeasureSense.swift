/// Whether somebody would want more or less of a measure.
public enum MeasureSense: String, Codable, Sendable, CaseIterable {
  case moreIsBetter, lessIsBetter

  public func isBetter(_ a: Double, than b: Double) -> Bool {
    switch self {
    case .moreIsBetter: a > b
    case .lessIsBetter: a < b
    }
  }

  /// How much better `a` is, in the measure's unit; negative where it is worse.
  public func advantage(of a: Double, over b: Double) -> Double {
    switch self {
    case .moreIsBetter: a - b
    case .lessIsBetter: b - a
    }
  }
}

extension Measures {
  /// Points of battery a day: what tracking costs.
  public static let cost = "marginalBatteryPercentPerDay"

  /// What a comparison tells of each tracker unless more is asked for.
  public static let headline = [
    "positionCoverage", "positionCoverageMoving", "positionCoverageStill", "aliveCoverage",
    "reconstructedCoverage", "pathCoverage", "epochCoverage", "stayRecall", "stayPrecision",
    "tripRecall", "tripPrecision", "tripStartDelaySeconds", "homeAwayErrorMinutesPerDay",
    "outdoorsErrorMinutesPerDay", "geofenceRecall", "gateRecall", "hoursCovered",
    "validDayYield", "longestGapSeconds", "positionErrorMeters.p50", "positionErrorMeters.p95",
    "phantomStayMetersPerDay", "fixCount", cost, "secondsOff", "received", "lost", "duplicated",
    "latencyP50Seconds", "latencyP95Seconds",
  ]

  /// Nil for what is neither good nor bad by itself, such as a number of fixes or a bias that may lie on
  /// either side of nothing.
  public static func sense(of name: String) -> MeasureSense? {
    let bare = ["coverage.", "energy.", "delivery."].reduce(name) { text, section in
      text.hasPrefix(section) ? String(text.dropFirst(section.count)) : text
    }
    if bare.hasPrefix("gapCauses.") || bare.hasPrefix("missingness.") { return .lessIsBetter }
    if bare.hasPrefix("positionErrorMeters") { return .lessIsBetter }
    if moreIsBetter.contains(bare) { return .moreIsBetter }
    return lessIsBetter.contains(bare) ? .lessIsBetter : nil
  }

  private static let moreIsBetter: Set = [
    "positionCoverage", "positionCoverageMoving", "positionCoverageStill", "aliveCoverage",
    "reconstructedCoverage", "pathCoverage", "epochCoverage", "stayRecall", "stayPrecision",
    "tripRecall", "tripPrecision", "geofenceRecall", "geofencePrecision", "gateRecall",
    "gateLeadTimeSeconds", "hoursCovered", "validDayYield", "shareWithinReportedAccuracy",
    "received", "finalBatteryLevel", "lifecycle.acknowledged",
  ]

  private static let lessIsBetter: Set = [
    "tripStartDelaySeconds", "tripEndDelaySeconds", "homeAwayErrorMinutesPerDay",
    "outdoorsErrorMinutesPerDay", "geofenceDelaySeconds", "longestGapSeconds", "gapP95Seconds",
    "phantomStayMetersPerDay", "tooLateToReorder", cost, "marginalJoules", "totalJoules",
    "marginalJoulesPerDeliveredFix", "marginalJoulesPerRecordedFix", "secondsOff", "lost",
    "duplicated", "latencyP50Seconds", "latencyP95Seconds", "lifecycle.queuedAtEnd",
  ]
}
