import ArgumentParser
import Campaigns
import Experiments
import Foundation
import Text

/// The shards of a plan to run. The user chooses with `--shard 17/1000`, or a cluster's scheduler
/// sets a task number.
enum ShardChoice: Equatable {
  case all
  /// One shard, numbered from 1, and the number of all shards if it is given.
  case one(Int, of: Int?)

  private static let accepted = "such as 17/1000, 17, or all"

  init(_ text: String) throws {
    if text == "all" {
      self = .all
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.map { Int($0) ?? 0 }
    guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 > 0 }) else {
      throw ValidationError("accepted: \(Self.accepted)")
    }
    guard numbers.count == 1 || numbers[0] <= numbers[1] else {
      throw ValidationError("accepted: at most \(numbers[1])/\(numbers[1])")
    }
    self = .one(numbers[0], of: numbers.count == 2 ? numbers[1] : nil)
  }

  /// Returns the shards that `--shard` chooses. Without this option, the scheduler that started the
  /// program chooses; without a scheduler, the choice is all shards.
  static func given(
    _ shard: ShardChoice?, _ options: ShardOptions, of plan: some ShardedPlan
  ) throws(InputError) -> ShardChoice {
    if let shard { return shard }
    return try given(
      by: ProcessInfo.processInfo.environment, shards: options.shards ?? plan.plannedShardCount)
      ?? .all
  }

  var isOne: Bool { self != .all }

  /// Returns the number of all shards; nil if the user gave none.
  ///
  /// - Parameter shards: the value of `--shards`.
  func count(besides shards: Int?) throws(InputError) -> Int? {
    guard case .one(_, let count?) = self else { return shards }
    guard let shards, shards != count else { return count }
    throw InputError(
      .commandLine, "--shard is of \(count) shards, --shards is \(shards)",
      accepted: "one number of shards")
  }

  /// The environment variables in which schedulers store a task's number. The integer is the number
  /// of the scheduler's first task.
  private static let engines = [("SLURM_ARRAY_TASK_ID", 1), ("JOB_COMPLETION_INDEX", 0)]

  /// Returns the shard that a scheduler chose in the environment; nil if no scheduler started the
  /// program.
  ///
  /// - Throws: `InputError` if the task number is not the number of a shard.
  static func given(
    by environment: [String: String], shards: Int?
  ) throws(InputError) -> ShardChoice? {
    for (name, first) in engines {
      guard let text = environment[name] else { continue }
      guard let number = Int(text), number >= first, number - first < shards ?? .max else {
        let last = shards.map { " to \($0 - 1 + first)" } ?? ""
        throw InputError(
          .commandLine, "\(name) is '\(text)'",
          accepted: "a number from \(first)\(last), or --shard")
      }
      guard let shards else {
        throw InputError(
          .commandLine, "\(name) is \(text), and the number of shards is not given",
          accepted: "--shards, 'shards:' in the plan, or --shard all")
      }
      return .one(number - first + 1, of: shards)
    }
    return nil
  }
}
