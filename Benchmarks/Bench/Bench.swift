import Foundation

@main
enum Bench {
  /// The budgets, each in its own file.
  nonisolated static var budgets: [any Budget.Type] {
    [
      KernelBudget.self, InstructionsBudget.self, OneHertzFixBudget.self,
      SignificantChangeDayBudget.self,
      MotionSensingDayBudget.self, SQLiteStoreBudget.self, SimulatedYearMemoryBudget.self,
      TwoCoresBudget.self, ComparisonBudget.self, SweepBudget.self, MergeMemoryBudget.self,
    ]
  }

  /// Runs `Bench [NAME …] [--once]`: the named budgets, or all; `--once` is for profilers.
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == SimulatedYearMemoryBudget.childArgument {
      return try SimulatedYearMemoryBudget.runChild()
    }
    if arguments.first == InstructionsBudget.childArgument {
      return try InstructionsBudget.runChild(Array(arguments.dropFirst()))
    }
    if arguments.first == MergeMemoryBudget.childArgument {
      return try MergeMemoryBudget.runChild(Array(arguments.dropFirst()))
    }
    let names = arguments.filter { !$0.hasPrefix("-") }
    if let unknown = names.first(where: { name in !budgets.contains { $0.name == name } }) {
      print("no budget \(unknown); known are \(budgets.map { $0.name }.joined(separator: ", "))")
      exit(2)
    }
    let rounds = arguments.contains("--once") ? 1 : 3
    let chosen = budgets.filter { names.isEmpty || names.contains($0.name) }
    exit(try await measure(chosen, rounds: rounds) ? 0 : 1)
  }

  /// Measures budgets, writes their findings, and returns whether all are within their limits.
  ///
  /// Those that do not depend on time are measured first, beside each other.
  private static func measure(_ budgets: [any Budget.Type], rounds: Int) async throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    var isWithin = true
    func report(_ findings: [Finding]) {
      for finding in findings { write(finding.line) }
      isWithin = isWithin && findings.allSatisfy { $0.isWithin }
    }
    write(Finding.header)
    try await withThrowingTaskGroup(of: [Finding].self) { group in
      for budget in budgets where !budget.dependsOnTime {
        group.addTask { try budget.measure(rounds: rounds) }
      }
      for try await findings in group { report(findings) }
    }
    for budget in budgets where budget.dependsOnTime {
      report(try budget.measure(rounds: rounds))
    }
    write("measured in \(short((clock.now - start) / .seconds(1))) s")
    return isWithin
  }

  /// Writes a line as soon as it is measured, also into a pipe.
  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
