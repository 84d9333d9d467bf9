import ArgumentParser
import Experiments
import Foundation
import Reporting
import Scenarios

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

  func path(in folder: StagedFolder) -> String {
    outcome.study.isComplete ? folder.path : folder.path + "/" + Self.partial
  }

  func write(in folder: StagedFolder) throws {
    let prefix = outcome.study.isComplete ? "" : Self.partial + "/"
    for (name, format) in zip(Self.names, [StudyFormat.json, .csv, .markdown]) {
      try data(format).write(to: URL(fileURLWithPath: folder.pathForWriting(prefix + name)))
    }
  }

  /// What was lived of it before all of it was.
  func removePartial(in folder: StagedFolder) {
    guard outcome.study.isComplete else { return }
    let path = folder.path + "/" + Self.partial
    for name in Self.names { unlink(path + "/" + name) }
    rmdir(path)
  }

  func show(_ folder: StagedFolder, as format: StudyFormat, isQuiet: Bool) throws {
    let whereabouts = "Study: \(path(in: folder))/methods.md, study.csv, study.json"
    guard format == .terminal else {
      Console.write(try data(format))
      if !isQuiet { Console.remark(whereabouts) }
      return
    }
    guard !isQuiet else { return }
    Console.write(try data(.terminal, isColoured: Console.isColoured))
    Console.write("\n" + whereabouts + "\n")
  }

  private func data(_ format: StudyFormat, isColoured: Bool = false) throws -> Data {
    switch format {
    case .terminal: Data(TerminalStudy(outcome.study, isColoured: isColoured).text.utf8)
    case .json: try StudyJSON.data(outcome.study)
    case .csv: Data(StudyCSV.text(outcome).utf8)
    case .markdown: Data(StudyMethods(outcome.study).text.utf8)
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

  /// - Throws: where results of something else, or more than will come, would be lost.
  static func refuseReplacing(in folder: String, by plan: StudyPlan) throws(InputError) {
    let path = folder + "/" + names[0]
    guard let data = FileManager.default.contents(atPath: path) else { return }
    func refusal(_ problem: String) -> InputError {
      InputError(
        SourceLocation(file: path), problem, accepted: "another --out; or --renew to replace it")
    }
    guard let found = try? JSONDecoder().decode(Found.self, from: data),
      found.schema == Study.schema
    else { throw refusal("this is no study that can be read") }
    guard found.provenance.scenarioHash == plan.provenance.scenarioHash else {
      throw refusal(
        "this is of another plan, \"\(found.name)\", or of this one before it was edited")
    }
    func seed(_ origin: Provenance) -> String? { origin.options.first { $0.hasPrefix("seed=") } }
    guard seed(found.provenance) == seed(plan.provenance) else {
      throw refusal("this is of other seeds: \(seed(found.provenance) ?? "none is named")")
    }
    guard found.participants <= plan.document.participants else {
      throw refusal(
        "this has \(found.participants) participants, and \(plan.document.participants) would come")
    }
  }
}
