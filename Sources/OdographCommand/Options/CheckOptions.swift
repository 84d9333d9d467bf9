import ArgumentParser
import Experiments
import Foundation

/// What is checked, on which days, and where the result goes.
struct CheckOptions: ParsableArguments {
  @Option(
    help: "Only these trackers or presets; with --update, have these too. Several with commas.")
  var preset: [String] = []

  @Option(
    help: ArgumentHelp(
      "Set a tracker's setting, and hold what comes of it against the baseline.",
      valueName: "name.setting=a,b,c"))
  var set: [String] = []

  @Option(
    help: "First seed that expectations are judged on, or that a new baseline has. (default: 1)",
    transform: { try Seed($0).number })
  var seed: UInt64?

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
  var baselines = "Reports/baselines"

  @Option(help: ArgumentHelp("Write the result as JUnit XML to this file.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write a summary in Markdown to this file.", valueName: "file"))
  var markdown: String?

  @Option(
    help: "How many days at once; results do not depend on it.",
    transform: { try wholeNumber($0, upTo: 1024) })
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "Print nothing but failures.")
  var quiet = false

  static let usualSeeds = 8

  func validate() throws {
    let last = (seed ?? 1).addingReportingOverflow(UInt64(seeds ?? Self.usualSeeds))
    guard !last.overflow else {
      throw ValidationError("--seed \(seed ?? 1) is too near to the largest seed")
    }
    let names = (preset + measure).flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard names.allSatisfy({ $0.contains { $0 != " " } }) else {
      throw ValidationError("--preset or --measure names nothing; accepted: names with commas")
    }
    guard baselines != "", junit != "", markdown != "" else {
      throw ValidationError("--baselines, --junit or --markdown is empty; accepted: a path")
    }
    guard update else {
      guard measure.isEmpty else {
        throw ValidationError("--measure is given without --update; a baseline knows its measures")
      }
      return
    }
    guard set.isEmpty, junit == nil, markdown == nil else {
      throw ValidationError("--update is given with --set, --junit or --markdown, which check")
    }
    guard seeds ?? Self.usualSeeds >= Baseline.seedsMin else {
      throw ValidationError("--seeds is \(seeds ?? 0); accepted: at least 5 for a baseline")
    }
  }

  var presetNames: [String] { names(in: preset) }
  var measureNames: [String] { names(in: measure) }

  private func names(in lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
