import ArgumentParser
import Foundation

/// How a report is printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case terminal, json, html, markdown, csv

  /// Whether two of them, one after the other, are none.
  var isOneDocument: Bool { self == .json || self == .html }
}

/// What is run, how often and where the results go: the options that commands share.
struct RunOptions: ParsableArguments {
  @Option(help: "Run this preset, or the scenario's tracker of that name; several with commas.")
  var preset: [String] = []

  @Option(
    help: ArgumentHelp(
      "Set a tracker's setting; several values are run side by side.",
      discussion: "A comma inside [ ] belongs to the value. A quirk is a setting of true or false.",
      valueName: "name.setting=a,b,c"))
  var set: [String] = []

  @Option(help: "First seed of chance.", transform: { try Seed($0).number })
  var seed: UInt64 = 1

  @Option(
    help: "How many seeds to run, from the first one on.",
    transform: { try wholeNumber($0, upTo: 1_000_000) })
  var seeds: Int = 1

  @Option(
    help: "How many runs at once; results do not depend on it.",
    transform: { try wholeNumber($0, upTo: 1024) })
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

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
    guard !seed.addingReportingOverflow(UInt64(seeds - 1)).overflow else {
      throw ValidationError("--seed \(seed) with --seeds \(seeds) is beyond the largest seed")
    }
    let presets = preset.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    guard presets.allSatisfy({ $0.contains { $0 != " " } }) else {
      throw ValidationError("--preset names nothing; accepted: a preset's or tracker's name")
    }
    guard out != "", store != "" else {
      throw ValidationError("--out or --store is empty; accepted: a path")
    }
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose are both given; accepted: one")
    }
  }

  var allSeeds: [UInt64] { (0..<UInt64(seeds)).map { seed + $0 } }

  var presetNames: [String] {
    preset.flatMap { $0.split(separator: ",").map(String.init) }
  }
}

/// What an option that counts may be.
func wholeNumber(_ text: String, upTo most: Int) throws -> Int {
  guard let number = Int(text), (1...most).contains(number) else {
    throw ValidationError("accepted: a whole number from 1 to \(most)")
  }
  return number
}

/// A seed as an option has it.
struct Seed {
  let number: UInt64

  init(_ text: String) throws {
    guard let number = UInt64(text) else {
      throw ValidationError("accepted: a whole number from 0 to \(UInt64.max)")
    }
    self.number = number
  }
}
