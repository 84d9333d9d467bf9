import ArgumentParser
import Foundation

/// Options of every command that simulates days: the settings, the first seed and the number of
/// cores.
package struct SharedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Change a tracker's setting; several values make several trackers",
      discussion:
        "TRACKER. is needed only if there are several trackers. A comma inside [ ] belongs to the value. A quirk is a setting of true or false. 'odograph settings' lists all.",
      valueName: "tracker.setting=a,b"), completion: .settingValue)
  package var set: [String] = []

  @Option(
    parsing: .unconditional, help: "The first seed (default: 1)", transform: { try Seed($0).number }
  )
  package var seed: UInt64?

  @OptionGroup private var cores: CoreOptions

  package var jobs: Int { cores.jobs }
  package var firstSeed: UInt64 { seed ?? 1 }

  package func refuseSeeds(beyond count: Int) throws {
    guard !firstSeed.addingReportingOverflow(UInt64(count - 1)).overflow else {
      throw ValidationError("--seed \(firstSeed) with --seeds \(count) is beyond the largest seed")
    }
  }

  package init() {}
}

package struct CoreOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: "The number of cores; results do not depend on it (default: all)",
    transform: { try wholeNumber($0, upTo: 1024) })
  package var jobs: Int = processorCount

  package init() {}
}

/// Functions for options that take names. Such an option accepts several names with commas, and may
/// be given several times.
package enum NameList {
  package static func names(in lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Returns all names in the values of an option.
  ///
  /// - Throws: `ValidationError` if a name is missing before, between or after commas.
  package static func names(in lists: [String], option: String) throws -> [String] {
    let names = lists.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    guard names.allSatisfy({ $0.contains { $0 != " " } }) else {
      throw ValidationError("\(option) names nothing; accepted: names with commas")
    }
    return self.names(in: lists)
  }
}

/// Returns the whole number from 1 to `most` that an option's text gives.
package func wholeNumber(_ text: String, from least: Int = 1, upTo most: Int) throws -> Int {
  guard let number = Int(text), (least...most).contains(number) else {
    throw ValidationError("accepted: a whole number from \(least) to \(most)")
  }
  return number
}

/// A seed from a command-line option.
package struct Seed {
  package let number: UInt64

  package init(_ text: String) throws {
    guard let number = UInt64(text) else {
      throw ValidationError("accepted: a whole number from 0 to \(UInt64.max)")
    }
    self.number = number
  }
}

/// The number of processors that this process may use. Foundation reads it from files each time, and
/// the parser asks for the default of an option many times.
private let processorCount = ProcessInfo.processInfo.activeProcessorCount
