import ArgumentParser
import CommandOptions
import Foundation
import Text
import Timekeeping

/// Options of `odograph judge`.
struct JudgeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The truth: a recording of another device, a scenario, or self for the log alone",
      valueName: "scenario|trace|self"),
    completion: .scenario)
  var truth: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Logs of days with another setting, to compare with those before it, a log for each day",
      valueName: "log"),
    completion: .file())
  var against: [String] = []

  @Option(
    help: "The preset or tracker of the scenario to simulate beside the log", completion: .preset)
  var preset: String?

  @OptionGroup var apps: AppOptions

  @OptionGroup var shared: SharedOptions

  @Option(
    parsing: .unconditional, help: "The number of seeds to simulate (default: 20)",
    transform: { try wholeNumber($0, upTo: 10_000) })
  var seeds: Int?

  @Option(
    help: ArgumentHelp(
      "The phone to simulate, such as iphone-13, or the path of a phone profile",
      valueName: "name|profile"))
  var phone: String?

  @Option(help: ArgumentHelp("The system to simulate, such as ios-17", valueName: "name"))
  var system: String?

  @Option(
    help: ArgumentHelp(
      "The device to judge, for a log with several: its device_id, topic or subject",
      valueName: "name"))
  var device: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The hours by which the log's times move, such as -1, if its clock was in another zone",
      valueName: "hours"),
    transform: { try JudgeOptions.shift($0) })
  var shift: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "The time from which the tracker was on (default: the log's first day)", valueName: "time"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The time until which the tracker was on (default: the log's last day)", valueName: "time"))
  var to: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the results (default: Reports/judge-<log>)", valueName: "folder"
    ),
    completion: .directory)
  var output: String?

  @Option(help: "The form in which the judgment is printed")
  var format: OutputFormat = .terminal

  @Flag(name: .shortAndLong, help: "Print only errors")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print all measures, all gaps and the settings")
  var verbose = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    try shared.refuseSeeds(beyond: seedCount)
    guard output != "" else { throw ValidationError("--output is empty; accepted: a path") }
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose are both given; accepted: one")
    }
    guard preset == nil || apps.app.isEmpty, apps.app.count <= 1 else {
      throw ValidationError("several trackers are given; accepted: one --preset or one --app")
    }
    guard against.isEmpty || preset == nil && apps.app.isEmpty else {
      throw ValidationError(
        "--against is given with a tracker to simulate; accepted: --against, or --preset or --app")
    }
    guard against.isEmpty || format != .html else {
      throw ValidationError(
        "--format html is given with --against; accepted: terminal, json, markdown or csv")
    }
    try refuseWithoutTracker([
      ("--set", !shared.set.isEmpty), ("--phone", phone != nil), ("--system", system != nil),
      ("--seeds", seeds != nil),
    ])
  }

  /// Throws an error for options that only change simulated runs, if no tracker is simulated.
  private func refuseWithoutTracker(_ given: [(name: String, isGiven: Bool)]) throws {
    guard preset == nil, apps.app.isEmpty, let first = given.first(where: \.isGiven) else { return }
    throw ValidationError(
      "\(first.name) is given without --preset or --app; accepted: with one of them")
  }

  var seedCount: Int { seeds ?? 20 }

  var allSeeds: [UInt64] { (0..<UInt64(seedCount)).map { shared.firstSeed + $0 } }

  private static func shift(_ text: String) throws -> TimeSpan {
    guard let hours = Double(text), abs(hours) <= 100_000 else {
      throw ValidationError("accepted: a number of hours, such as 1 or -5.5")
    }
    return .seconds((hours * 3600).rounded())
  }
}
