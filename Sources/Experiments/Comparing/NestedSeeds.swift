/// The assignment of seeds to parameter draws.
///
/// Each seed is another day of another person. The seeds of one draw share the values of the
/// phone's uncertain parameters.
///
/// Seeds are assigned to draws in turn, so an interrupted comparison has run as many draws as
/// possible. The first seed of a draw determines the draw's parameters. For these first seeds,
/// `odograph run --seed` simulates exactly the same days as the comparison.
public struct NestedSeeds: Sendable, Equatable {
  /// The limit for the number of draws if the user does not choose a number.
  ///
  /// More draws would slow down resampling, and would hardly change a mean.
  public static let usualDrawsMax = 100

  public let first: UInt64
  /// The number of seeds from the first to the last, including any that were not run.
  public let count: Int
  public let drawCount: Int
  private var kept: Kept?

  /// The seeds that were run, and their draws. Used only if some seeds of the range were not run.
  private struct Kept: Equatable {
    var positions: [Int]
    /// The original index of each remaining draw.
    var draws: [Int]
    /// The new index of each original draw; nil for a draw that was removed.
    var numbers: [Int?]
  }

  /// Creates the assignment.
  ///
  /// - Parameter drawCount: The number of draws, 1 to `count`. If it is nil, each draw has two
  ///   seeds, or more if there would be more than `usualDrawsMax` draws. Two seeds are enough to
  ///   separate day-to-day variation from model uncertainty.
  public init(first: UInt64, count: Int, drawCount: Int? = nil) {
    self.first = first
    self.count = count
    self.drawCount = drawCount ?? max(1, min((count + 1) / 2, Self.usualDrawsMax))
  }

  /// Returns a copy that contains only these seeds. Draws without any of these seeds are removed.
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

  /// Returns the index of a seed's draw.
  ///
  /// - Parameter index: The index of the seed, counted from the first seed. The seed must have been
  ///   run.
  public func draw(of index: Int) -> Int {
    guard let kept else { return index % drawCount }
    return kept.numbers[index % kept.numbers.count] ?? 0
  }

  /// Returns the seed from which a draw's parameters are drawn: the draw's first seed.
  func modelSeed(ofDraw draw: Int) -> UInt64 { seed(kept?.draws[draw] ?? draw) }

  func modelSeed(of index: Int) -> UInt64 { modelSeed(ofDraw: draw(of: index)) }

  /// The positions of the seeds that were run, by draw.
  var positionsByDraw: [[Int]] {
    var positions = [[Int]](repeating: [], count: drawCount)
    for index in kept?.positions ?? Array(0..<count) { positions[draw(of: index)].append(index) }
    return positions
  }
}
