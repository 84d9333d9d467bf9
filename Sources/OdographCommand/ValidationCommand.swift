import ArgumentParser
import CommandOptions
import Experiments
import Files
import Foundation
import Reporting
import Scenarios
import Simulation
import Terminal
import Text

/// `odograph validation`: compares the model with published measurements.
struct ValidationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validation",
    abstract: "Compare the model with published measurements",
    discussion: CommandHelp(
      """
      Runs the scenario of each row over many seeds. A row passes if the median lies in its band \
      and the 90 % interval is at most twice as wide as what was measured. Rows that have set \
      parameters count as fitted. Without files: those of Validation/, which need the scenarios of \
      Scenarios/ too.

      Exit status: 0 success; 1 with --against, a row has changed sides.
      """,
      examples: ["validation --page Docs/Validation.md"], page: "Validation.md"
    ).text)

  @Argument(help: "Files of measurements in YAML", completion: .plan) var files: [String] = []

  @Option(
    parsing: .unconditional, help: "The number of seeds (default: 60)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var seeds: Int = 60

  @Option(
    parsing: .unconditional, help: "The first seed (default: 1)", transform: { try Seed($0).number }
  )
  var seed: UInt64 = 1

  @OptionGroup var cores: CoreOptions

  @Option(
    help: ArgumentHelp(
      "Write the result as a page to this file: HTML if it ends in .html, otherwise Markdown",
      valueName: "file"))
  var page: String?

  @Option(
    help: ArgumentHelp("Show the rows that changed sides since this page", valueName: "file"))
  var against: String?

  @Flag(
    help: "List the measures that only validation has")
  var measures = false

  @Flag(name: .shortAndLong, help: "Print only what changed")
  var quiet = false

  func validate() throws {
    guard !seed.addingReportingOverflow(UInt64(seeds - 1)).overflow else {
      throw ValidationError("--seed \(seed) with --seeds \(seeds) is beyond the largest seed")
    }
    guard page != "", against != "" else {
      throw ValidationError("--page or --against is empty; accepted: a path")
    }
  }

  func run() throws {
    if measures { return listMeasures() }
    let earlier = try against.map { path throws(InputError) in try Self.page(of: path) }
    let reader = ValidationReader(measures: ValidationMeasure.names, vocabulary: .simulatedPhone)
    let paths = try paths()
    if let page { try OutputFile.refuse(page, option: "--page", overwriting: paths) }
    let documents = try paths.map { path throws(InputError) in try reader.read(path: path) }
    var plan = try ValidationPlan(documents, seeds: (0..<UInt64(seeds)).map { seed + $0 })
    let output = try page.map { try OutputFile($0, option: "--page") }
    defer { output?.discard() }
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let flag = interruption.flag
    let progress = ProgressLine("Validating", unit: "runs", isQuiet: quiet)
    plan.jobs = cores.jobs
    plan.isCancelled = { flag.isUp }
    plan.onProgress = { progress.report(done: $0, of: $1) }
    let report = try plan.run()
    progress.clear()
    guard report.isComplete else { throw AlreadyReported.interrupted("nothing is written") }
    let markdown = MarkdownValidation(report, isOwn: files.isEmpty)
    try output?.write(
      isHTML ? [UInt8](ValidationPage(report).html()) : [UInt8](markdown.text.utf8))
    try output?.commit()
    if !quiet { Console.write(TerminalValidation(report).text) }
    if let earlier { try notify(markdown.changes(since: earlier)) }
  }

  private var isHTML: Bool {
    ["html", "htm"].contains(page.map { URL(fileURLWithPath: $0).pathExtension.lowercased() })
  }

  private func notify(_ changes: [String]) throws {
    guard !changes.isEmpty else { return }
    Console.write("Changed sides:\n" + changes.map { "  \($0)\n" }.joined())
    throw AlreadyReported(status: .regression)
  }

  private func listMeasures() {
    let width = ValidationMeasure.allCases.map(\.rawValue.count).max() ?? 0
    for measure in ValidationMeasure.allCases {
      let name = measure.rawValue
      Console.write(
        name + String(repeating: " ", count: width - name.count + 2) + measure.meaning + "\n")
    }
  }

  private func paths() throws(InputError) -> [String] {
    guard files.isEmpty else { return files }
    let folder = "Validation"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let found = names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder + "/" + $0 }
    guard found.isEmpty else { return found }
    throw InputError(
      .commandLine, "there is no file of measurements",
      accepted: "names of files, or a folder Validation/ in the working directory")
  }

  private static func page(of path: String) throws(InputError) -> String {
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(data: data, encoding: .utf8), MarkdownValidation.isPage(text)
    else {
      throw InputError(
        SourceLocation(file: path), "--against: this is not a validation page",
        accepted: "a page that 'odograph validation --page' has written")
    }
    return text
  }
}
