/// One of the equal parts of a sweep or a study. Any free machine can run it.
///
/// The days of a sweep are numbered by seed first: the first seed of all scenarios, then the second
/// seed of all scenarios, and so on. So each shard contains days of all scenarios, and all shards
/// take about the same time. In a study, the participants are numbered. A shard is a range of these
/// numbers. It depends only on the plan, the shard's index and the number of shards, so machines
/// need not communicate.
public struct Shard: Sendable, Hashable {
  /// The shard's index, counted from 1.
  public let index: Int
  public let count: Int

  public init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Returns all shards of a plan that is divided into `count` shards, in the order of indices.
  public static func all(_ count: Int) -> [Shard] {
    (1...count).map { Shard(index: $0, count: count) }
  }

  /// Returns the numbers of the shard's days or participants. They are counted from 0, and the plan
  /// has `unitCount` of them.
  package func units(of unitCount: Int) -> Range<Int> {
    start(index - 1, unitCount)..<start(index, unitCount)
  }

  /// Returns the number of a shard's first day or participant. Here `index` is counted from 0. The
  /// product of `index` and `unitCount` has 128 bits, so that it cannot overflow.
  private func start(_ index: Int, _ unitCount: Int) -> Int {
    let (high, low) = unitCount.multipliedFullWidth(by: index)
    return count.dividingFullWidth((high, low)).quotient
  }

  /// The name of the shard's file, such as "0017-of-1000.shard". Sorting the names gives the order
  /// of indices.
  var fileName: String {
    index.padded(to: String(count).count) + "-of-\(count)" + Self.ending
  }

  static let ending = ".shard"

  /// Reads the shard from a file's name. Returns nil if the name is not a shard's.
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
  /// Returns the number with leading zeros, so that names with numbers sort in the order of the
  /// numbers.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
