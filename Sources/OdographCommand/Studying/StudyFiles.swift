import ArgumentParser
import Campaigns
import Experiments
import Files
import Foundation
import Reporting
import Simulation
import Terminal
import Text

/// In which form a study is printed.
enum StudyFormat: String, CaseIterable, ExpressibleByArgument {
  case terminal, json, csv, markdown
}

/// A study in a folder, and what is said of it when it is there.
///
/// One that was interrupted lies in a folder of its own inside it: whoever finds `study.json` finds all of it.
struct StudyFiles {
  static let names = ["study.json", "study.csv", "methods.md"]
  private static let partial = "partial"

  private let outcome: StudyOutcome

  init(_ outcome: StudyOutcome) { self.outcome = outcome }

  var areComplete: Bool { outcome.study.isComplete }

  func path(in folder: String) -> String {
    areComplete ? folder : folder + "/" + Self.partial
  }

  /// "12 of 300 participants".
  var extent: String {
    "\(outcome.study.participants) of \(counted(outcome.study.participantsPlanned, "participant"))"
  }

  func write(in folder: StagedFolder) throws {
    let prefix = areComplete ? "" : Self.partial + "/"
    for (name, format) in zip(Self.names, [StudyFormat.json, .csv, .markdown]) {
      let path = try folder.pathForWriting(prefix + name)
      try Data().write(to: URL(fileURLWithPath: path))
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try write(format) { try file.write(contentsOf: $0) }
      try file.close()
    }
  }

  /// What was lived of it before all of it was.
  static func removePartial(in folder: String) {
    let path = folder + "/" + partial
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  func show(_ folder: String, as format: StudyFormat, isQuiet: Bool) throws {
    let whereabouts = "Study: \(path(in: folder))/methods.md, study.csv, study.json"
    guard format == .terminal else {
      try write(format) { Console.write($0) }
      if !isQuiet { Console.remark(whereabouts) }
      return
    }
    guard !isQuiet else { return }
    try write(.terminal, isColoured: Console.isColoured) { Console.write($0) }
    Console.write("\n" + whereabouts + "\n")
  }

  /// In pieces: a table of many participants is large.
  private func write(
    _ format: StudyFormat, isColoured: Bool = false, _ write: (Data) throws -> Void
  ) throws {
    switch format {
    case .terminal:
      try write(Data(TerminalStudy(outcome.study, isColoured: isColoured).text.utf8))
    case .json: try write(StudyJSON.data(outcome.study))
    case .csv: try StudyCSV.write(outcome) { try write(Data($0.utf8)) }
    case .markdown: try write(Data(StudyMethods(outcome.study).text.utf8))
    }
  }
}

extension StudyFiles {
  /// As much as has to be known of a study that is there already.
  private struct Found: Decodable {
    var schema: String
    var name: String
    var participants: Int
    var provenance: Provenance
  }

  /// Tells what stands in the way of results before any work is done.
  ///
  /// - Parameter renew: whether those of something else may be lost.
  static func refuseObstacles(in path: String, to plan: StudyPlan, renew: Bool) throws {
    let folder = try StagedFolder.opened(path, option: "--out")
    defer { folder.discard() }
    try folder.refuseObstacles(to: names, option: "--out")
    if !renew { try refuseReplacing(in: path, by: plan) }
  }

  /// - Throws: where results of something else, or more than will come, would be lost.
  private static func refuseReplacing(in folder: String, by plan: StudyPlan) throws(InputError) {
    let path = folder + "/" + names[0]
    guard let data = FileManager.default.contents(atPath: path) else { return }
    func refusal(_ problem: String) -> InputError {
      InputError(
        SourceLocation(file: path), problem, accepted: "another --out; or --renew to replace it")
    }
    guard let found = try? JSONDecoder().decode(Found.self, from: data),
      found.schema == Study.schema
    else { throw refusal("this is no study that can be read") }
    // Merged of shards that are this plan's still: edited was what is only said of them.
    let isOfTheseShards = ShardFolder(out: folder).holdsAny(of: plan)
    guard isOfTheseShards || found.provenance.scenarioHash == plan.provenance.scenarioHash else {
      throw refusal(
        "this is of another plan, \"\(found.name)\", or of this one before it was edited")
    }
    func seed(_ origin: Provenance) -> String? { origin.options.first { $0.hasPrefix("seed=") } }
    guard isOfTheseShards || seed(found.provenance) == seed(plan.provenance) else {
      throw refusal("this is of other seeds: \(seed(found.provenance) ?? "none is named")")
    }
    guard found.participants <= plan.document.participants else {
      throw refusal(
        "this has \(found.participants) participants, and \(plan.document.participants) would come")
    }
  }
}
