import Evaluation
import Geodesy
import Recordings
import Text
import Timekeeping
import World

/// A check that the clocks of a log and of a truth agree.
///
/// A log whose times are in another zone has the right places at times that are wrong by the same
/// number of hours. Judged as it is, it would look like a tracker that misses much. The check moves
/// the log by each difference that zones have, and counts the positions that then fit the truth.
struct ClockCheck {
  enum Finding: Equatable {
    case agree
    /// The hours between log and truth are certain: no other shift fits as well.
    case differ(by: TimeSpan)
    /// Several shifts fit far better than none, from the smallest to the largest.
    case differByOneOf(ClosedRange<TimeSpan>)
  }

  /// The largest number of positions that are compared for each shift.
  private static let sampleCount = 400
  /// Fewer positions than this fit somewhere by chance.
  private static let sampleCountMin = 3
  private static let accuracyMetersMax = 200.0
  /// The distance up to which a position fits the truth.
  private static let agreeingMeters = 200.0
  /// The distance from which it does not.
  private static let disagreeingMeters = 1000.0
  /// The differences of zones: up to 14 h in quarters of an hour, as Nepal's is.
  private static let shifts = (-56...56).map { TimeSpan.minutes(Int64($0) * 15) }

  private let truth: World
  private let sample: [RecordedPosition]

  private init(_ sample: some Collection<RecordedPosition>, _ truth: World) {
    self.truth = truth
    self.sample = Array(sample)
  }

  init(_ log: TrackerLog, _ truth: World) {
    self.truth = truth
    let accurate = log.positions.filter { $0.horizontalAccuracyMeters <= Self.accuracyMetersMax }
    let step = max(1, accurate.count / Self.sampleCount)
    sample = stride(from: 0, to: accurate.count, by: step).map { accurate[$0] }
  }

  /// The agreement of the clocks, by the positions that fit.
  ///
  /// A shift has to fit nine of ten positions that it can be compared for, and to gain a twentieth
  /// of all positions, at least two. A shift that fits as many but for one is as likely. Of likely
  /// shifts within half an hour the best is taken, and of those that fit alike the roundest.
  var finding: Finding {
    guard sample.count >= Self.sampleCountMin else { return .agree }
    let asItIs = fit(.zero)
    let gainMin = max(2, (sample.count + 19) / 20)
    let better = Self.shifts.map { (shift: $0, fit: fit($0)) }.filter {
      $0.fit.isGood && 2 * $0.fit.compared >= sample.count
        && $0.fit.gain(over: asItIs) >= gainMin
    }
    guard let most = better.map(\.fit.balance).max() else { return .agree }
    let tolerance = max(1, sample.count / 50)
    let likely = better.filter { $0.fit.balance >= most - tolerance }.map(\.shift)
    guard let first = likely.first, let last = likely.last else { return .agree }
    guard last - first <= .minutes(30) else { return .differByOneOf(first...last) }
    let best = better.filter { $0.fit.balance == most }.map(\.shift)
    return .differ(by: Self.roundest(best) ?? first)
  }

  /// Returns the first of some shifts that is a whole number of hours, or else of half hours.
  private static func roundest(_ shifts: [TimeSpan]) -> TimeSpan? {
    [60, 30].lazy.compactMap { minutes in
      shifts.first { $0.nanoseconds.isMultiple(of: TimeSpan.minutes(minutes).nanoseconds) }
    }.first ?? shifts.first
  }

  /// The sentences on a log whose clock jumps, or that is far from the truth.
  var remarks: [String] { [jump, distance].compactMap(\.self) }

  /// The sentence on a clock that jumps within the log; nil if it does not.
  ///
  /// The log is cut at seven places. Before one of them it has to fit as it is, and after it only
  /// with a shift.
  private var jump: String? {
    guard finding == .agree else { return nil }
    for part in 1..<8 {
      let cut = sample.count * part / 8
      guard case .differ(let shift) = ClockCheck(sample[cut...], truth).finding,
        ClockCheck(sample[..<cut], truth).fit(.zero).isGood
      else { continue }
      let time = sample[cut].timestamp
      let (date, clock) = truth.clocks.calendar(at: time).fields(of: time)
      return "From about \(date) \(clock) on, the log's times are \(Self.words(shift)) than the "
        + "truth's: its clock may have jumped. --from and --to leave a part out."
    }
    return nil
  }

  /// The sentence for a log that is far from the truth; nil if it is near.
  private var distance: String? {
    let distances = distances(.zero).sorted()
    guard !distances.isEmpty, distances[distances.count / 2] >= Self.disagreeingMeters else {
      return nil
    }
    let kilometers = Int((distances[distances.count / 2] / 1000).rounded())
    return "Half of the log's positions are \(kilometers) km or more from the truth. It may be "
      + "another day or another person."
  }

  /// How well the positions fit the truth after a shift.
  private struct Fit {
    /// The number of positions at times that the truth knows.
    var compared: Int
    var near: Int
    var far: Int

    var balance: Int { near - far }
    var isGood: Bool { compared > 0 && 10 * near >= 9 * compared }

    /// The number of positions that speak for this shift and not for the other one: those that are
    /// no longer far, or all that are near if the other one leaves no time in common.
    func gain(over other: Fit) -> Int { other.compared == 0 ? near : other.far - far }
  }

  private func fit(_ shift: TimeSpan) -> Fit {
    let distances = distances(shift)
    return Fit(
      compared: distances.count,
      near: distances.count { $0 <= Self.agreeingMeters },
      far: distances.count { $0 >= Self.disagreeingMeters })
  }

  /// Returns the distance of each position from the truth after a shift [m], as far as it is known.
  private func distances(_ shift: TimeSpan) -> [Double] {
    var cursor = TrajectoryCursor()
    return sample.compactMap { position in
      let time = position.timestamp + shift
      guard truth.segments.contains(where: { $0.start <= time && time <= $0.end }),
        cursor.span(at: time, on: truth.person).isTruthKnown
      else { return nil }
      return cursor.position(at: time, on: truth.person).coordinate
        .distanceMeters(to: position.coordinate)
    }
  }

  /// Returns the error for a log whose clock differs from the truth's; nil if they agree.
  ///
  /// - Parameter given: what `--shift` has moved the log's times by. No shift at all, when it is
  ///   given, is an answer to the check; so is any shift that is as likely as others.
  func refusal(_ log: TrackerLog, given: TimeSpan?) -> InputError? {
    guard given != .zero else { return nil }
    let place = SourceLocation(file: log.name)
    switch finding {
    case .agree: return nil
    case .differ(let rest):
      let shift = rest + (given ?? .zero)
      guard shift != .zero else {
        return InputError(
          place, "--shift moves the log's times away from the truth's: they fit as they are",
          accepted: "no --shift")
      }
      return InputError(
        place,
        "the log's times are \(Self.words(shift)) than the truth's: its "
          + "positions fit the truth at that distance, so one of the two is in another time zone",
        accepted: "--shift \(shift > .zero ? "" : "-")\(Self.hours(shift)), which moves the log's "
          + "times by that many hours")
    case .differByOneOf(let shifts):
      guard given == nil else { return nil }
      return InputError(
        place,
        "the log's times differ from the truth's: its positions fit the truth if they are moved by "
          + "\(Self.signedHours(shifts.lowerBound)) to \(Self.signedHours(shifts.upperBound)) h, "
          + "so one of the two is in another time zone; the log has too few records to tell which",
        accepted: "--shift with the hours between the two zones; --shift 0 judges the log as it is")
    }
  }

  private static func words(_ shift: TimeSpan) -> String {
    "\(hours(shift)) h \(shift > .zero ? "earlier" : "later")"
  }

  private static func hours(_ shift: TimeSpan) -> String {
    let quarters = Int(abs(shift.nanoseconds) / TimeSpan.minutes(15).nanoseconds)
    return "\(quarters / 4)" + ["", ".25", ".5", ".75"][quarters % 4]
  }

  private static func signedHours(_ shift: TimeSpan) -> String {
    (shift < .zero ? "-" : "") + hours(shift)
  }
}
