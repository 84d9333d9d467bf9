import Foundation

@main
enum Bench {
  /// The budgets, each in its own file.
  static var budgets: [any Budget.Type] {
    [
      KernelBudget.self, InstructionsBudget.self, OneHertzFixBudget.self,
      SignificantChangeDayBudget.self,
      MotionSensingDayBudget.self, SQLiteStoreBudget.self, SimulatedYearMemoryBudget.self,
      TwoCoresBudget.self, ComparisonBudget.self, SweepBudget.self, MergeMemoryBudget.self,
    ]
  }

  /// Runs `Bench [NAME …] [--once]`: the named budgets, or all; `--once` is for profilers.
  static func main() throws {
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
    var isWithin = true
    write(Finding.header)
    for budget in budgets where names.isEmpty || names.contains(budget.name) {
      for finding in try budget.measure(rounds: rounds) {
        write(finding.line)
        isWithin = isWithin && finding.isWithin
      }
    }
    exit(isWithin ? 0 : 1)
  }

  /// Writes a line as soon as it is measured, also into a pipe.
  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
