import ArgumentParser
import Experiments
import Scenarios

/// `odograph sweep status PLAN.yaml`: what there is of a sweep, and what is missing.
struct SweepStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say which shards of a sweep are whole, missing, damaged, or of another plan.",
    discussion: "Exit status: 0 when all are whole, 1 when not.")

  @OptionGroup var options: SweepOptions

  func run() throws {
    let sweep = try OpenedSweep(options)
    let states = try sweep.folder.states(of: sweep.shards, in: sweep.plan, jobs: options.jobs)
    var whole: [Int] = []
    var missing: [Int] = []
    var troubles: [String] = []
    for (shard, state) in zip(sweep.shards, states) {
      switch state {
      case .complete: whole.append(shard.index)
      case .missing: missing.append(shard.index)
      case .corrupt(let reason):
        troubles.append("damaged   \(shard.index): \(reason); it will be run again")
      case .foreign(let differences):
        troubles.append("foreign   \(shard.index): \(differences.joined(separator: ", "))")
      }
    }
    if !options.quiet {
      Console.write("\(sweep.plan.name): \(sweep.size)\n")
      Console.write("whole     \(whole.count) of \(counted(sweep.shardCount, "shard"))\n")
      if !missing.isEmpty { Console.write("missing   \(NumberList(missing).text)\n") }
      for line in troubles { Console.write(line + "\n") }
    }
    if whole.count < sweep.shardCount { throw AlreadyTold(status: .regression) }
  }
}
