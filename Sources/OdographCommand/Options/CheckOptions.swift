import ArgumentParser
import Experiments
import Foundation

/// What is checked, on which days, and where the result goes.
struct CheckOptions: ParsableArguments {
  @Option(
    help: "Only these trackers or presets; with --update, have these too. Several with commas.")
  var preset: [String] = []

  @OptionGroup var shared: SharedOptions

  @Option(
    help:
      "How many seeds expectations are judged on, or a new baseline has; at least 5 for that. (default: 8)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var seeds: Int?

  @Flag(help: "Write the baselines of these scenarios, instead of checking.")
  var update = false

  @Option(help: "With --update: keep this measure too; several with commas.")
  var measure: [String] = []

  @Option(help: "Folder of the baselines.")
  var baselines = CheckOptions.usualBaselines

  @Option(help: ArgumentHelp("Write the result as JUnit XML to this file.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write a summary in Markdown to this file.", valueName: "file"))
  var markdown: String?

  @Flag(help: "Print nothing but failures.")
  var quiet = false

  static let usualSeeds = 8
  static let usualBaselines = "Reports/baselines"

  func validate() throws {
    try shared.refuseSeeds(beyond: seeds ?? Self.usualSeeds)
    _ = try NameList.names(in: preset, option: "--preset")
    _ = try NameList.names(in: measure, option: "--measure")
    guard baselines != "", junit != "", markdown != "" else {
      throw ValidationError("--baselines, --junit or --markdown is empty; accepted: a path")
    }
    guard update else {
      guard measure.isEmpty else {
        throw ValidationError("--measure is given without --update; a baseline knows its measures")
      }
      return
    }
    guard shared.set.isEmpty, junit == nil, markdown == nil else {
      throw ValidationError("--update is given with --set, --junit or --markdown, which check")
    }
    guard seeds ?? Self.usualSeeds >= Baseline.seedsMin else {
      throw ValidationError("--seeds is \(seeds ?? 0); accepted: at least 5 for a baseline")
    }
  }

  var presetNames: [String] { NameList.names(in: preset) }
  var measureNames: [String] { NameList.names(in: measure) }
}
