import ArgumentParser
import Terminal

/// `odograph study merge STUDY.yaml`: one result of all shards.
struct StudyMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the shards of a study together: study.json, study.csv, methods.md.",
    discussion: """
      The result does not depend on how the study was divided. Shards of another plan or of another \
      program are refused, by the name of what differs.
      """)

  @OptionGroup var options: StudyOptions

  @Flag(
    help:
      "Merge what is there, though shards are missing, damaged or of another plan; the result is marked as a part, in the folder 'partial'."
  )
  var partial = false

  @Flag(help: "Replace results of another plan, or of more participants.")
  var renew = false

  @Option(help: "What to print: tables for people, or the study in another form.")
  var format: StudyFormat = .terminal

  func run() throws {
    let plan = try options.readPlan()
    try StudyFiles.refuseObstacles(in: options.out, to: plan, renew: renew)
    let study = try options.open(plan)
    let whole = try ShardInventory(study).wholeShards(partial: partial)
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    var merging = StudyMerging(study, format: format)
    merging.flag = interruption.flag
    _ = try merging.merge(whole)
  }
}
