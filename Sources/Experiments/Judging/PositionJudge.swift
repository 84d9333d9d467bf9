import Evaluation
import Timekeeping
import World

/// Judges positions on the true days. The positions of a log and of a simulated run pass through
/// the same function, so that their figures can be compared.
///
/// A log does not state the phase of app and phone. The judge therefore assumes an app that is
/// open and gets positions: the cause of a gap is then the state of the newest record.
final class PositionJudge {
  private let evaluator: Evaluator?
  private let periods: [Segment]
  private var stamps: [[Instant]]
  private var current = 0
  private var isOpen = false

  /// - Parameters:
  ///   - world: the true days; nil if nothing but the positions is known.
  ///   - periods: the times to judge, in order, each within a segment of the world.
  init(world: World?, periods: [Segment], options: EvaluationOptions) {
    var options = options
    // The log does not state arrivals and requests of the gate.
    options.tracksDelivery = false
    options.gate = nil
    evaluator = world.map { Evaluator(world: $0, options: options) }
    self.periods = periods
    stamps = Array(repeating: [], count: periods.count)
  }

  /// Adds a position. Positions have to come in the order of `recordedAt`.
  func add(_ position: RecordedPosition) {
    advance(to: position.recordedAt)
    guard isOpen else { return }
    stamps[current].append(position.timestamp)
    evaluator?.recorded(position)
  }

  /// Closes the periods that end before `time`, and opens the one that contains it.
  private func advance(to time: Instant) {
    while current < periods.count {
      if !isOpen {
        guard periods[current].start <= time else { return }
        open(periods[current])
      }
      guard periods[current].end < time else { return }
      evaluator?.endSegment(at: periods[current].end)
      isOpen = false
      current += 1
    }
  }

  private func open(_ period: Segment) {
    isOpen = true
    evaluator?.beginSegment(period)
    var phase = TrackingPhase()
    phase.app = .foreground
    phase.requests = .standardUpdates
    phase.receiver = .delivering
    evaluator?.phaseChanged(to: phase, at: period.start)
  }

  /// Judges the rest of the time, and returns the results.
  func finish() -> JudgedPositions {
    advance(to: .distantFuture)
    let assessment = evaluator?.report()
    var coverage = assessment?.coverage
    // It needs the phases of the app, which a log does not state.
    coverage?.aliveCoverage = nil
    return JudgedPositions(
      coverage: coverage, longGaps: assessment?.longGaps ?? [],
      cadence: Cadence(stamps, in: periods))
  }
}

/// The results for the positions of a log or of a simulated run.
struct JudgedPositions {
  /// Nil if the truth is not known.
  var coverage: CoverageReport?
  var longGaps: [GapInterval]
  var cadence: Cadence
}
