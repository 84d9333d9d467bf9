import ArgumentParser
import CommandOptions
import Experiments
import Foundation

/// Options of `odograph check`.
struct CheckOptions: ParsableArguments {
  @Option(
    help: "Check only this tracker or preset; with --update, add it. Several with commas",
    completion: .preset)
  var preset: [String] = []

  @OptionGroup var apps: AppOptions

  @OptionGroup var shared: SharedOptions

  @Option(
    parsing: .unconditional,
    help:
      "The number of seeds for expectations and for a new baseline, which needs 5 (default: 8)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var seeds: Int?

  @Flag(help: "Write new baselines for these scenarios instead of checking")
  var update = false

  @Option(
    help: "With --update: a further measure to include; several with commas",
    completion: .measure)
  var measure: [String] = []

  @Option(
    help: ArgumentHelp("The folder of the baselines", valueName: "folder"), completion: .directory)
  var baselines = CheckOptions.usualBaselines

  @Option(help: ArgumentHelp("Write the result as JUnit XML to this file", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write a summary in Markdown to this file", valueName: "file"))
  var markdown: String?

  @Option(
    help: ArgumentHelp("Write an HTML page of what moved to this file", valueName: "file"))
  var page: String?

  @Flag(name: .shortAndLong, help: "Print only failures")
  var quiet = false

  @OptionGroup var color: ColorOption

  static let usualSeeds = 8
  static let usualBaselines = "Reports/baselines"

  func validate() throws {
    try shared.refuseSeeds(beyond: seeds ?? Self.usualSeeds)
    _ = try NameList.names(in: preset, option: "--preset")
    _ = try NameList.names(in: measure, option: "--measure")
    guard baselines != "", junit != "", markdown != "", page != "" else {
      throw ValidationError(
        "--baselines, --junit, --markdown or --page is empty; accepted: a path")
    }
    guard update else {
      guard measure.isEmpty else {
        throw ValidationError(
          "--measure is given without --update; a baseline already lists its measures")
      }
      return
    }
    guard shared.set.isEmpty, junit == nil, markdown == nil, page == nil else {
      throw ValidationError(
        "--update is given with --set, --junit, --markdown or --page, which check")
    }
    guard seeds ?? Self.usualSeeds >= Baseline.seedsMin else {
      throw ValidationError("--seeds is \(seeds ?? 0); accepted: at least 5 for a baseline")
    }
  }

  var presetNames: [String] { NameList.names(in: preset) }
  var measureNames: [String] { NameList.names(in: measure) }
}
