import Text
import Timekeeping

/// Compares the trips that a tracker itself detected, such as drives, with the true trips. The
/// rules are the same as for trips found in the tracker's records; see `StayMatching`.
struct DerivedTripMatching {
  var isAnnounced = false
  private let overlaps: OverlapMatching
  private var detected: [Trip] = []
  private var counts = (truth: 0, detected: 0, matched: 0)
  private var startDelays = 0.0
  private var endDelays = 0.0
  private var lengthErrors = 0.0

  init(options: EvaluationOptions) {
    overlaps = OverlapMatching(shareMin: options.matchOverlapShareMin)
  }

  mutating func detected(_ interval: DetectedInterval) {
    detected.append(
      Trip(
        interval: Interval(interval.start, interval.end),
        lengthMeters: interval.lengthMeters ?? 0))
  }

  /// Compares the trips of one segment. A trip never matches a trip of another segment.
  mutating func compare(truth: [Trip]) {
    detected.sort { ($0.interval.start, $0.interval.end) < ($1.interval.start, $1.interval.end) }
    let same = overlaps.matches(truth, detected) { $0.interval }
    counts.truth += truth.count
    counts.detected += detected.count
    counts.matched += same.count
    for (truth, detected) in same {
      startDelays += (detected.interval.start - truth.interval.start).seconds
      endDelays += (detected.interval.end - truth.interval.end).seconds
      lengthErrors += detected.lengthMeters / truth.lengthMeters - 1
    }
    detected = []
  }

  var report: DerivedTripReport? {
    guard isAnnounced else { return nil }
    var report = DerivedTripReport()
    report.tripCount = counts.detected
    report.tripRecall = share(counts.matched, of: counts.truth)
    report.tripPrecision = share(counts.matched, of: counts.detected)
    guard counts.matched > 0 else { return report }
    report.tripStartDelaySeconds = startDelays / Double(counts.matched)
    report.tripEndDelaySeconds = endDelays / Double(counts.matched)
    report.tripDistanceErrorRatio = lengthErrors / Double(counts.matched)
    return report
  }
}
