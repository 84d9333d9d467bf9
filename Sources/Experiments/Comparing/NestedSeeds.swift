/// The assignment of seeds to parameter draws. The seeds of one draw are different days of
/// different people, but share one draw of the phone's uncertain parameters.
///
/// Seeds are assigned to draws in turn. So the first seeds, one for each draw, are exactly the days
/// that `odograph run --seed` shows. A comparison that is interrupted has run as many draws as
/// possible.
public struct NestedSeeds: Sendable, Equatable {
  /// The largest usual number of draws. More draws would measure model uncertainty more exactly
  /// than a mean needs, and slow down resampling.
  public static let usualDrawsMax = 100

  public let first: UInt64
  /// The number of seeds from the first to the last, including any that were not run.
  public let count: Int
  public let drawCount: Int
  private var kept: Kept?

  /// The seeds that remain if some were not run.
  private struct Kept: Equatable {
    var positions: [Int]
    /// The original number of each remaining draw.
    var draws: [Int]
    /// The new number of each original draw; nil for a draw that was removed.
    var numbers: [Int?]
  }

  /// - Parameter drawCount: The number of draws, 1 to `count`. Nil for two seeds per draw, but at
  ///   most a hundred draws. Two seeds are enough to separate day-to-day variation from model
  ///   uncertainty.
  public init(first: UInt64, count: Int, drawCount: Int? = nil) {
    self.first = first
    self.count = count
    self.drawCount = drawCount ?? max(1, min((count + 1) / 2, Self.usualDrawsMax))
  }

  /// Returns a copy with only these seeds, as if no others had been requested. Draws without any of
  /// these seeds are removed.
  ///
  /// - Parameter positions: The positions of the seeds that were run, ascending; at least one.
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

  public var completedCount: Int { kept?.positions.count ?? count }
  public var last: UInt64 { seed(count - 1) }

  public func seed(_ index: Int) -> UInt64 { first + UInt64(index) }

  /// Returns the number of a seed's draw.
  ///
  /// - Parameter index: The position of the seed among those that are kept.
  public func draw(of index: Int) -> Int {
    guard let kept else { return index % drawCount }
    return kept.numbers[index % kept.numbers.count] ?? 0
  }

  /// Returns the seed from which a draw's parameters are drawn: the draw's first seed.
  func modelSeed(ofDraw draw: Int) -> UInt64 { seed(kept?.draws[draw] ?? draw) }

  func modelSeed(of index: Int) -> UInt64 { modelSeed(ofDraw: draw(of: index)) }

  /// Returns the values of the kept seeds, grouped by draw.
  ///
  /// - Parameter values: One value for each seed, beginning with the first.
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
