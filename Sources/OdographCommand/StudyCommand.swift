import ArgumentParser
import Experiments
import Foundation
import Reporting
import Scenarios

/// `odograph study`: a population under a protocol, and what a researcher would get of it.
struct StudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Live a study ahead of time: valid days, usable participants, what is missing, bias.",
    discussion: """
      Each participant is a scenario of their own, drawn by their own seed from the shares and ranges of \
      the plan, and lives the study's weeks with each of its trackers. study.json (distributions and \
      intervals over participants), study.csv (a row for each participant and tracker) and methods.md \
      (paragraphs to be edited) lie in the folder of --out. Interrupted with ^C, what was done is kept \
      in its folder 'partial', marked as a part.
      """)

  @Argument(help: ArgumentHelp("The study, in YAML.", valueName: "study.yaml"))
  var plan: String

  @Option(
    help: "How many participants. (default: as the plan says)",
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var participants: Int?

  @Option(
    help: "Seed of the first participant. (default: the plan's, else 1)",
    transform: { try Seed($0).number })
  var seed: UInt64?

  @OptionGroup private var cores: CoreOptions

  var jobs: Int { cores.jobs }

  @Option(
    help: ArgumentHelp(
      "Print this participant's scenario instead, for 'odograph run' under their seed.",
      valueName: "number"),
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var participant: Int?

  @Option(help: "Folder for the results. (default: Reports/study-<plan>)")
  var out: String?

  @Flag(help: "Replace what another plan, or more participants, have left in the folder.")
  var renew = false

  @Option(help: "What to print: tables for people, or the study in another form.")
  var format: StudyFormat = .terminal

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    guard out != "" else { throw ValidationError("--out is empty; accepted: a path") }
  }

  func run() throws {
    var study = try StudyPlan.read(path: plan, participants: participants, seed: seed)
    if let participant { return Console.write(try study.document.participantText(participant)) }
    let path = out ?? "Reports/study-" + FileName.of(PresetLibrary.name(of: plan))
    let folder = try StagedFolder.opened(path, option: "--out")
    defer { folder.discard() }
    try folder.refuseObstacles(to: StudyFiles.names, option: "--out")
    if !renew { try StudyFiles.refuseReplacing(in: folder.path, by: study) }
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let progress = Progress("Living", unit: "participants", isQuiet: quiet)
    study.jobs = jobs
    study.isCancelled = { [flag = interruption.flag] in flag.isUp }
    study.onProgress = { progress.report(done: $0, of: $1) }
    let outcome = try study.run()
    progress.clear()
    guard let outcome else {
      Console.remark("odograph: interrupted before a participant was done; nothing is written")
      throw AlreadyTold(status: .interrupted)
    }
    let files = StudyFiles(outcome)
    try files.write(in: folder)
    try folder.commit()
    files.removePartial(in: folder)
    try files.show(folder, as: format, isQuiet: quiet)
    guard outcome.study.isComplete else {
      Console.remark(
        "odograph: interrupted; \(outcome.study.participants) of "
          + "\(counted(outcome.study.participantsPlanned, "participant")) are in "
          + files.path(in: folder))
      throw AlreadyTold(status: .interrupted)
    }
  }
}
