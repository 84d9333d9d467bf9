/// A delivered 1 Hz fix, from world to coverage measure: at most 0.35 µs.
enum OneHertzFixBudget: Budget {
  static let name = "fix"

  static func measure(rounds: Int) throws -> [Finding] {
    [.notMeasured("a delivered 1 Hz fix", because: "not measured")]
  }
}
