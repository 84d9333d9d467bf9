/// A commuter's day of motion sensing: at most 5 ms.
enum MotionSensingDayBudget: Budget {
  static let name = "motion"

  static func measure(rounds: Int) throws -> [Finding] {
    [.notMeasured("a commuter's day of motion sensing", because: "comes with motion sensing")]
  }
}
