import ArgumentParser
import CommandOptions
import Foundation

/// Options of `odograph why`.
struct WhyOptions: ParsableArguments {
  @Option(
    help: "A preset or a tracker of the scenario to explain; several with commas",
    completion: .preset)
  var preset: [String] = []

  @OptionGroup var apps: AppOptions

  @OptionGroup var shared: SharedOptions

  @Option(
    parsing: .unconditional, help: "The number of seeds; intervals need at least 5 (default: 10)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var seeds: Int = 10

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for why.html and why.json (default: Reports/why-<scenario>)",
      valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(help: "The form in which the explanation is printed")
  var format: OutputFormat = .terminal

  @Flag(name: .shortAndLong, help: "Print only errors")
  var quiet = false

  @Flag(
    name: .shortAndLong, help: "Also print changes that others beat and changes without effect")
  var verbose = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    try shared.refuseSeeds(beyond: seeds)
    _ = try NameList.names(in: preset, option: "--preset")
    guard output != "" else { throw ValidationError("--output is empty; accepted: a path") }
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose are both given; accepted: one")
    }
  }

  var presetNames: [String] { NameList.names(in: preset) }

  var allSeeds: [UInt64] { (0..<UInt64(seeds)).map { shared.firstSeed + $0 } }
}
