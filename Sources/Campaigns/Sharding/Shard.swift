/// One of the equal parts that a sweep or a study is lived in, each by whichever machine is free.
///
/// The days of a sweep are numbered as a comparison lives them: the first seed of all scenarios, the second
/// of all, and so on; so each shard holds a mixture of all scenarios, and all take much the same time. The
/// participants of a study have numbers of their own. A shard is a range of those numbers, and a function of
/// plan, index and count alone: no worker has to know of any other.
public struct Shard: Sendable, Hashable {
  /// From 1.
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

  /// Numbers of its days or participants, from 0, of so many in all.
  package func units(of unitCount: Int) -> Range<Int> {
    start(index - 1, unitCount)..<start(index, unitCount)
  }

  /// In 128 bits on the way, whatever somebody asks for.
  private func start(_ index: Int, _ unitCount: Int) -> Int {
    let (high, low) = unitCount.multipliedFullWidth(by: index)
    return count.dividingFullWidth((high, low)).quotient
  }

  /// "0017-of-1000.shard": in the order of indices.
  var fileName: String {
    index.padded(to: String(count).count) + "-of-\(count)" + Self.ending
  }

  static let ending = ".shard"

  /// Nil for a file that is none.
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
  /// With zeros before it, so that names which end in it are in the order of numbers.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
