/// The budget of a delivered 1 Hz fix, from world to coverage measure, in events of three kernels.
///
/// It is measured on a whole run of a day of driving without upload, which includes making the
/// world and the baseline day. The goal is 4 events of the project's own kernel and 0.17 of
/// SimPy's; the limits keep the present figures. Microseconds are printed, but they differ too much
/// by machine and hour to be a limit.
enum OneHertzFixBudget: Budget {
  static let name = "fix"

  static func measure(rounds: Int) throws -> [Finding] {
    let day = try MeasuredScenario.drivingWithoutUpload()
    let fixes = try day.run().deliveredFixes
    var events = EventTimes(comparesWithPeers: rounds > 1)
    var best = Double.infinity
    for _ in 0..<rounds {
      try events.measureRound()
      best = min(best, try day.bestSeconds(rounds: 2))
    }
    let uploading = try MeasuredScenario.driving(tracker: "overland-high-resolution")
    let sent = try uploading.bestSeconds(rounds: rounds)
    let perFix = best / Double(fixes)
    return [
      .measured("a delivered 1 Hz fix, world to coverage measure", "\(short(perFix * 1e6)) us")
    ] + events.findings(perFix, own: 8, limits: [0.33, 2]) + [
      .measured(
        "  with upload in Overland batches to the receiver",
        "\(short(sent / Double(fixes) * 1e6)) us")
    ]
  }
}
