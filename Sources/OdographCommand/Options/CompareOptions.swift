import ArgumentParser
import Foundation

/// What is compared, how often, by what, and where the result goes.
struct CompareOptions: ParsableArguments {
  @Option(
    help:
      "Compare these presets or trackers; several with commas. (default: every preset but the -as-shipped)"
  )
  var preset: [String] = []

  @OptionGroup var shared: SharedOptions

  @Option(
    help: "How many seeds, from the first one on. (default: 30)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var seeds: Int = 30

  @Option(
    help: ArgumentHelp(
      "How many draws of what nobody knows of the phone; the seeds go round them. (default: one for two seeds, at most 100)",
      discussion:
        "Two seeds of a draw are two days on the same model: they tell chance from ignorance."
    ),
    transform: { try wholeNumber($0, upTo: 1000) })
  var draws: Int?

  @Option(help: "Show differences from this tracker. (default: the first)")
  var against: String?

  @Option(help: "Measure that is set against the battery.")
  var axis: String = "pathCoverage"

  @Option(help: "Keep this measure too; several with commas.")
  var measure: [String] = []

  @Option(
    help: ArgumentHelp(
      "Choose among trackers of which this holds, such as \"tripRecall >= 0.95\".",
      valueName: "condition"))
  var require: [String] = []

  @Option(
    name: [.customLong("minimize"), .customLong("minimise")],
    help: ArgumentHelp("Choose the tracker with the least of this.", valueName: "measure"))
  var minimized: String?

  @Option(
    name: [.customLong("maximize"), .customLong("maximise")],
    help: ArgumentHelp("Choose the tracker with the most of this.", valueName: "measure"))
  var maximized: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Try the accounts of sources that contradict one another, one by one.")
  var readings = true

  @Option(
    help: "Folder for comparison.html and comparison.json. (default: Reports/compare-<scenario>)")
  var out: String?

  @Option(help: "What to print: tables for people, or the comparison in another form.")
  var format: OutputFormat = .terminal

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  @Flag(help: "Print what each scenario's order hangs on too.")
  var verbose = false

  func validate() throws {
    try shared.refuseSeeds(beyond: seeds)
    guard draws.map({ $0 <= seeds }) ?? true else {
      throw ValidationError(
        "--draws \(draws ?? 0) is more than --seeds \(seeds); accepted: at most a draw for each seed"
      )
    }
    _ = try NameList.names(in: preset, option: "--preset")
    _ = try NameList.names(in: measure, option: "--measure")
    guard out != "" else { throw ValidationError("--out is empty; accepted: a path") }
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
