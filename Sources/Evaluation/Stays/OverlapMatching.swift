/// Matches the intervals of two lists. Both lists are in order of time. Two intervals match if
/// their overlap is a large enough share of the longer interval.
struct OverlapMatching {
  /// The smallest overlap, as a share of the longer interval. If it is above one half, each
  /// interval has at most one match.
  var shareMin: Double

  func matches<Item>(
    _ truth: [Item], _ detected: [Item], by interval: (Item) -> Interval,
    areAlike: (Item, Item) -> Bool = { _, _ in true }
  ) -> [(Item, Item)] {
    var matches: [(Item, Item)] = []
    var index = 0
    for item in truth {
      while index < detected.count, interval(detected[index]).end <= interval(item).start {
        index += 1
      }
      let found = detected[index...].prefix { interval($0).start < interval(item).end }.firstIndex {
        overlapsEnough(interval(item), interval($0)) && areAlike(item, $0)
      }
      if let found {
        matches.append((item, detected[found]))
        index = found + 1
      }
    }
    return matches
  }

  private func overlapsEnough(_ one: Interval, _ other: Interval) -> Bool {
    let longer = Double(max(one.nanoseconds, other.nanoseconds))
    return Double(one.overlapNanoseconds(other)) >= shareMin * longer
  }
}
