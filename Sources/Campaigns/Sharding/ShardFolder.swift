import Files
import Foundation
import Simulation
import Text

/// Where the shards of a sweep or a study lie, and what there is of them.
public struct ShardFolder: Sendable {
  package enum State: Sendable, Equatable {
    case missing
    case complete
    /// Cut short or altered; is run again.
    case corrupt(String)
    /// Whole, and of something else: in a few words what differs.
    case foreign([String])
    /// Whole, and of the same plan when there was less of it: what differs. Is run again.
    case outgrown([String])
  }

  /// What is wrong with a shard that no worker can mend.
  public static let isFolder = "it is a folder"

  /// How long a file that nobody has locked must have lain untouched before it is taken for abandoned.
  static let abandonedSeconds = 60

  public let path: String

  /// - Parameter out: folder of the results.
  public init(out: String) { path = out + "/shards" }

  public func file(of shard: Shard) -> String { path + "/" + shard.fileName }

  /// - Throws: `FileTrouble` where there can be none.
  public func make() throws(FileTrouble) { try Folder.make(path) }

  /// What killed workers have left. Those at work are let be.
  ///
  /// - Parameter now: in seconds since 1970.
  public func cleanUp(now: Int) {
    DurableFile.removeAbandoned(in: path, untouchedSince: now - Self.abandonedSeconds)
  }

  /// Into how many shards it has been divided, as far as there are any; in ascending order.
  public var counts: [Int] { Set(shards.map(\.count)).sorted() }

  /// The same without divisions from when there was less of it; and without those of something else where
  /// others remain.
  public func counts(of plan: some ShardedPlan) -> [Int] {
    let divisions = divisions(of: plan).filter {
      if case .outgrown = $0.state { false } else { true }
    }
    let own = divisions.filter { if case .foreign = $0.state { false } else { true } }
    return (own.isEmpty ? divisions : own).map(\.count)
  }

  /// Whether anything here is of the plan, or of what it was when there was less of it.
  public func holdsAny(of plan: some ShardedPlan) -> Bool {
    divisions(of: plan).contains {
      switch $0.state {
      case .complete, .outgrown: true
      case .missing, .corrupt, .foreign: false
      }
    }
  }

  /// Each with what is to be said of the first of its shards.
  private func divisions(of plan: some ShardedPlan) -> [(count: Int, state: State)] {
    let shards = shards
    return counts.compactMap { count in
      shards.first { $0.count == count }.map { (count, state(of: $0, in: plan)) }
    }
  }

  /// What is left from when there was less of the plan; to be called when all of it is somewhere else.
  public func removeOutgrown(by plan: some ShardedPlan) {
    for shard in shards {
      if case .outgrown = state(of: shard, in: plan) { unlink(file(of: shard)) }
    }
  }

  /// Those that have a file, whole or not, in the order of names.
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
      // Only who renamed it can have brought that about.
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

  /// Another shard of the same division that has a file.
  public func firstNeighbor(of shard: Shard) -> Shard? {
    shards.first { $0.count == shard.count && $0 != shard }
  }

  /// The message for a shard that is of something else.
  ///
  /// - Parameter kind: "sweep".
  public func refusal(of shard: Shard, _ differences: [String], kind: String) -> InputError {
    InputError(
      SourceLocation(file: file(of: shard)),
      "this shard is of another \(kind): " + differences.prefix(5).joined(separator: ", ")
        + (differences.count > 5 ? " and \(differences.count - 5) more" : ""),
      accepted: "the plan and the program that it was made with; another --output; or --renew, "
        + "to run again what is of another \(kind)")
  }

  // MARK: Reading

  private static let unitsAtOnce = 64

  /// Gives out each of a whole shard's units in turn: its number, and of every tracker every figure; a NaN for
  /// what does not apply.
  ///
  /// - Returns: false when it was interrupted.
  /// - Throws: `ShardChanged`, and whatever is thrown at receiving.
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

/// A shard was whole when the merge began and is no more.
package struct ShardChanged: Error, Sendable, CustomStringConvertible {
  package let path: String

  package var description: String { "\(path): this shard was changed while it was being merged" }
}
