import ArgumentParser
import Campaigns
import Experiments

/// `odograph study`: a population under a protocol, and what a researcher would get of it.
struct StudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Live a study ahead of time: valid days, usable participants, what is missing, bias.",
    discussion: """
      Each participant is a scenario of their own, drawn by their own seed from the shares and ranges of \
      the plan, and lives the study's weeks with each of its trackers: see Docs/Studies.md. 'odograph study \
      STUDY.yaml' lives what is missing and writes study.json (distributions and intervals over \
      participants), study.csv (a row for each participant and tracker) and methods.md (paragraphs to be \
      edited). On a cluster every task lives one shard, and 'odograph study merge' puts them together.
      """,
    subcommands: [StudyRunCommand.self, StudyStatusCommand.self, StudyMergeCommand.self],
    defaultSubcommand: StudyRunCommand.self)
}

/// What every command of a study has to know.
struct StudyOptions: ParsableArguments {
  @OptionGroup var shards: ShardOptions

  @Option(
    help: "How many participants. (default: as the plan says)",
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var participants: Int?

  @Option(
    help: "Seed of the first participant. (default: the plan's, else 1)",
    transform: { try Seed($0).number })
  var seed: UInt64?

  var out: String { shards.out ?? OpenedShards<StudyPlan>.usualFolder(ofPlan: shards.plan) }

  func readPlan() throws -> StudyPlan {
    try StudyPlan.read(path: shards.plan, participants: participants, seed: seed)
  }

  func open(
    _ plan: StudyPlan, choice: ShardChoice = .all, renew: Bool = false
  ) throws -> OpenedShards<StudyPlan> {
    try OpenedShards(
      plan, shards,
      besides: (participants.map { ["--participants", "\($0)"] } ?? [])
        + (seed.map { ["--seed", "\($0)"] } ?? []),
      choice: choice, renew: renew)
  }
}
