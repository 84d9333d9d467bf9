/// A phone-day on significant changes alone: at most 1 ms.
enum SignificantChangeDayBudget: Budget {
  static let name = "significant-changes"

  static func measure(rounds: Int) throws -> [Finding] {
    [.notMeasured("a phone-day on significant changes", because: "not measured")]
  }
}
