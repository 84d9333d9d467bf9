import ArgumentParser

/// `odograph study status STUDY.yaml`: what there is of a study, and what is missing.
struct StudyStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say which shards of a study are whole, missing, damaged, or of another plan.",
    discussion: "Exit status: 0 when all are whole, 1 when not.")

  @OptionGroup var options: StudyOptions

  func run() throws {
    try ShardInventory(try options.open(try options.readPlan())).tell()
  }
}
