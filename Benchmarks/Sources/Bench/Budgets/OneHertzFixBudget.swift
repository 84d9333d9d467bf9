/// A delivered 1 Hz fix, from world to coverage measure: at most 0.35 µs.
///
/// Measured on a whole run of a day of driving without upload: the making of the world and the same day
/// without the tracker are in it.
enum OneHertzFixBudget: Budget {
  static let name = "fix"

  static func measure(rounds: Int) throws -> [Finding] {
    let day = try MeasuredScenario.driving(
      tracker: "{ preset: overland-high-resolution, contract: none }")
    let fixes = try day.run().reduce(0) { $0 + $1.lifecycle.deliveredFixes }
    let best = try day.bestSeconds(rounds: rounds * 2)
    let uploading = try MeasuredScenario.driving(tracker: "overland-high-resolution")
    let sent = try uploading.bestSeconds(rounds: rounds)
    return [
      .atMost(
        0.35, "us", subject: "a delivered 1 Hz fix, world to coverage measure",
        figure: best / Double(fixes) * 1e6),
      .measured(
        "  with upload in Overland batches to the receiver",
        "\(short(sent / Double(fixes) * 1e6)) us"),
    ]
  }
}
