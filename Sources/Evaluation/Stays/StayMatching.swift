import Geodesy
import Timekeeping

/// Computes recall, precision and errors of stays and trips.
///
///     recall = matched pairs ÷ true intervals     precision = matched pairs ÷ detected intervals
///
/// The intervals are stays or trips. A true and a detected interval match if their overlap is at
/// least half of the longer one. For stays, the distance of the centers is also limited. An
/// interval can share more than half of its length with only one partner. So one pass through both
/// lists, in order of time, finds every match.
///
/// `tripStartDelaySeconds` and `tripEndDelaySeconds` are the mean of detected minus true time over
/// matched trips. `tripDistanceErrorRatio` is the mean of recorded length ÷ true length − 1.
struct StayMatching {
  private struct Counts {
    var truth = 0
    var detected = 0
    var matched = 0

    var recall: Double? { share(matched, of: truth) }
    var precision: Double? { share(matched, of: detected) }

    mutating func add(truth: Int, detected: Int, matched: Int) {
      self.truth += truth
      self.detected += detected
      self.matched += matched
    }
  }

  /// A callback that receives the stays of each segment: first the true ones, then the recorded
  /// ones.
  var onStays: ((_ truth: [JudgedStay], _ recorded: [JudgedStay]) -> Void)?

  private let options: EvaluationOptions
  private var stays = Counts()
  private var trips = Counts()
  private var startDelays = 0.0
  private var endDelays = 0.0
  private var lengthErrors = 0.0

  init(options: EvaluationOptions) { self.options = options }

  /// The numbers of trips in the truth and in the records.
  var tripCounts: (truth: Int, detected: Int) { (trips.truth, trips.detected) }

  /// Compares the stays and trips of one segment. Stays and trips of different segments never
  /// match.
  mutating func compare(truth: StayDetector, records: StayDetector) {
    let distanceMax = options.matchDistanceMetersMax
    let overlaps = OverlapMatching(shareMin: options.matchOverlapShareMin)
    let sameStays = overlaps.matches(
      truth.stays, records.stays, by: { $0.interval },
      areAlike: { $0.center.distanceMeters(to: $1.center) <= distanceMax })
    let sameTrips = overlaps.matches(truth.trips, records.trips) { $0.interval }
    stays.add(truth: truth.stays.count, detected: records.stays.count, matched: sameStays.count)
    trips.add(truth: truth.trips.count, detected: records.trips.count, matched: sameTrips.count)
    if let onStays {
      let found = sameStays.map(\.0.interval)
      let right = sameStays.map(\.1.interval)
      onStays(
        truth.stays.map { JudgedStay($0, isMatched: found.contains($0.interval)) },
        records.stays.map { JudgedStay($0, isMatched: right.contains($0.interval)) })
    }
    for (truth, detected) in sameTrips {
      startDelays += (detected.interval.start - truth.interval.start).seconds
      endDelays += (detected.interval.end - truth.interval.end).seconds
      lengthErrors += detected.lengthMeters / truth.lengthMeters - 1
    }
  }

  func report(into coverage: inout CoverageReport) {
    coverage.stayRecall = stays.recall
    coverage.stayPrecision = stays.precision
    coverage.tripRecall = trips.recall
    coverage.tripPrecision = trips.precision
    guard trips.matched > 0 else { return }
    coverage.tripStartDelaySeconds = startDelays / Double(trips.matched)
    coverage.tripEndDelaySeconds = endDelays / Double(trips.matched)
    coverage.tripDistanceErrorRatio = lengthErrors / Double(trips.matched)
  }
}
