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

  @Flag(
    help:
      "Merge what is there, though shards are missing, damaged or of another plan; the result says that it is a part."
  )
  var partial = false

  @Option(help: "What to print: tables for people, or the comparison in another form.")
  var format: OutputFormat = .terminal

  func run() throws {
    let sweep = try OpenedSweep(options)
    let states = try sweep.folder.states(of: sweep.shards, in: sweep.plan, jobs: options.jobs)
    var whole: [Shard] = []
    var lacking: [Int] = []
    for (shard, state) in zip(sweep.shards, states) {
      switch state {
      case .complete:
        whole.append(shard)
        continue
      case .missing: break
      case .corrupt(let reason): leaveOut(shard, "damaged: \(reason)", sweep)
      case .foreign(let differences):
        guard partial else {
          throw sweep.refusal(of: shard, differences, orElse: "; or --partial to do without")
        }
        leaveOut(shard, "of another sweep: " + differences.joined(separator: ", "), sweep)
      }
      lacking.append(shard.index)
    }
    guard lacking.isEmpty || partial && !whole.isEmpty else {
      throw InputError(
        SourceLocation(file: sweep.folder.path),
        "\(lacking.count) of \(counted(sweep.shardCount, "shard")) are missing: "
          + NumberList(lacking).text,
        accepted: "'\(sweep.command())' to run them"
          + (whole.isEmpty ? "" : ", or --partial to do without"))
    }
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    var merging = SweepMerging(sweep, options, interruption.flag)
    merging.format = format
    try merging.merge(whole)
  }

  private func leaveOut(_ shard: Shard, _ why: String, _ sweep: OpenedSweep) {
    Console.remark(
      "\(sweep.folder.file(of: shard)): this shard is \(why)"
        + (partial
          ? "; it is left out" : "; '\(sweep.command())' runs it again"))
  }
}
