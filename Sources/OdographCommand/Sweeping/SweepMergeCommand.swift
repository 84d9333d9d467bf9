import ArgumentParser
import Campaigns
import Experiments
import Terminal

/// `odograph sweep merge PLAN.yaml`: one result of all shards.
struct SweepMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the shards of a sweep together: sweep.sqlite, comparison.json, comparison.html.",
    discussion: """
      The result does not depend on how the sweep was divided. Shards of another plan or of another \
      program are refused, by the name of what differs.
      """)

  @OptionGroup var options: ShardOptions

  @Flag(
    help:
      "Merge what is there, though shards are missing, damaged or of another plan; the result says that it is a part."
  )
  var partial = false

  @Option(help: "What to print: tables for people, or the comparison in another form.")
  var format: OutputFormat = .terminal

  func run() throws {
    let sweep = try OpenedShards(SweepPlan.read(path: options.plan), options)
    let whole = try ShardInventory(sweep).wholeShards(partial: partial)
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    var merging = SweepMerging(sweep, interruption.flag)
    merging.format = format
    try merging.merge(whole)
  }
}
