import ArgumentParser
import CommandOptions
import Foundation

/// Options of `odograph compare`.
struct CompareOptions: ParsableArguments {
  @Option(
    help:
      "A preset or tracker to compare; several with commas (default: all presets except -as-shipped)",
    completion: .preset)
  var preset: [String] = []

  @OptionGroup var apps: AppOptions

  @OptionGroup var shared: SharedOptions

  @Option(
    parsing: .unconditional, help: "The number of seeds (default: 30)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var seeds: Int = 30

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of parameter draws (default: one for two seeds, at most 100)",
      discussion:
        "The seeds of one draw share its model parameters; they show the day-to-day variation."
    ),
    transform: { try wholeNumber($0, upTo: 1000) })
  var draws: Int?

  @Option(help: "The tracker to show differences from (default: the first)")
  var against: String?

  @Option(help: "The measure to plot against the battery", completion: .measure)
  var axis: String = "pathCoverage"

  @Option(help: "A further measure to include; several with commas", completion: .measure)
  var measure: [String] = []

  @Option(
    help: ArgumentHelp(
      "Recommend only trackers that meet this, such as \"tripRecall >= 0.95\"",
      valueName: "condition"))
  var require: [String] = []

  @Option(
    name: [.customLong("minimize"), .customLong("minimise")],
    help: ArgumentHelp("Recommend the tracker with the least of this", valueName: "measure"),
    completion: .measure)
  var minimized: String?

  @Option(
    name: [.customLong("maximize"), .customLong("maximise")],
    help: ArgumentHelp("Recommend the tracker with the most of this", valueName: "measure"),
    completion: .measure)
  var maximized: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Also run the model variants in which sources contradict each other")
  var readings = true

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for comparison.html and comparison.json (default: Reports/compare-<scenario>)",
      valueName: "folder"), completion: .directory)
  var output: String?

  @Option(help: "The form in which the comparison is printed")
  var format: OutputFormat = .terminal

  @Flag(name: .shortAndLong, help: "Print only errors")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print the facts that decide each scenario's order")
  var verbose = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    try shared.refuseSeeds(beyond: seeds)
    guard draws.map({ $0 <= seeds }) ?? true else {
      throw ValidationError(
        "--draws \(draws ?? 0) is more than --seeds \(seeds); accepted: at most a draw for each seed"
      )
    }
    _ = try NameList.names(in: preset, option: "--preset")
    _ = try NameList.names(in: measure, option: "--measure")
    guard output != "" else { throw ValidationError("--output is empty; accepted: a path") }
    guard minimized == nil || maximized == nil else {
      throw ValidationError("--minimize and --maximize are both given; accepted: one")
    }
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose are both given; accepted: one")
    }
  }

  var presetNames: [String] { NameList.names(in: preset) }
  var measureNames: [String] { NameList.names(in: measure) }
}
