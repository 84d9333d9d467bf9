import Files
import Foundation
import Simulation
import Text

/// The folder with the shards of a sweep or a study. `inspect` returns the state of each shard.
public struct ShardFolder: Sendable {
  package enum State: Sendable, Equatable {
    case missing
    case complete
    /// The file is cut short or altered. The shard is run again.
    case corrupt(String)
    /// The file is whole, but belongs to another plan or another version of Odograph. The texts
    /// name the differences.
    case foreign([String])
    /// The file is whole, and belongs to a smaller version of the plan, such as the same study with
    /// fewer participants. The texts name the differences. The shard is run again, with the figures
    /// that the smaller version has.
    case outgrown([String])
  }

  /// The reason why a shard cannot be run again: a folder has the name of the shard's file.
  public static let isFolder = "it is a folder"

  /// The number of seconds after which an untouched and unlocked file counts as abandoned.
  static let abandonedSeconds = 60

  public let path: String

  /// - Parameter out: The folder of the results, in which the folder of shards lies.
  public init(out: String) { path = out + "/shards" }

  public func file(of shard: Shard) -> String { path + "/" + shard.fileName }

  /// Creates the folder.
  ///
  /// - Throws: `FileError` if the folder cannot be created.
  public func make() throws(FileError) { try Folder.make(path) }

  /// Removes files that killed processes have left. Files of running processes are kept.
  ///
  /// - Parameter now: The time in seconds since 1970.
  public func cleanUp(now: Int) {
    DurableFile.removeAbandoned(in: path, untouchedSince: now - Self.abandonedSeconds)
  }

  /// The totals in the names of the shards' files, such as 1000 in "0017-of-1000.shard". A total is
  /// the number of shards into which a plan was divided. The totals are in ascending order. Usually
  /// there is only one.
  public var counts: [Int] { Set(shards.map(\.count)).sorted() }

  /// Returns the totals in `counts` for which the folder has shards of this plan. If the folder has
  /// no shards of this plan, the function returns the totals of other plans' shards. Shards of a
  /// smaller version of the plan are left out in both cases. A damaged shard counts as a shard of
  /// this plan.
  public func counts(of plan: some ShardedPlan) -> [Int] {
    let divisions = divisions(of: plan).filter {
      if case .outgrown = $0.state { false } else { true }
    }
    let own = divisions.filter { if case .foreign = $0.state { false } else { true } }
    return (own.isEmpty ? divisions : own).map(\.count)
  }

  /// Returns true if a shard in the folder belongs to the plan, or to a smaller version of the
  /// plan.
  public func holdsAny(of plan: some ShardedPlan) -> Bool {
    divisions(of: plan).contains {
      switch $0.state {
      case .complete, .outgrown: true
      case .missing, .corrupt, .foreign: false
      }
    }
  }

  /// Returns each total in `counts`, with the state of the first shard that has this total.
  private func divisions(of plan: some ShardedPlan) -> [(count: Int, state: State)] {
    let shards = shards
    return counts.compactMap { count in
      shards.first { $0.count == count }.map { (count, state(of: $0, in: plan)) }
    }
  }

  /// Removes the shards of a smaller version of the plan. Call it only after all their results are
  /// stored elsewhere.
  public func removeOutgrown(by plan: some ShardedPlan) {
    for shard in shards {
      if case .outgrown = state(of: shard, in: plan) { unlink(file(of: shard)) }
    }
  }

  /// The shards that have a file, whole or damaged, in the order of names.
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

  /// Returns each shard with its state. Reads as many files at a time as there are jobs.
  package func inspect(
    _ shards: [Shard], of plan: some ShardedPlan, jobs: Int = 1
  ) throws -> [InspectedShard] {
    let states = try ParallelWork(count: shards.count, jobs: jobs).results {
      state(of: shards[$0], in: plan)
    }
    return zip(shards, states).map { InspectedShard(shard: $0, state: $1 ?? .missing) }
  }

  /// Returns the shards that have to be run, and passes on a remark for each damaged shard.
  package func pending(_ shards: [InspectedShard], _ remark: (String) -> Void) -> [Shard] {
    for inspected in shards {
      guard case .corrupt(let reason) = inspected.state else { continue }
      remark("\(file(of: inspected.shard)): \(reason); this shard is run again")
    }
    return shards.filter { $0.state != .complete }.map(\.shard)
  }

  /// Returns the first other shard that has a file and the same `count` as this shard; nil if there
  /// is none.
  public func firstNeighbor(of shard: Shard) -> Shard? {
    shards.first { $0.count == shard.count && $0 != shard }
  }

  /// Returns the error for a shard of another plan or another version of Odograph.
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

  /// Calls `receive` for each day or participant of a whole shard, with its number and the figures
  /// of every tracker. NaN stands for a figure that does not apply.
  ///
  /// - Returns: False if the reading was interrupted.
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

/// The error for a shard that was whole when the merge began, but is not whole any more.
package struct ShardChanged: Error, Sendable, CustomStringConvertible {
  package let path: String

  package var description: String { "\(path): this shard was changed while it was being merged" }
}
