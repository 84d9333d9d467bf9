import Synchronization

/// The figures in the shards of a smaller version of a plan, such as the same study with fewer
/// participants. A plan that has grown keeps them.
///
/// A unit depends only on the plan and its number, so that its figures are the same in both. Units
/// are read nearly in order, so that a few shards at a time are in memory.
final class OutgrownUnits: Sendable {
  private struct Part {
    var units: Range<Int>
    var figures: [Double]
  }

  /// The largest number of shards in memory: two at the border of two shards, and some for cores
  /// that are ahead.
  private static let partsMax = 4

  private let shards: [(path: String, units: Range<Int>)]
  private let fingerprint: PlanFingerprint?
  private let (trackerCount, figureCount): (Int, Int)
  private let recent = Mutex<[Part]>([])

  /// Finds the whole shards of smaller versions of the plan.
  init(_ plan: some ShardedPlan, in folder: ShardFolder) {
    trackerCount = plan.trackerCount
    figureCount = plan.figureCount
    var fingerprint: PlanFingerprint?
    var found: [(path: String, units: Range<Int>)] = []
    for shard in folder.shards {
      let path = folder.file(of: shard)
      guard case .outgrown = folder.state(of: shard, in: plan),
        let header = try? ShardReader(path: path).header,
        fingerprint ?? header.fingerprint == header.fingerprint
      else { continue }
      fingerprint = header.fingerprint
      found.append((path, header.firstUnit..<header.firstUnit + header.unitCount))
    }
    self.fingerprint = fingerprint
    shards = found
  }

  /// The units whose figures are known.
  var units: Set<Int> { Set(shards.flatMap(\.units)) }

  /// Returns the figures of each tracker in a unit; nil if no shard has the unit any more.
  func rows(ofUnit unit: Int) -> [[Double?]]? {
    guard let shard = shards.first(where: { $0.units.contains(unit) }) else { return nil }
    return recent.withLock { recent in
      guard let part = recent.first(where: { $0.units.contains(unit) }) ?? read(shard) else {
        return nil
      }
      if !recent.contains(where: { $0.units == part.units }) {
        recent = Array(([part] + recent).prefix(Self.partsMax))
      }
      let first = (unit - part.units.lowerBound) * trackerCount * figureCount
      return (0..<trackerCount).map { tracker in
        let start = first + tracker * figureCount
        return part.figures[start..<start + figureCount].map { $0.isNaN ? nil : $0 }
      }
    }
  }

  /// Reads a whole shard; nil if it was replaced meanwhile.
  private func read(_ shard: (path: String, units: Range<Int>)) -> Part? {
    guard let reader = try? ShardReader(path: shard.path),
      reader.header.fingerprint == fingerprint,
      reader.header.firstUnit == shard.units.lowerBound,
      let figures = try? reader.units(shard.units.count)
    else { return nil }
    return Part(units: shard.units, figures: figures)
  }
}
