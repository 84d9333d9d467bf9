/// A phone-day on significant changes alone: at most 1 ms.
enum SignificantChangeDayBudget: Budget {
  static let name = "significant-changes"

  static func measure(rounds: Int) throws -> [Finding] {
    let day = try MeasuredScenario.commuting(tracker: "overland-significant-only")
    let days = 20
    let best = try day.bestSeconds(rounds: rounds, seeds: days)
    return [
      .atMost(
        1, "ms", subject: "a phone-day on significant changes alone",
        figure: best / Double(days) * 1e3)
    ]
  }
}
