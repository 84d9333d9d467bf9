import ArgumentParser

/// `odograph sweep`: a comparison too large for one evening, or one machine.
struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Run a plan of many phone-days, in shards, on this machine or on many.",
    discussion: """
      A plan names scenarios, trackers with values and ranges of their settings, and seeds in draws of \
      what nobody knows of the phone: see Docs/Sweeps.md. 'odograph sweep PLAN.yaml' lives what is \
      missing of it and merges it. On a cluster every task lives one shard, and 'odograph sweep merge' puts \
      them together.
      """,
    subcommands: [SweepRunCommand.self, SweepStatusCommand.self, SweepMergeCommand.self],
    defaultSubcommand: SweepRunCommand.self)
}
