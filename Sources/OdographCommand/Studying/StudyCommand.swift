import ArgumentParser
import Campaigns
import CommandOptions
import Experiments
import Terminal
import Text

/// `odograph study`: simulates a population that follows a study's protocol, and the data that a
/// researcher would get.
struct StudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Simulate a study's participants: valid days, missing data, bias",
    discussion: CommandHelp(
      """
      Each participant is a scenario drawn by its own seed from the shares and ranges of the plan, \
      and runs through the study's weeks with each tracker. 'odograph study STUDY.yaml' runs the \
      missing shards and writes study.json (distributions and intervals over participants), \
      study.csv (a row for each participant and tracker), study.html (a page with plots) and \
      methods.md (paragraphs for you to edit). On a cluster every task runs one shard, and \
      'odograph study merge' merges all.
      """,
      examples: ["study Scenarios/studies/working-adults.yaml --participants 20"],
      page: "guide/studies.md"
    ).text,
    subcommands: [
      CampaignRunCommand<StudyPlan>.self, CampaignStatusCommand<StudyPlan>.self,
      CampaignMergeCommand<StudyPlan>.self,
    ],
    defaultSubcommand: CampaignRunCommand<StudyPlan>.self)
}

extension StudyPlan: Campaign {
  typealias Results = StudyFiles

  static let help = CampaignHelp(
    result: "study", partialMark: "is marked as partial, in the folder 'partial'",
    runDiscussion: " After ^C, the folder 'partial' holds the participants of the first shards.")
  static let progressUnit = "participants"
  static let page = "guide/studies.md"

  var extent: String {
    [
      counted(document.participants, "participant"), counted(document.days, "day"),
      counted(trackerCount, "tracker"),
    ].joined(separator: ", ")
  }

  struct PlanOptions: CampaignPlanOptions {
    @Option(
      parsing: .unconditional, help: "The number of participants (default: the plan's)",
      transform: { try wholeNumber($0, upTo: 1_000_000) })
    var participants: Int?

    @Option(
      parsing: .unconditional,
      help: "The seed of the first participant (default: the plan's, else 1)",
      transform: { try Seed($0).number })
    var seed: UInt64?

    var arguments: [String] {
      (participants.map { ["--participants", "\($0)"] } ?? [])
        + (seed.map { ["--seed", "\($0)"] } ?? [])
    }

    func readPlan(_ path: String) throws -> StudyPlan {
      try StudyPlan.read(path: path, participants: participants, seed: seed)
    }
  }

  struct RunOptions: CampaignRunOptions {
    typealias Plan = StudyPlan

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Print this participant's scenario instead, for 'odograph run' with their seed",
        valueName: "number"),
      transform: { try wholeNumber($0, upTo: 1_000_000) })
    var participant: Int?

    @Flag(help: "Estimate time and size from a few participants that run now, and stop")
    var estimate = false

    @Flag(help: "Replace results of another plan, or of more participants, in the folder")
    var renew = false

    @Option(help: StudyPlan.formatHelp) var format: StudyFormat = .terminal

    func answer(_ plan: StudyPlan) throws -> Bool {
      guard let participant else { return false }
      Console.write(try plan.document.participantText(participant))
      return true
    }
  }

  struct MergeOptions: CampaignMergeOptions {
    @Flag(help: "Replace results of another plan, or of more participants")
    var renew = false
  }
}
