/// The budget of a phone-day on significant changes alone, in events of three kernels.
enum SignificantChangeDayBudget: Budget {
  static let name = "significant-changes"

  static func measure(rounds: Int) throws -> [Finding] {
    let day = try MeasuredScenario.commuting(tracker: "overland-significant-only")
    let days = 20
    var events = EventTimes(comparesWithPeers: rounds > 1)
    var best = Double.infinity
    for _ in 0..<rounds {
      try events.measureRound()
      best = min(best, try day.bestSeconds(rounds: 1, seeds: days))
    }
    let perDay = best / Double(days)
    return [
      .measured("a phone-day on significant changes alone", "\(short(perDay * 1e3)) ms")
    ] + events.findings(perDay, own: 45_000, limits: [1500, 8500])
  }
}
