import Files
import Foundation
import Simulation
import Text

/// The folder of the shards of a sweep or a study, and their states.
public struct ShardFolder: Sendable {
  package enum State: Sendable, Equatable {
    case missing
    case complete
    /// Cut short or altered. It is run again.
    case corrupt(String)
    /// Whole, but of another plan or program. The texts name what differs.
    case foreign([String])
    /// Whole, and of the same plan when it was smaller. The texts name what differs. It is run
    /// again.
    case outgrown([String])
  }

  /// A defect of a shard that a worker cannot repair.
  public static let isFolder = "it is a folder"

  /// The seconds after which an untouched, unlocked file counts as abandoned.
  static let abandonedSeconds = 60

  public let path: String

  /// - Parameter out: The folder of the results.
  public init(out: String) { path = out + "/shards" }

  public func file(of shard: Shard) -> String { path + "/" + shard.fileName }

  /// - Throws: `FileTrouble` if the folder cannot be created.
  public func make() throws(FileTrouble) { try Folder.make(path) }

  /// Removes files that killed workers have left. Files of running workers are kept.
  ///
  /// - Parameter now: In seconds since 1970.
  public func cleanUp(now: Int) {
    DurableFile.removeAbandoned(in: path, untouchedSince: now - Self.abandonedSeconds)
  }

  /// The numbers of shards into which it has been divided, if there are any, in ascending order.
  public var counts: [Int] { Set(shards.map(\.count)).sorted() }

  /// Returns the same without divisions of a smaller version of the plan. Divisions of other plans
  /// are left out too, if any others remain.
  public func counts(of plan: some ShardedPlan) -> [Int] {
    let divisions = divisions(of: plan).filter {
      if case .outgrown = $0.state { false } else { true }
    }
    let own = divisions.filter { if case .foreign = $0.state { false } else { true } }
    return (own.isEmpty ? divisions : own).map(\.count)
  }

  /// Returns true if a shard here is of the plan, or of a smaller version of it.
  public func holdsAny(of plan: some ShardedPlan) -> Bool {
    divisions(of: plan).contains {
      switch $0.state {
      case .complete, .outgrown: true
      case .missing, .corrupt, .foreign: false
      }
    }
  }

  /// Returns each division with the state of its first shard.
  private func divisions(of plan: some ShardedPlan) -> [(count: Int, state: State)] {
    let shards = shards
    return counts.compactMap { count in
      shards.first { $0.count == count }.map { (count, state(of: $0, in: plan)) }
    }
  }

  /// Removes the shards of a smaller version of the plan. To be called when all their results are
  /// stored elsewhere.
  public func removeOutgrown(by plan: some ShardedPlan) {
    for shard in shards {
      if case .outgrown = state(of: shard, in: plan) { unlink(file(of: shard)) }
    }
  }

  /// The shards that have a file, whole or not, in the order of names.
  var shards: [Shard] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().compactMap(Shard.init(fileName:))
  }

  package func state(of shard: Shard, in plan: some ShardedPlan) -> State {
    let file = file(of: shard)
    guard FileManager.default.fileExists(atPath: file) else { return .missing }
    guard !Folder.exists(file) else { return .corrupt(Self.isFolder) }
    do {
      let found = try ShardReader(path: file).header
      let expected = ShardHeader(shard, of: plan)
      let differences = expected.fingerprint.differences(from: found.fingerprint)
      guard differences.isEmpty else {
        return plan.outgrows(found.fingerprint) ? .outgrown(differences) : .foreign(differences)
      }
      // This can only happen if the file was renamed.
      return found == expected ? .complete : .foreign(["it is another shard under this name"])
    } catch {
      return switch error {
      case .corrupt(let reason): .corrupt(reason)
      case .ofOtherFormat(let format):
        .foreign([WrittenDocument.unreadable(format, known: [ShardFile.format], as: "shard")])
      }
    }
  }

  /// Returns each shard with its state, read on as many cores as there are jobs.
  package func inspect(
    _ shards: [Shard], of plan: some ShardedPlan, jobs: Int = 1
  ) throws -> [InspectedShard] {
    let states = try ParallelWork(count: shards.count, jobs: jobs).results {
      state(of: shards[$0], in: plan)
    }
    return zip(shards, states).map { InspectedShard(shard: $0, state: $1 ?? .missing) }
  }

  /// Returns the shards that have to be run, and remarks on each that is damaged.
  package func pending(_ shards: [InspectedShard], _ remark: (String) -> Void) -> [Shard] {
    for inspected in shards {
      guard case .corrupt(let reason) = inspected.state else { continue }
      remark("\(file(of: inspected.shard)): \(reason); this shard is run again")
    }
    return shards.filter { $0.state != .complete }.map(\.shard)
  }

  /// Returns another shard of the same division that has a file.
  public func firstNeighbor(of shard: Shard) -> Shard? {
    shards.first { $0.count == shard.count && $0 != shard }
  }

  /// Returns the message for a shard of another plan or program.
  ///
  /// - Parameter kind: The kind of plan, such as "sweep".
  public func refusal(of shard: Shard, _ differences: [String], kind: String) -> InputError {
    InputError(
      SourceLocation(file: file(of: shard)),
      "this shard is of another \(kind): " + differences.prefix(5).joined(separator: ", ")
        + (differences.count > 5 ? " and \(differences.count - 5) more" : ""),
      accepted: "the plan and the program that it was made with; another --output; or --renew, to "
        + "replace shards of another \(kind)")
  }

  // MARK: Reading

  private static let unitsAtOnce = 64

  /// Passes on each of a whole shard's units in turn: its number, and every figure of every
  /// tracker; NaN for a figure that does not apply.
  ///
  /// - Returns: False if it was interrupted.
  /// - Throws: `ShardChanged`, and any error of `receive`.
  func read(
    _ shard: Shard, of plan: some ShardedPlan, isCancelled: () -> Bool,
    _ receive: (Int, ArraySlice<Double>) throws -> Void
  ) throws -> Bool {
    let expected = ShardHeader(shard, of: plan)
    guard let reader = try? ShardReader(path: file(of: shard)), reader.header == expected else {
      throw ShardChanged(path: file(of: shard))
    }
    let units = shard.units(of: plan.unitCount)
    for start in stride(from: units.lowerBound, to: units.upperBound, by: Self.unitsAtOnce) {
      guard !isCancelled() else { return false }
      let part = start..<min(start + Self.unitsAtOnce, units.upperBound)
      let figures = try reader.units(part.count)
      for unit in part {
        let first = (unit - start) * plan.figuresPerUnit
        try receive(unit, figures[first..<first + plan.figuresPerUnit])
      }
    }
    return true
  }
}

/// A shard and the state of its file.
package struct InspectedShard: Sendable {
  package var shard: Shard
  package var state: ShardFolder.State
}

/// The error that a shard was whole when the merge began, and now is not.
package struct ShardChanged: Error, Sendable, CustomStringConvertible {
  package let path: String

  package var description: String { "\(path): this shard was changed while it was being merged" }
}
