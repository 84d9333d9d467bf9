import ArgumentParser
import Experiments
import Reporting
import Scenarios

/// `odograph sweep merge PLAN.yaml`: one result of all shards.
struct SweepMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the shards of a sweep together: sweep.sqlite, comparison.json, comparison.html.",
    discussion: """
      The result does not depend on how the sweep was divided. Shards of another plan or of another \
      program are refused, by the name of what differs.
      """)

  @OptionGroup var options: SweepOptions

  @Flag(help: "Merge what is there, though shards are missing; the result says that it is a part.")
  var partial = false

  @Option(help: "What to print: tables for people, or the comparison in another form.")
  var format: OutputFormat = .terminal

  func run() throws {
    let sweep = try OpenedSweep(options)
    let states = try sweep.folder.states(of: sweep.shards, in: sweep.plan, jobs: options.jobs)
    var whole: [Shard] = []
    var missing: [Int] = []
    for (shard, state) in zip(sweep.shards, states) {
      switch state {
      case .complete: whole.append(shard)
      case .missing: missing.append(shard.index)
      case .corrupt(let reason):
        Console.remark("\(sweep.folder.file(of: shard)): \(reason)")
        missing.append(shard.index)
      case .foreign(let differences): throw sweep.folder.refusal(of: shard, differences)
      }
    }
    guard missing.isEmpty || partial && !whole.isEmpty else {
      throw InputError(
        SourceLocation(file: sweep.folder.path),
        "\(missing.count) of \(counted(sweep.shardCount, "shard")) are missing: "
          + NumberList(missing).text,
        accepted: "'odograph sweep \(sweep.planPath)' to run them"
          + (whole.isEmpty ? "" : ", or --partial to do without"))
    }
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    var merging = SweepMerging(sweep, options, interruption.flag)
    merging.format = format
    try merging.merge(whole)
  }
}
