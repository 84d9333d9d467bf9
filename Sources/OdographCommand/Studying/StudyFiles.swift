import ArgumentParser
import Campaigns
import Experiments
import Files
import Foundation
import Reporting
import Simulation
import Terminal
import Text

/// The format in which the results of a study are printed.
enum StudyFormat: String, ResultFormat {
  case terminal, json, csv, markdown, html
}

/// A study's result files: `study.json`, `study.csv`, `methods.md` and `study.html`.
///
/// The files of an interrupted study are in a subfolder, so that `study.json` in the folder itself
/// is always complete.
struct StudyFiles: CampaignResults {
  typealias Format = StudyFormat

  static let names = ["study.json", "study.csv", "methods.md", "study.html"]

  private let outcome: StudyOutcome

  init?(merging shards: [Shard], _ work: ShardWork<StudyPlan>, in folder: StagedFolder) throws {
    let outcome = try work.merge(shards, scratch: folder.folderForWriting(""))
    guard let outcome else { return nil }
    self.outcome = outcome
  }

  /// Merges the complete shards up to the first shard that is not complete. Returns a message with
  /// the place of the results; nil if the first shard is not complete.
  static func mergePart(of shards: [Shard], _ merging: ShardMerging<StudyPlan>) throws -> String? {
    let first = try merging.opened.inspect(shards).prefix { $0.state == .complete }
    guard !first.isEmpty else { return nil }
    let files = try merging.merge(first.map(\.shard), nil)
    return "\(files.extent) are in \(files.path(in: merging.opened.out))"
  }

  private var areComplete: Bool { outcome.study.isComplete }

  private func path(in folder: String) -> String {
    areComplete ? folder : folder + "/" + InterruptibleResult.partial
  }

  /// The number of participants in the results, such as "12 of 300 participants".
  private var extent: String {
    "\(outcome.study.participants) of \(counted(outcome.study.participantsPlanned, "participant"))"
  }

  func write(in folder: StagedFolder) throws {
    let prefix = areComplete ? "" : InterruptibleResult.partial + "/"
    for (name, format) in zip(Self.names, [StudyFormat.json, .csv, .markdown, .html]) {
      try write(format) { try folder.write($0, to: prefix + name) }
    }
  }

  /// Removes the partial results, and the shards of a smaller version of the study. Does nothing if
  /// this study is not complete.
  func removeReplaced(in opened: OpenedShards<StudyPlan>) {
    guard areComplete else { return }
    InterruptibleResult.removePartial(Self.names, in: opened.out)
    opened.folder.removeOutgrown(by: opened.plan)
  }

  func show(_ folder: StagedFolder, as format: StudyFormat, isQuiet: Bool) throws {
    let place = "Study: \(path(in: folder.path))/methods.md, study.csv, study.html, study.json"
    try format.show(place, isQuiet: isQuiet) {
      try write(format, isColored: Console.isColored) { Console.write($0) }
    }
  }

  /// Writes the results to a file in pieces, because the table of many participants is large.
  private func write(
    _ format: StudyFormat, isColored: Bool = false, _ write: (Data) throws -> Void
  ) throws {
    switch format {
    case .terminal:
      try write(Data(TerminalStudy(outcome.study, isColored: isColored).text.utf8))
    case .json: try write(StudyJSON.data(outcome.study))
    case .csv: try StudyCSV.write(outcome) { try write(Data($0.utf8)) }
    case .markdown: try write(Data(StudyMethods(outcome.study).text.utf8))
    case .html: try write(StudyPage(outcome).html())
    }
  }
}

extension StudyFiles {
  /// The part of an older `study.json` that decides if the file may be replaced.
  private struct Found: Decodable {
    var schema: String
    var name: String
    var participants: Int
    var provenance: Provenance
  }

  /// Throws an error if the result files cannot be written, or if they would replace other results
  /// without permission.
  static func refuseObstacles(in path: String, to plan: StudyPlan, renew: Bool) throws {
    let folder = try StagedFolder.opened(path, option: "--output")
    defer { folder.discard() }
    try folder.refuseObstacles(to: names, option: "--output")
    if !renew { try refuseReplacing(in: path, by: plan) }
  }

  /// Throws an error if other results would be lost.
  ///
  /// - Throws: `InputError` if the folder has results of another plan, or of more participants.
  private static func refuseReplacing(in folder: String, by plan: StudyPlan) throws(InputError) {
    let path = folder + "/" + names[0]
    guard let data = FileManager.default.contents(atPath: path) else { return }
    func refusal(_ problem: String) -> InputError {
      InputError(
        SourceLocation(file: path), problem, accepted: "another --output; or --renew to replace it")
    }
    guard let found = try? JSONDecoder().decode(Found.self, from: data),
      found.schema == Study.schema
    else { throw refusal("this is not a readable study") }
    // The results were merged from shards that still belong to this plan: the edit did not change
    // them.
    let isOfTheseShards = ShardFolder(out: folder).holdsAny(of: plan)
    guard isOfTheseShards || found.provenance.scenarioHash == plan.provenance.scenarioHash else {
      throw refusal(
        "this is of another plan, \"\(found.name)\", or of this one before it was edited")
    }
    func seed(_ origin: Provenance) -> String? { origin.options.first { $0.hasPrefix("seed=") } }
    guard isOfTheseShards || seed(found.provenance) == seed(plan.provenance) else {
      throw refusal("this has other seeds: \(seed(found.provenance) ?? "none is named")")
    }
    guard found.participants <= plan.document.participants else {
      throw refusal(
        "this has \(found.participants) participants, the plan has \(plan.document.participants)")
    }
  }
}
