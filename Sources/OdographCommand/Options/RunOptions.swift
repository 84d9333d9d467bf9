import ArgumentParser
import CommandOptions
import Foundation

/// The format in which a report is printed.
enum OutputFormat: String, ResultFormat {
  case terminal, json, html, markdown, csv

  /// True if a document in this format can contain only one result.
  var isOneDocument: Bool { self == .json || self == .html }
}

/// Options of `odograph run`.
struct RunOptions: ParsableArguments {
  @Option(
    help: "A preset or a tracker of the scenario to run; several with commas",
    completion: .preset)
  var preset: [String] = []

  @OptionGroup var apps: AppOptions

  @OptionGroup var shared: SharedOptions

  @Option(
    parsing: .unconditional, help: "The number of seeds (default: 1)",
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var seeds: Int = 1

  @Option(
    help:
      "Save the records in SQLite, in place of earlier ones: a file for a run, a folder for several"
  )
  var store: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the report and the runs' files (default: Reports/<scenario>)",
      valueName: "folder"), completion: .directory)
  var output: String?

  @Option(help: "The form in which the report is printed")
  var format: OutputFormat = .terminal

  @Flag(name: .shortAndLong, help: "Print only errors and expectations that are not met")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print long gaps, the server's gaps and the phone's model")
  var verbose = false

  @OptionGroup var color: ColorOption

  @Flag(help: "Write explain.txt for each run: every decision with its time and reason")
  var explain = false

  @Flag(help: "In a recording, treat gaps that end where they began as stays")
  var inferStays = false

  func validate() throws {
    try shared.refuseSeeds(beyond: seeds)
    _ = try NameList.names(in: preset, option: "--preset")
    guard output != "", store != "" else {
      throw ValidationError("--output or --store is empty; accepted: a path")
    }
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose are both given; accepted: one")
    }
  }

  var allSeeds: [UInt64] { (0..<UInt64(seeds)).map { shared.firstSeed + $0 } }

  var presetNames: [String] { NameList.names(in: preset) }
}
