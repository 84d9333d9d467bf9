import Timekeeping

/// The uncovered time of each cause.
struct CauseTimes {
  private var nanosecondsByCause = [Int64](repeating: 0, count: GapCause.allCases.count)

  subscript(cause: GapCause) -> Int64 { nanosecondsByCause[cause.rawValue] }

  var total: Int64 { nanosecondsByCause.reduce(0, +) }

  mutating func add(_ nanoseconds: Int64, to cause: GapCause) {
    nanosecondsByCause[cause.rawValue] += nanoseconds
  }

  /// The cause with the most time. If several have equal times, it is the first in the order of
  /// cases.
  var chief: GapCause {
    var chief = GapCause.unexplained
    for cause in GapCause.allCases where self[cause] > 0 && self[cause] > self[chief] {
      chief = cause
    }
    return chief
  }

  mutating func reset() {
    for index in nanosecondsByCause.indices { nanosecondsByCause[index] = 0 }
  }

  /// Every cause with a time above 0, in the order of cases. `unexplained` is always included, even
  /// with a time of 0.
  var report: [CauseSeconds] {
    GapCause.allCases.filter { self[$0] > 0 || $0 == .unexplained }.map {
      CauseSeconds(cause: $0, seconds: secondsOf(self[$0]))
    }
  }
}

/// Collects the gaps, which are continuous uncovered times. A gap ends when a position covers the
/// true place again, when the truth becomes unknown, or when the segment ends.
///
/// The cause of a gap is the cause of the largest part of it.
struct GapList {
  /// The lengths of all gaps, in seconds.
  private(set) var lengths = LogHistogram()
  private(set) var longGaps: [GapInterval] = []
  private let longerThan: TimeSpan
  private let countMax: Int
  private var longest: Int64 = 0
  private var open = Interval(.distantPast, .distantPast)
  private var openCauses = CauseTimes()

  init(longerThan: TimeSpan, countMax: Int) {
    self.longerThan = longerThan
    self.countMax = countMax
  }

  /// The length of the longest gap in seconds; 0 if there was no gap.
  var longestSeconds: Double { secondsOf(longest) }

  mutating func extend(_ interval: Interval, cause: GapCause) {
    guard interval.nanoseconds > 0 else { return }
    if interval.start != open.end {
      close()
      open = Interval(interval.start, interval.start)
    }
    open.end = interval.end
    openCauses.add(interval.nanoseconds, to: cause)
  }

  mutating func close() {
    guard open.nanoseconds > 0 else { return }
    lengths.add(secondsOf(open.nanoseconds))
    longest = max(longest, open.nanoseconds)
    if open.end - open.start > longerThan {
      keep(GapInterval(start: open.start, end: open.end, cause: openCauses.chief))
    }
    openCauses.reset()
    open = Interval(open.end, open.end)
  }

  private mutating func keep(_ gap: GapInterval) {
    longGaps.append(gap)
    guard longGaps.count > countMax else { return }
    let shortest = longGaps.indices.min { longGaps[$0].length < longGaps[$1].length }
    if let shortest { longGaps.remove(at: shortest) }
  }
}
