/// A simulated year at 1 Hz: under 64 MB.
enum SimulatedYearMemoryBudget: Budget {
  static let name = "memory"

  static func measure(rounds: Int) throws -> [Finding] {
    [.notMeasured("memory of a simulated year at 1 Hz", because: "not measured")]
  }
}
