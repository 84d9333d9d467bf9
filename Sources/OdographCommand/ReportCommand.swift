import ArgumentParser
import CommandOptions
import Experiments
import Files
import Foundation
import Reporting
import Simulation
import Terminal
import Text

/// `odograph report`: converts a report to another format, without running trackers again.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Convert a finished report to another format",
    discussion: CommandHelp(
      """
      Nothing runs again. The map and the timeline of --format html come from each run's view.json \
      beside report.json; without those files the page has its tables only.
      """,
      examples: ["report Reports/errand/report.json --format markdown --output errand.md"],
      page: "guide/reports.md"
    ).text)

  @Argument(
    help: ArgumentHelp(
      "The report.json, comparison.json, why.json or judge.json to convert",
      valueName: "report.json"))
  var report: String

  @Option(
    help: "The form to convert to")
  var format: OutputFormat = .terminal

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write (default: standard output)", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    parsing: .unconditional, help: "The seed whose day the page shows (default: the first)",
    transform: { try Seed($0).number })
  var seed: UInt64?

  @Flag(name: .shortAndLong, help: "Also print long gaps, the server's gaps and the phone's model")
  var verbose = false

  @OptionGroup var color: ColorOption

  func run() throws {
    if let output { try OutputFile.refuse(output, option: "--output", overwriting: [report]) }
    let file = try OutputFile(output)
    defer { file.discard() }
    try file.write([UInt8](rendering(isColored: output == nil && Console.isColored)))
    try file.commit()
  }

  private func rendering(isColored: Bool) throws -> Data {
    let folder = URL(fileURLWithPath: report).deletingLastPathComponent().path
    switch try WrittenReport.read(report) {
    case .comparison(let comparison):
      try refuseSeed(for: "a comparison")
      return try ComparisonRendering(comparison, isVerbose: verbose).data(
        format, isColored: isColored)
    case .why(let why):
      try refuseSeed(for: "a why.json")
      return try WhyRendering(why, isVerbose: verbose).data(format, isColored: isColored)
    case .judgment(let judgment):
      try refuseSeed(for: "a judge.json")
      let routes = ReportRoutes.judgment.read(in: folder)
      return try JudgeRendering(judgment, routes: routes, isVerbose: verbose)
        .data(format, isColored: isColored)
    case .run(let read):
      let seeds = read.runs.map(\.seed)
      if let seed, !seeds.contains(seed) {
        throw InputError(
          SourceLocation(file: report), "--seed \(seed) is given, and no run has it",
          accepted: "\(seeds.min() ?? 1) to \(seeds.max() ?? 1)")
      }
      return try ReportRendering(report: read, folder: folder, seed: seed, isVerbose: verbose)
        .data(format, isColored: isColored)
    }
  }

  private func refuseSeed(for document: String) throws(InputError) {
    guard seed != nil else { return }
    throw InputError(
      SourceLocation(file: report), "--seed is given, and \(document) shows no single day",
      accepted: "--seed with the report.json of a run")
  }
}

/// The content of a file that `odograph run`, `compare`, `why` or `judge` has written.
///
/// `read` throws an error if it cannot decode a report. For example, the user edited the file, or
/// another version of the program wrote the file.
enum WrittenReport {
  case run(Report)
  case comparison(Comparison)
  case why(Why)
  case judgment(Judgment)

  private struct Head: Decodable { var schema: String? }

  static func read(_ path: String) throws(InputError) -> WrittenReport {
    let location = SourceLocation(file: path)
    let accepted =
      "a report.json of \(Report.schema), a comparison.json of \(Comparison.schema), a why.json of "
      + "\(Why.schema) or a judge.json of \(Judgment.schema)"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputError(location, "there is no such file, or it cannot be read", accepted: accepted)
    }
    guard let schema = try? JSONDecoder().decode(Head.self, from: data).schema else {
      throw InputError(location, "this is not a report", accepted: accepted)
    }
    do {
      switch schema {
      case Report.schema: return .run(try ReportJSON.report(data))
      case Comparison.schema: return .comparison(try ComparisonJSON.comparison(data))
      case Why.schema: return .why(try WhyJSON.why(data))
      case Judgment.schema: return .judgment(try JudgeJSON.judgment(data))
      default: break
      }
    } catch {
      throw InputError(
        location, "this report is damaged: \(WrittenDocument.reason(error))", accepted: accepted)
    }
    throw InputError(
      location,
      WrittenDocument.unreadable(
        schema, known: [Report.schema, Comparison.schema, Why.schema, Judgment.schema],
        as: "report"),
      accepted: accepted)
  }
}
