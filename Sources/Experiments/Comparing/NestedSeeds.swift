/// Seeds in draws: those of one draw live different days, as different people, with one and the same
/// draw of what nobody knows of the phone.
///
/// The seeds go round the draws. So the first seeds, one for each draw, live the very days that
/// `odograph run --seed` shows, and a comparison that is cut short has seen as many draws as it could.
public struct NestedSeeds: Sendable, Equatable {
  /// More would tell ignorance no better than a mean needs, and cost the resampling its speed.
  public static let usualDrawsMax = 100

  public let first: UInt64
  public let count: Int
  public let drawCount: Int

  /// - Parameter drawCount: 1 to `count`; nil for two seeds a draw, which tells chance from ignorance and
  ///   leaves as many draws as can be, up to a hundred.
  public init(first: UInt64, count: Int, drawCount: Int? = nil) {
    self.first = first
    self.count = count
    self.drawCount = drawCount ?? max(1, min((count + 1) / 2, Self.usualDrawsMax))
  }

  /// As if it had ended after so many seeds.
  func prefix(_ length: Int) -> NestedSeeds {
    NestedSeeds(first: first, count: length, drawCount: max(1, min(drawCount, length)))
  }

  public func seed(_ index: Int) -> UInt64 { first + UInt64(index) }

  func draw(of index: Int) -> Int { index % drawCount }

  /// Seed of the draw's parameters: that of its first day.
  func modelSeed(ofDraw draw: Int) -> UInt64 { seed(draw) }

  func modelSeed(of index: Int) -> UInt64 { modelSeed(ofDraw: draw(of: index)) }

  /// What belongs to the seeds, by draw.
  func grouped<Value>(_ values: some Sequence<Value>) -> [[Value]] {
    var groups = [[Value]](repeating: [], count: drawCount)
    for (index, value) in values.enumerated() { groups[draw(of: index)].append(value) }
    return groups
  }
}
