import Evaluation
import Timekeeping

/// Compares the pieces of uncovered time with the causes that the report sums.
package struct GapCheck {
  package private(set) var problems = Problems("gaps")
  private let start: Instant
  private let end: Instant
  private var last: Instant
  private var nanoseconds: [GapCause: Int64] = [:]
  private var longest: Int64 = 0
  private var run: (start: Instant, end: Instant)

  package init(from start: Instant, to end: Instant) {
    self.start = start
    self.end = end
    last = start
    run = (start, start)
  }

  package mutating func add(from a: Instant, to b: Instant, _ cause: GapCause) {
    problems.expect(a >= last, "a piece at \(a.iso8601()) begins before the one before it ended")
    problems.expect(b > a && b <= end, "a piece from \(a.iso8601()) to \(b.iso8601())")
    last = b
    nanoseconds[cause, default: 0] += (b - a).nanoseconds
    run = a == run.end ? (run.start, b) : (a, b)
    longest = max(longest, (run.end - run.start).nanoseconds)
  }

  package mutating func hold(_ result: RunGaps) {
    let causes = result.causes
    compare(causes.recorded)
    let uncovered = uncoveredSeconds(result)
    let sum = causes.recorded.reduce(0) { $0 + $1.seconds }
    problems.expect(
      abs(sum - uncovered) < 1e-3, "causes add up to \(sum) s of \(uncovered) s not covered")
    unexplained(causes.recorded, "recorded")
    if let received = causes.received {
      unexplained(received, "received")
      let sum = received.reduce(0) { $0 + $1.seconds }
      problems.expect(
        sum <= result.judgedSeconds + 1e-3, "\(sum) s of \(result.judgedSeconds) s not received")
    }
    problems.expect(
      abs(result.longestSeconds - Double(longest) / 1e9) < 1e-6,
      "the longest gap is \(Double(longest) / 1e9) s, and reported as \(result.longestSeconds) s")
  }

  private func uncoveredSeconds(_ result: RunGaps) -> Double {
    (1 - (result.positionCoverage ?? 1)) * result.judgedSeconds
  }

  private mutating func compare(_ reported: [CauseSeconds]) {
    for cause in GapCause.allCases {
      let seconds = Double(nanoseconds[cause] ?? 0) / 1e9
      let said = reported.first { $0.cause == cause }?.seconds ?? 0
      problems.expect(
        abs(said - seconds) < 1e-6, "\(cause.name) took \(seconds) s, and is reported as \(said) s")
    }
  }

  private mutating func unexplained(_ causes: [CauseSeconds], _ view: String) {
    let seconds = causes.first { $0.cause == .unexplained }?.seconds
    problems.expect(
      seconds == 0, "unexplained (\(view)) is \(seconds.map { "\($0) s" } ?? "missing")")
  }
}

/// The figures of a result with which its gaps have to agree.
package struct RunGaps: Sendable {
  package var causes: GapCauseReport
  package var positionCoverage: Double?
  package var judgedSeconds: Double
  package var longestSeconds: Double

  package init(
    causes: GapCauseReport, positionCoverage: Double?, judgedSeconds: Double,
    longestSeconds: Double
  ) {
    self.causes = causes
    self.positionCoverage = positionCoverage
    self.judgedSeconds = judgedSeconds
    self.longestSeconds = longestSeconds
  }
}
