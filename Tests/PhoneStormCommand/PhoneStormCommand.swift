import Foundation
import PhoneStorm
import Simulation

/// A program that simulates random phone-days, as many as asked for, and prints each seed that
/// fails.
///
///     PhoneStormCommand --days 10000 --seed 1 --jobs 2
@main
struct PhoneStormCommand {
  private static let batch = 64

  static func main() throws {
    guard let options = StormOptions(Array(CommandLine.arguments.dropFirst())) else {
      warn(StormOptions.usage)
      exit(2)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "phone-storm-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let totals = try storm(options, folder: folder.path)
    for line in totals.lines { print(line) }
    if options.listsRefusals { list(totals) }
    let emptiness = options.isWhole ? totals.emptiness : []
    for reason in emptiness { print("the storm is empty: \(reason)") }
    // `exit` runs no `defer`.
    try? FileManager.default.removeItem(at: folder)
    exit(totals.failed == 0 && emptiness.isEmpty ? 0 : 1)
  }

  private static func storm(_ options: StormOptions, folder: String) throws -> StormTotals {
    print("first seed \(options.seed); repeat all: make phone-storm \(options.again)")
    // A trap ends the program without another message.
    print("a crash leaves its days in \(folder)")
    var totals = StormTotals()
    var next = options.seed
    let storm = PhoneStorm(folder: folder)
    while totals.phoneDays < options.days, totals.seeds < options.seedsMax {
      let first = next
      let count = min(batch, options.seedsMax - totals.seeds)
      let outcomes = try ParallelWork(count: count, jobs: options.jobs).results { index in
        storm.outcome(of: first &+ UInt64(index))
      }
      for outcome in outcomes.compactMap({ $0 }) {
        totals.add(outcome)
        if outcome.hasFailed { try notify(outcome, options) }
      }
      next = first &+ UInt64(count)
      warn("\(Int(totals.phoneDays)) of \(Int(options.days)) phone-days\n")
    }
    return totals
  }

  private static func notify(_ outcome: StormOutcome, _ options: StormOptions) throws {
    let lines = try outcome.report(
      in: options.failures, command: "make phone-storm STORM_ONLY=\(outcome.seed)")
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }

  private static func warn(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  private static func list(_ totals: StormTotals) {
    let sorted = totals.refusals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (text, count) in sorted.prefix(400) { print("refused \(count): \(text)") }
  }
}

/// The command line's options.
struct StormOptions {
  static let usage = """
    Usage: PhoneStormCommand [--days N] [--seed N] [--jobs N] [--only SEED] [--failures FOLDER]
                             [--refusals]

    """

  var days = 10_000.0
  /// The first seed. Only this is drawn without a seed: each storm has new days, and prints where
  /// they begin.
  var seed = UInt64.random(in: 0..<1_000_000_000)
  var jobs = 1
  var failures = ".build/phone-storm"
  var seedsMax = 1_000_000
  var listsRefusals = false
  /// True for a whole storm, false for a single seed, which need not have everything in it.
  var isWhole = true

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--refusals" {
        listsRefusals = true
        continue
      }
      guard let value = rest.popFirst(), take(name, value) else { return nil }
    }
  }

  private mutating func take(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--days": return set(&days, Double(value).flatMap { $0 > 0 ? $0 : nil })
    case "--seed": return set(&seed, UInt64(value))
    case "--jobs": return set(&jobs, Int(value).flatMap { (1...64).contains($0) ? $0 : nil })
    case "--failures": return set(&failures, value)
    case "--only":
      seedsMax = 1
      isWhole = false
      return set(&seed, UInt64(value))
    default: return false
    }
  }

  private func set<Value>(_ target: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }

  /// The variables of `make` that draw the same days again.
  var again: String {
    isWhole ? "STORM_DAYS=\(Int(days)) STORM_SEED=\(seed)" : "STORM_ONLY=\(seed)"
  }
}
