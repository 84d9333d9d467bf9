/// One of the equal parts of a sweep or a study, run by any machine that is free.
///
/// The days of a sweep are numbered as a comparison runs them: the first seed of all scenarios, the
/// second of all, and so on. So each shard holds a mixture of all scenarios, and all take about the
/// same time. The participants of a study have numbers of their own. A shard is a range of those
/// numbers, and depends on plan, index and count alone: workers need no information about each
/// other.
public struct Shard: Sendable, Hashable {
  /// The index, from 1.
  public let index: Int
  public let count: Int

  public init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Returns all shards of a division, in the order of indices.
  public static func all(_ count: Int) -> [Shard] {
    (1...count).map { Shard(index: $0, count: count) }
  }

  /// Returns the numbers of its days or participants, from 0, out of `unitCount`.
  package func units(of unitCount: Int) -> Range<Int> {
    start(index - 1, unitCount)..<start(index, unitCount)
  }

  /// Returns the first unit of a shard, computed in 128 bits, so that no number overflows.
  private func start(_ index: Int, _ unitCount: Int) -> Int {
    let (high, low) = unitCount.multipliedFullWidth(by: index)
    return count.dividingFullWidth((high, low)).quotient
  }

  /// The name of its file, such as "0017-of-1000.shard". Names sort in the order of indices.
  var fileName: String {
    index.padded(to: String(count).count) + "-of-\(count)" + Self.ending
  }

  static let ending = ".shard"

  /// Nil if the name is not that of a shard.
  init?(fileName: String) {
    guard fileName.hasSuffix(Self.ending) else { return nil }
    let parts = fileName.dropLast(Self.ending.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "of", let index = Int(parts[0]), let count = Int(parts[2]),
      (1...max(count, 1)).contains(index)
    else { return nil }
    self.init(index: index, count: count)
    guard self.fileName == fileName else { return nil }
  }
}

extension Int {
  /// Returns the number with leading zeros, so that names that end in it sort in the order of
  /// numbers.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
