import Recordings
import Text
import Timekeeping
import World

/// The time that both the truth and the log cover, with the reasons why other time is not judged.
struct JudgedTime {
  private(set) var periods: [Segment] = []
  private(set) var remarks: [String] = []
  /// The time without records at an end of the truth from which a remark states it.
  private static let absenceMin = TimeSpan.hours(24)

  private let clocks: TravelCalendar
  private var knownShare = 1.0
  /// The length of the truth's segments in seconds.
  let truthSeconds: Double

  var seconds: Double { Self.seconds(periods) }

  private static func seconds(_ segments: [Segment]) -> Double {
    segments.reduce(0) { $0 + ($1.end - $1.start).seconds }
  }

  /// - Parameters:
  ///   - isScenario: true if the truth is a scenario. A log of a scenario's day is judged on all of
  ///     it. Beside a recording, the log is judged on whole local days from its first record to its
  ///     last: a tracker that stops at noon has missed the afternoon.
  ///   - given: the time in which the tracker was on, as the user states it.
  /// - Throws: `InputError` if no time remains.
  init(
    _ truth: World, isScenario: Bool, _ log: TrackerLog, given: GivenTime
  ) throws(InputError) {
    truthSeconds = Self.seconds(truth.segments)
    clocks = truth.clocks
    let overlaps = log.span.upperBound >= truth.start && log.span.lowerBound <= truth.end
    let days = localDays(of: log.span)
    let usual = isScenario && overlaps ? Segment(start: truth.start, end: truth.end) : days
    let from = given.from ?? usual.start
    let to = max(given.to ?? usual.end, from)
    for segment in truth.segments {
      let part = Segment(start: max(segment.start, from), end: min(segment.end, to))
      if part.start < part.end { periods.append(part) }
    }
    guard let first = periods.first, let last = periods.last,
      log.span.upperBound >= first.start, log.span.lowerBound <= last.end
    else { throw noCommonTime(truth, log, isLimited: overlaps && !given.isEmpty) }
    explainShare(truth, log, given)
  }

  private func noCommonTime(_ truth: World, _ log: TrackerLog, isLimited: Bool) -> InputError {
    let subject =
      isLimited
      ? "--from and --to leave no time that log and truth have"
      : "the log and the truth have no time"
    return InputError(
      SourceLocation(file: log.name),
      "\(subject) in common: the log is "
        + "from \(text(log.span.lowerBound)) to \(text(log.span.upperBound)), the truth from "
        + "\(text(truth.start)) to \(text(truth.end)) (\(truth.calendar.identifier))",
      accepted: isLimited
        ? "a time in both; without a zone it is in that of the truth"
        : "a truth of the log's days; --shift moves the log's times")
  }

  /// Makes the time of a log without a truth: from its first position to its last, in the segments
  /// of the days that were made from it, if there are any.
  init(ofLog log: TrackerLog, segments: [Segment]?, given: GivenTime) {
    let all = segments ?? [Segment(start: log.span.lowerBound, end: log.span.upperBound)]
    truthSeconds = Self.seconds(all)
    clocks = TravelCalendar(.utc, changes: [])
    periods = all.compactMap { (segment) -> Segment? in
      let part = Segment(
        start: max(segment.start, given.from ?? segment.start),
        end: min(segment.end, given.to ?? segment.end))
      return part.start <= part.end ? part : nil
    }
  }

  mutating func add(_ remark: String) { remarks.append(remark) }

  /// The seconds in which the truth states where the person was.
  var knownSeconds: Double { seconds * knownShare }

  /// Notes in which share of the time the truth is known.
  mutating func limit(toKnown share: Double) {
    knownShare = share
    guard seconds - knownSeconds >= 1 else { return }
    remarks.append(
      "For \(TimeSpan.seconds((seconds - knownSeconds).rounded())) of the judged "
        + "\(TimeSpan.seconds(seconds.rounded())) the truth is not known: there the log is not "
        + "judged.")
  }

  private func localDays(of span: ClosedRange<Instant>) -> Segment {
    let calendar = clocks.calendar(at: span.lowerBound)
    return Segment(
      start: calendar.startOfDay(calendar.date(of: span.lowerBound)),
      end: clocks.calendar(at: span.upperBound).startOfNextDay(after: span.upperBound))
  }

  private mutating func explainShare(_ truth: World, _ log: TrackerLog, _ given: GivenTime) {
    let (first, last) = (log.span.lowerBound, log.span.upperBound)
    if seconds < truthSeconds {
      let reason =
        given.isEmpty
        ? "the log has records from \(text(first)) to \(text(last))"
        : "--from and --to limit the time"
      remarks.append(
        "\(TimeSpan.seconds(seconds.rounded())) of the truth's "
          + "\(TimeSpan.seconds(truthSeconds.rounded())) were judged: \(reason).")
    } else if first - truth.start > Self.absenceMin || truth.end - last > Self.absenceMin {
      remarks.append(
        "All of the truth's \(TimeSpan.seconds(truthSeconds.rounded())) were judged, but the log "
          + "has records only from \(text(first)) to \(text(last)). If the tracker was not on all "
          + "the time, --from and --to limit it.")
    }
  }

  /// Adds the remark on records that were not judged.
  mutating func explainRecords(of log: TrackerLog, judged: Int) {
    let count = log.unreadCount + log.positions.count
    guard judged < count else { return }
    remarks.append(
      "\(count - judged) of the log's \(count) records \(count - judged == 1 ? "lies" : "lie") "
        + "outside of the judged time.")
  }

  private func text(_ instant: Instant) -> String {
    let (date, time) = clocks.calendar(at: instant).fields(of: instant)
    return "\(date) \(time)"
  }
}

/// The time in which a tracker was on, as far as the user states it.
package struct GivenTime: Sendable {
  package var from: Instant?
  package var to: Instant?

  package init(from: Instant? = nil, to: Instant? = nil) {
    self.from = from
    self.to = to
  }

  package var isEmpty: Bool { from == nil && to == nil }

  /// The records to read; nil for all.
  package var range: Range<Instant>? {
    isEmpty ? nil : (from ?? .distantPast)..<(to ?? .distantFuture)
  }
}
