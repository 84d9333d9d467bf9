import Evaluation
import Geodesy
import Recordings
import Text
import Timekeeping
import World

/// A check that the clocks of a log and of a truth agree.
///
/// A log whose times are in another zone has the right places at times that are wrong by the same
/// number of hours. Judged as it is, it would look like a tracker that misses everything.
struct ClockCheck {
  /// The largest number of positions that are compared for each shift.
  private static let sampleCount = 400
  private static let accuracyMetersMax = 200.0
  /// The median distance up to which log and truth agree.
  private static let agreeingMeters = 200.0
  /// The median distance from which they do not.
  private static let disagreeingMeters = 1000.0
  /// The differences of zones: up to 14 h in half hours.
  private static let shifts = (-28...28).map { TimeSpan.minutes(Int64($0) * 30) }

  private let truth: World
  private let sample: [RecordedPosition]

  init(_ log: TrackerLog, _ truth: World) {
    self.truth = truth
    let accurate = log.positions.filter { $0.horizontalAccuracyMeters <= Self.accuracyMetersMax }
    let step = max(1, accurate.count / Self.sampleCount)
    sample = stride(from: 0, to: accurate.count, by: step).map { accurate[$0] }
  }

  /// Returns the shift that makes the log agree with the truth; nil if the log agrees as it is, or
  /// if no shift makes it agree.
  var shift: TimeSpan? {
    guard sample.count >= 5 else { return nil }
    if let asItIs = distance(.zero), asItIs.median < Self.disagreeingMeters { return nil }
    let fitting = Self.shifts.compactMap { shift in
      distance(shift).map { (shift: shift, median: $0.median, count: $0.count) }
    }.filter { $0.median <= Self.agreeingMeters && 2 * $0.count >= sample.count }
    return fitting.min {
      ($0.median, abs($0.shift.nanoseconds)) < ($1.median, abs($1.shift.nanoseconds))
    }?.shift
  }

  /// The sentence for a log that is far from the truth; nil if it is near.
  var remark: String? {
    guard let median = distance(.zero)?.median, median >= Self.disagreeingMeters else { return nil }
    return "Half of the log's positions are \(Int((median / 1000).rounded())) km or more from the "
      + "truth. It may be another day or another person."
  }

  private func distance(_ shift: TimeSpan) -> (median: Double, count: Int)? {
    var cursor = TrajectoryCursor()
    var distances: [Double] = []
    for position in sample {
      let time = position.timestamp + shift
      guard truth.segments.contains(where: { $0.start <= time && time <= $0.end }),
        cursor.span(at: time, on: truth.person).isTruthKnown
      else { continue }
      distances.append(
        cursor.position(at: time, on: truth.person).coordinate
          .distanceMeters(to: position.coordinate))
    }
    guard !distances.isEmpty else { return nil }
    distances.sort()
    return (distances[distances.count / 2], distances.count)
  }

  /// The error for a log whose clock differs from the truth's.
  static func refusal(_ log: TrackerLog, _ shift: TimeSpan) -> InputError {
    let halfHours = abs(shift.nanoseconds) / TimeSpan.minutes(30).nanoseconds
    let number = "\(halfHours / 2)" + (halfHours.isMultiple(of: 2) ? "" : ".5")
    let isEarly = shift > .zero
    return InputError(
      SourceLocation(file: log.name),
      "the log's times are \(number) h \(isEarly ? "earlier" : "later") than the truth's: its "
        + "positions fit the truth at that distance, so one of the two is in another time zone",
      accepted: "--shift \(isEarly ? "" : "-")\(number), which moves the log's times by that many "
        + "hours")
  }
}
