/// Seeds in parameter draws. The seeds of one draw are different days of different people, with the
/// same draw of the uncertain parameters of the phone.
///
/// Seeds take the draws in turn. So the first seeds, one for each draw, are exactly the days that
/// `odograph run --seed` shows, and a comparison that is cut short has run as many draws as it
/// could.
public struct NestedSeeds: Sendable, Equatable {
  /// More draws would measure model uncertainty more exactly than a mean needs, and slow down
  /// resampling.
  public static let usualDrawsMax = 100

  public let first: UInt64
  /// The number of seeds from the first to the last, including those in between that were not run.
  public let count: Int
  public let drawCount: Int
  private var kept: Kept?

  /// The seeds that are left if some were not run.
  private struct Kept: Equatable {
    var positions: [Int]
    /// The former number of each draw that is left.
    var draws: [Int]
    /// The present number of each former draw; nil for a draw that is gone.
    var numbers: [Int?]
  }

  /// - Parameter drawCount: 1 to `count`. Nil for two seeds per draw, which separates day-to-day
  ///   variation from model uncertainty and leaves as many draws as possible, up to a hundred.
  public init(first: UInt64, count: Int, drawCount: Int? = nil) {
    self.first = first
    self.count = count
    self.drawCount = drawCount ?? max(1, min((count + 1) / 2, Self.usualDrawsMax))
  }

  /// Returns only these seeds, as if no others had been requested. Draws to which none of them
  /// belongs are left out.
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

  public var livedCount: Int { kept?.positions.count ?? count }
  public var last: UInt64 { seed(count - 1) }

  public func seed(_ index: Int) -> UInt64 { first + UInt64(index) }

  /// - Parameter index: The position of a seed that is kept.
  public func draw(of index: Int) -> Int {
    guard let kept else { return index % drawCount }
    return kept.numbers[index % kept.numbers.count] ?? 0
  }

  /// Returns the seed of the draw's parameters: that of its first day.
  func modelSeed(ofDraw draw: Int) -> UInt64 { seed(kept?.draws[draw] ?? draw) }

  func modelSeed(of index: Int) -> UInt64 { modelSeed(ofDraw: draw(of: index)) }

  /// Returns the values of the seeds that are kept, by draw.
  ///
  /// - Parameter values: One for each seed from the first on.
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
