import ArgumentParser
import Foundation

/// How it is printed why a tracker missed what it did.
enum WhyFormat: String, ResultFormat {
  case terminal, json, markdown, csv
}

/// Whose gaps are explained, over how many seeds, and where the result goes.
struct WhyOptions: ParsableArguments {
  @Option(
    help: "Explain this preset, or the scenario's tracker of that name; several with commas.")
  var preset: [String] = []

  @OptionGroup var shared: SharedOptions

  @Option(
    help: "How many seeds, from the first one on; intervals take at least 5. (default: 10)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var seeds: Int = 10

  @Option(help: "Folder for why.json. (default: Reports/why-<scenario>)")
  var out: String?

  @Option(help: "What to print: tables for people, or all that was tried in another form.")
  var format: WhyFormat = .terminal

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  @Flag(help: "Print settings that others beat, and what was tried in vain, too.")
  var verbose = false

  func validate() throws {
    try shared.refuseSeeds(beyond: seeds)
    _ = try NameList.names(in: preset, option: "--preset")
    guard out != "" else { throw ValidationError("--out is empty; accepted: a path") }
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose are both given; accepted: one")
    }
  }

  var presetNames: [String] { NameList.names(in: preset) }

  var allSeeds: [UInt64] { (0..<UInt64(seeds)).map { shared.firstSeed + $0 } }
}
