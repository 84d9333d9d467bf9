import ArgumentParser
import Foundation

/// How a report is printed.
enum OutputFormat: String, ResultFormat {
  case terminal, json, html, markdown, csv

  /// Whether two of them, one after the other, are none.
  var isOneDocument: Bool { self == .json || self == .html }
}

/// What is run, how often and where the results go.
struct RunOptions: ParsableArguments {
  @Option(help: "Run this preset, or the scenario's tracker of that name; several with commas.")
  var preset: [String] = []

  @OptionGroup var shared: SharedOptions

  @Option(
    help: "How many seeds to run, from the first one on.",
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var seeds: Int = 1

  @Option(
    help:
      "Keep records in SQLite: a file for one run, a folder for several, in a folder that is there."
  )
  var store: String?

  @Option(help: "Folder for report.json and each run's own files. (default: Reports/<scenario>)")
  var out: String?

  @Option(help: "What to print: a table for people, or the report in another form.")
  var format: OutputFormat = .terminal

  @Flag(help: "Print nothing but errors and expectations that were not met.")
  var quiet = false

  @Flag(help: "Print long gaps, the server's gaps and the phone's model too.")
  var verbose = false

  @Flag(help: "Write explain.txt for each run: who did what, when and why.")
  var explain = false

  @Flag(help: "In a recording, also take gaps that end where they began for stays.")
  var inferStays = false

  func validate() throws {
    try shared.refuseSeeds(beyond: seeds)
    _ = try NameList.names(in: preset, option: "--preset")
    guard out != "", store != "" else {
      throw ValidationError("--out or --store is empty; accepted: a path")
    }
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose are both given; accepted: one")
    }
  }

  var allSeeds: [UInt64] { (0..<UInt64(seeds)).map { shared.firstSeed + $0 } }

  var presetNames: [String] { NameList.names(in: preset) }
}
