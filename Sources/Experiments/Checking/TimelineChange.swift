/// The first line of a day that differs from the line in the baseline, and the lines around it.
package struct TimelineChange: Sendable, Equatable {
  /// A line of the baseline's day beside a line of this run's day.
  package struct Row: Sendable, Equatable {
    /// The line with its time; nil if the baseline's day has no such line.
    package var before: String?
    /// The line with its time; nil if this run's day has no such line.
    package var now: String?

    package var isChanged = true
  }

  package var seed: UInt64
  /// The line of this run, with its time; nil if the day has no more lines.
  package var now: String?
  /// The baseline's line at the same place, with its time; nil if the baseline's day has no more
  /// lines. A baseline of an earlier version has '#' in place of numbers.
  package var before: String?
  /// The lines around the change, those of the two days side by side.
  package var rows: [Row] = []
  /// The times of all lines of the baseline's day and of this run's day, and of the first change,
  /// in seconds since the scenario's start.
  package var timesBefore: [Int] = []
  package var timesNow: [Int] = []
  package var firstTime = 0
}

extension TimelineChange {
  private static let linesAhead = 5
  private static let linesAfter = 20

  /// Finds the first change between two days; nil if all lines are the same.
  ///
  /// - Parameter clock: Returns the clock's date and time of a line.
  init?(
    seed: UInt64, from before: TimelineDigest, to now: TimelineDigest,
    clock: (_ seconds: Int) -> String
  ) {
    guard let first = now.firstDifference(from: before) else { return nil }
    func text(_ line: TimelineDigest.Line) -> String { clock(line.seconds) + "  " + line.text }
    func line(_ digest: TimelineDigest) -> TimelineDigest.Line? {
      first < digest.lines.count ? digest.lines[first] : nil
    }
    self.init(seed: seed, now: line(now).map(text), before: line(before).map(text))
    let start = max(0, first - Self.linesAhead)
    let lines = [before, now].map { $0.lines[start...].prefix(Self.linesAhead + Self.linesAfter) }
    rows = Self.aligned(Array(lines[0]), Array(lines[1])).map { old, new in
      Row(before: old.map(text), now: new.map(text), isChanged: old == nil || old != new)
    }
    timesBefore = before.lines.map(\.seconds)
    timesNow = now.lines.map(\.seconds)
    firstTime = [line(before), line(now)].compactMap { $0?.seconds }.min() ?? 0
  }

  private typealias Line = TimelineDigest.Line

  /// Puts equal lines side by side. A line that only one day has stands beside one that only the
  /// other has, or beside nothing.
  private static func aligned(_ before: [Line], _ now: [Line]) -> [(Line?, Line?)] {
    let difference = now.difference(from: before) { $0.agrees(with: $1) }
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var pairs: [(Line?, Line?)] = []
    var (old, new) = (0, 0)
    while old < before.count || new < now.count {
      let isRemoved = removed.contains(old)
      let isInserted = inserted.contains(new)
      let hasBoth = isRemoved == isInserted
      pairs.append(
        (hasBoth || isRemoved ? before[old] : nil, hasBoth || isInserted ? now[new] : nil))
      if hasBoth || isRemoved { old += 1 }
      if hasBoth || isInserted { new += 1 }
    }
    return pairs
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
