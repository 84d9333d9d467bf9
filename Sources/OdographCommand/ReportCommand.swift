import ArgumentParser
import Experiments
import Foundation
import Reporting
import Scenarios

/// `odograph report`: a report in another form, without running again.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Render a report again, in any form, without running again.",
    discussion: """
      The map and the timeline of --format html are drawn from the view.json of each run, which lies in \
      <tracker>/ or <tracker>/seed-N/ beside report.json; without it the page has its tables.
      """)

  @Argument(
    help: ArgumentHelp("A report.json that 'odograph run' has written.", valueName: "report.json"))
  var report: String

  @Option(
    help: "In which form: a table for people, a page for a browser, tables for other programs.")
  var format: OutputFormat = .terminal

  @Option(help: "Write to this file instead of standard output.")
  var output: String?

  @Option(
    help: "Of a report over several seeds: whose day is drawn. (default: the first)",
    transform: { try Seed($0).number })
  var seed: UInt64?

  @Flag(help: "Print long gaps, the server's gaps and the phone's model too.")
  var verbose = false

  func run() throws {
    let read = try ReportFile.read(report)
    let seeds = read.runs.map(\.seed)
    if let seed, !seeds.contains(seed) {
      throw InputError(
        SourceLocation(file: report), "--seed \(seed) is given, and no run has it",
        accepted: "\(seeds.min() ?? 1) to \(seeds.max() ?? 1)")
    }
    let folder = URL(fileURLWithPath: report).deletingLastPathComponent().path
    let rendering = ReportRendering(
      report: read, folder: folder, seed: seed, isVerbose: verbose)
    let file = try OutputFile(output)
    defer { file.discard() }
    let isColoured = output == nil && Console.isColoured
    try file.write([UInt8](rendering.data(format, isColoured: isColoured)))
    try file.commit()
  }
}

/// A report on a disk, which somebody may have edited, or a later version written.
enum ReportFile {
  private struct Head: Decodable { var schema: String? }

  static func read(_ path: String) throws(InputError) -> Report {
    let location = SourceLocation(file: path)
    let accepted = "a report.json of \(Report.schema)"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputError(location, "there is no such file, or it cannot be read", accepted: accepted)
    }
    guard let schema = try? JSONDecoder().decode(Head.self, from: data).schema else {
      throw InputError(location, "this is no report", accepted: accepted)
    }
    guard schema == Report.schema else {
      throw InputError(location, unreadable(schema), accepted: accepted)
    }
    do {
      return try ReportJSON.report(data)
    } catch {
      throw InputError(location, "this report is damaged: \(reason(error))", accepted: accepted)
    }
  }

  private static func unreadable(_ schema: String) -> String {
    let parts = schema.split(separator: "/")
    let ours = Report.schema.split(separator: "/")
    guard parts.count == 2, parts[0] == ours[0], let version = Int(parts[1]),
      let known = Int(ours[1])
    else { return "this is no report of a run, but '\(schema)'" }
    return version > known
      ? "this report is of \(schema), which a newer Odograph than \(Provenance.odographVersion) writes"
      : "this report is of \(schema), which is read no more"
  }

  /// Where in the document, and what.
  private static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context.codingPath)) is of another kind"
    case .dataCorrupted(let context):
      let place = place(context.codingPath)
      return place.isEmpty ? "it is not JSON to its end" : "\(place): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}
