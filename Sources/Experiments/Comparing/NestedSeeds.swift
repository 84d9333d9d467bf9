/// Seeds in draws: those of one draw live different days, as different people, with one and the same
/// draw of what nobody knows of the phone.
///
/// The seeds go round the draws. So the first seeds, one for each draw, live the very days that
/// `odograph run --seed` shows, and a comparison that is cut short has seen as many draws as it could.
public struct NestedSeeds: Sendable, Equatable {
  /// More would tell ignorance no better than a mean needs, and cost the resampling its speed.
  public static let usualDrawsMax = 100

  public let first: UInt64
  /// From the first to the last, those in between that were not lived included.
  public let count: Int
  public let drawCount: Int
  private var kept: Kept?

  /// What is left of seeds some of which nobody has lived.
  private struct Kept: Equatable {
    var positions: [Int]
    /// Whose days those are, by the numbers that the draws had when all were there.
    var draws: [Int]
    /// The other way round; nil for a draw that is gone.
    var numbers: [Int?]
  }

  /// - Parameter drawCount: 1 to `count`; nil for two seeds a draw, which tells chance from ignorance and
  ///   leaves as many draws as can be, up to a hundred.
  public init(first: UInt64, count: Int, drawCount: Int? = nil) {
    self.first = first
    self.count = count
    self.drawCount = drawCount ?? max(1, min((count + 1) / 2, Self.usualDrawsMax))
  }

  /// As if no other had been asked for: draws that none of them belongs to were not made.
  ///
  /// - Parameter positions: of those that were lived, ascending; at least one.
  public func keeping(_ positions: [Int]) -> NestedSeeds {
    guard let last = positions.last, positions.count <= last else {
      return NestedSeeds(
        first: first, count: positions.count, drawCount: max(1, min(drawCount, positions.count)))
    }
    let draws = Set(positions.map { $0 % drawCount }).sorted()
    var part = NestedSeeds(first: first, count: last + 1, drawCount: draws.count)
    var numbers = [Int?](repeating: nil, count: drawCount)
    for (number, draw) in draws.enumerated() { numbers[draw] = number }
    part.kept = Kept(positions: positions, draws: draws, numbers: numbers)
    return part
  }

  public var livedCount: Int { kept?.positions.count ?? count }
  public var last: UInt64 { seed(count - 1) }

  public func seed(_ index: Int) -> UInt64 { first + UInt64(index) }

  /// - Parameter index: of a seed that is kept.
  public func draw(of index: Int) -> Int {
    guard let kept else { return index % drawCount }
    return kept.numbers[index % kept.numbers.count] ?? 0
  }

  /// Seed of the draw's parameters: that of its first day.
  func modelSeed(ofDraw draw: Int) -> UInt64 { seed(kept?.draws[draw] ?? draw) }

  func modelSeed(of index: Int) -> UInt64 { modelSeed(ofDraw: draw(of: index)) }

  /// What belongs to the seeds that are kept, by draw.
  ///
  /// - Parameter values: one for each seed from the first on.
  func grouped<Value>(_ values: [Value]) -> [[Value]] {
    var groups = [[Value]](repeating: [], count: drawCount)
    guard let kept else {
      for (index, value) in values.enumerated() { groups[index % drawCount].append(value) }
      return groups
    }
    for index in kept.positions { groups[draw(of: index)].append(values[index]) }
    return groups
  }
}
