import Evaluation
import Statistics
import Timekeeping
import World

/// The times between one position and the next.
struct Cadence: Sendable {
  private(set) var recordCount = 0
  /// The times without a position that are longer than `EvaluationOptions.listedGapMin`, with the
  /// time before a period's first position and after its last.
  private(set) var silences: [Segment] = []
  private var seconds = 0.0
  /// The intervals between positions in seconds, sorted.
  private var intervals: [Double] = []

  /// - Parameter stamps: the times of the positions of each period, in any order.
  init(_ stamps: [[Instant]], in periods: [Segment]) {
    let silenceMin = EvaluationOptions().listedGapMin
    for (stamps, period) in zip(stamps, periods) {
      recordCount += stamps.count
      seconds += (period.end - period.start).seconds
      var last: Instant?
      for stamp in stamps.sorted() {
        if let last { intervals.append((stamp - last).seconds) }
        let start = last ?? period.start
        if stamp - start > silenceMin { silences.append(Segment(start: start, end: stamp)) }
        last = stamp
      }
      let start = last ?? period.start
      if period.end - start > silenceMin {
        silences.append(Segment(start: start, end: period.end))
      }
    }
    intervals.sort()
  }

  /// The figures of `Measures.cadence` that apply, by name.
  var figures: [String: Double] {
    var figures: [String: Double] = [:]
    if seconds > 0 { figures["recordsPerHour"] = Double(recordCount) / seconds * 3600 }
    guard let longest = intervals.last else { return figures }
    figures["intervalMedianSeconds"] = hazenQuantile(0.5, of: intervals)
    figures["intervalP95Seconds"] = hazenQuantile(0.95, of: intervals)
    figures["longestIntervalSeconds"] = longest
    return figures
  }
}
