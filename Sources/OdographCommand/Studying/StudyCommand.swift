import ArgumentParser
import Campaigns
import Experiments
import Terminal
import Text

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
    subcommands: [
      CampaignRunCommand<StudyPlan>.self, CampaignStatusCommand<StudyPlan>.self,
      CampaignMergeCommand<StudyPlan>.self,
    ],
    defaultSubcommand: CampaignRunCommand<StudyPlan>.self)
}

extension StudyPlan: Campaign {
  typealias Results = StudyFiles

  static let help = CampaignHelp(
    result: "study", partialMark: "is marked as a part, in the folder 'partial'.",
    runDiscussion: """
       Interrupted with ^C, the participants of the first shards are told of in \
      the folder 'partial', marked as a part.
      """)
  static let progressUnit = "participants"

  var extent: String {
    [
      counted(document.participants, "participant"), counted(document.days, "day"),
      counted(trackerCount, "tracker"),
    ].joined(separator: ", ")
  }

  struct PlanOptions: CampaignPlanOptions {
    @Option(
      help: "How many participants. (default: as the plan says)",
      transform: { try wholeNumber($0, upTo: 1_000_000) })
    var participants: Int?

    @Option(
      help: "Seed of the first participant. (default: the plan's, else 1)",
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
      help: ArgumentHelp(
        "Print this participant's scenario instead, for 'odograph run' under their seed.",
        valueName: "number"),
      transform: { try wholeNumber($0, upTo: 1_000_000) })
    var participant: Int?

    @Flag(help: "Replace what another plan, or more participants, have left in the folder.")
    var renew = false

    @Option(help: StudyPlan.formatHelp) var format: StudyFormat = .terminal

    func answer(_ plan: StudyPlan) throws -> Bool {
      guard let participant else { return false }
      Console.write(try plan.document.participantText(participant))
      return true
    }
  }

  struct MergeOptions: CampaignMergeOptions {
    @Flag(help: "Replace results of another plan, or of more participants.")
    var renew = false
  }
}
