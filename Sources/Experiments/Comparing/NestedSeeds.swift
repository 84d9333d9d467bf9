/// Seeds in draws: those of one draw live different days, as different people, with one and the same
/// draw of what nobody knows of the phone.
///
/// The first seed of each draw lives the very day that `odograph run --seed` shows.
public struct NestedSeeds: Sendable, Equatable {
  public let first: UInt64
  public let count: Int
  public let drawCount: Int

  /// - Parameter drawCount: 1 to `count`; nil for two seeds a draw, which tells chance from ignorance and
  ///   leaves as many draws as can be.
  public init(first: UInt64, count: Int, drawCount: Int? = nil) {
    self.first = first
    self.count = count
    self.drawCount = drawCount ?? max(1, (count + 1) / 2)
  }

  public var seeds: [UInt64] { (0..<UInt64(count)).map { first + $0 } }

  /// Draws follow one another, as equal in size as can be.
  func draw(of index: Int) -> Int { index * drawCount / count }

  /// Seed of the draw's parameters: that of its first day.
  func modelSeed(ofDraw draw: Int) -> UInt64 {
    first + UInt64((draw * count + drawCount - 1) / drawCount)
  }

  func modelSeed(of index: Int) -> UInt64 { modelSeed(ofDraw: draw(of: index)) }

  /// What belongs to the seeds, by draw.
  func grouped<Value>(_ values: [Value]) -> [[Value]] {
    var groups = [[Value]](repeating: [], count: drawCount)
    for (index, value) in values.enumerated() { groups[draw(of: index)].append(value) }
    return groups
  }
}
