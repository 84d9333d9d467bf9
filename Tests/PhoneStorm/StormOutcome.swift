import Foundation

/// The findings of one seed.
package struct StormOutcome: Sendable {
  package let seed: UInt64
  /// The day that was simulated; nil if the readers refused every draw.
  package var day: StormDay?
  package var refusals: [String] = []
  package var phoneDays = 0.0
  package var recordCount = 0
  package var callbackCount = 0
  package var launches = 0
  package var chargedJoules = 0.0
  package var problems: [String] = []

  package init(seed: UInt64) { self.seed = seed }

  package var hasFailed: Bool { !problems.isEmpty }

  /// Writes the documents of a failed day, and its problems beside them.
  ///
  /// - Returns: the lines for a person, with the command that runs the day again.
  package func report(in folder: String, command: String) throws -> [String] {
    var lines = ["seed \(seed) failed:"] + problems.map { "  \($0)" }
    if let day {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let path = try day.write(to: folder)
      lines.append("  scenario: \(path)")
      lines.append("  run it:   odograph run \(path) --seed \(seed) --explain")
    }
    return lines + ["  repeat:   \(command)"]
  }
}

/// The sums over many seeds.
package struct StormTotals: Sendable {
  package private(set) var seeds = 0
  package private(set) var phoneDays = 0.0
  package private(set) var drawn = 0
  package private(set) var refused = 0
  package private(set) var failed = 0
  package private(set) var records = 0
  package private(set) var callbacks = 0
  package private(set) var launches = 0
  package private(set) var chargedJoules = 0.0
  /// The number of seeds of each kind of refusal, which its first words name.
  package private(set) var refusals: [String: Int] = [:]

  package init() {}

  package mutating func add(_ outcome: StormOutcome) {
    seeds += 1
    phoneDays += outcome.phoneDays
    refused += outcome.refusals.count
    drawn += outcome.refusals.count + (outcome.day == nil ? 0 : 1)
    if outcome.hasFailed { failed += 1 }
    records += outcome.recordCount
    callbacks += outcome.callbackCount
    launches += outcome.launches
    chargedJoules += outcome.chargedJoules
    for refusal in outcome.refusals { refusals[refusal, default: 0] += 1 }
  }

  package var refusedShare: Double { drawn == 0 ? 1 : Double(refused) / Double(drawn) }

  /// The largest share of refused draws. Above it the storm mostly checks its own drawing.
  package static let refusedShareMax = 0.5

  /// The reasons why the whole storm proves nothing; empty if it does.
  package var emptiness: [String] {
    var reasons: [String] = []
    if refusedShare > Self.refusedShareMax {
      reasons.append("the readers refused \(Int(refusedShare * 100)) % of the days drawn")
    }
    for (count, name) in [(records, "records"), (callbacks, "callbacks"), (launches, "launches")]
    where count == 0 {
      reasons.append("there were no \(name)")
    }
    if chargedJoules <= 0 { reasons.append("no phone was charged") }
    return reasons
  }

  package var lines: [String] {
    [
      "\(seeds) seeds, \(plain(phoneDays, digits: 1)) phone-days, \(failed) failed",
      "\(refused) of \(drawn) days drawn were refused (\(plain(refusedShare * 100, digits: 1)) %, "
        + "at most \(Int(Self.refusedShareMax * 100)) %)",
      "\(records) records, \(callbacks) callbacks, \(launches) launches, "
        + "\(plain(chargedJoules / 3600, digits: 0)) Wh charged",
    ]
  }
}
