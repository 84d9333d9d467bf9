import ArgumentParser
import Foundation

/// How a report is printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case terminal, json
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

  @Option(help: "First seed of chance.")
  var seed: UInt64 = 1

  @Option(help: "How many seeds to run, from the first one on.")
  var seeds: Int = 1

  @Option(help: "How many runs at once; results do not depend on it.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: "Keep records in SQLite: a file for one run, a folder for several.")
  var store: String?

  @Option(help: "Folder for report.json and each run's own files. (default: Reports/<scenario>)")
  var out: String?

  @Option(help: "What to print: a table for people, or the report itself.")
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
    guard (1...1_000_000).contains(seeds) else {
      throw ValidationError("--seeds is \(seeds); accepted: 1 to 1000000")
    }
    guard !seed.addingReportingOverflow(UInt64(seeds - 1)).overflow else {
      throw ValidationError("--seed \(seed) with --seeds \(seeds) is beyond the largest seed")
    }
    guard (1...1024).contains(jobs) else {
      throw ValidationError("--jobs is \(jobs); accepted: 1 to 1024")
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
