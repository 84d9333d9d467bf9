import Evaluation
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine
import World

/// The positions of a simulated run, judged as those of a log, with the causes of its gaps.
struct SimulatedLog: Sendable {
  var seed: UInt64
  /// The measures that apply, by name.
  var figures: [String: Double]
  /// The times in the judged periods that no position covers, in order.
  var uncovered: [UncoveredTime]
  /// The long times without a record.
  var silences: [Segment]
  var gauge: [GaugeReading]

  /// The shortest uncovered time that a timeline shows.
  private static let shownMin = TimeSpan.minutes(1)

  var draw: SimulatedDraw {
    SimulatedDraw(
      seed: seed, uncovered: uncovered.filter { $0.length >= Self.shownMin }, battery: gauge)
  }
}

/// Receives the records of a simulated run and judges them as a log.
final class JudgedRun: RunSink {
  private let judge: PositionJudge
  private let periods: [Segment]
  private var uncovered: [UncoveredTime] = []
  private var gauge: [GaugeReading] = []

  init(_ judge: PositionJudge, periods: [Segment]) {
    self.judge = judge
    self.periods = periods
  }

  func record(_ record: Record) {
    if record.surroundings.batteryLevel >= 0 {
      let percent = Int((record.surroundings.batteryLevel * 100).rounded())
      gauge(shows: percent, at: record.recordedAt)
    }
    guard record.isPosition else { return }
    judge.add(RecordedPosition(record))
  }

  /// Reads the gauge of the simulated phone, once a minute and at each record: the phone's timeline
  /// has no row while nothing else changes.
  func look(at phone: SimulatedPhone) { gauge(shows: phone.gaugePercent, at: phone.now) }

  private func gauge(shows percent: Int, at time: Instant) {
    guard percent != gauge.last?.percent else { return }
    gauge.append(GaugeReading(time: time, percent: percent))
  }

  func timeline(_ row: TimelineRow) {}

  func note(_ note: PhoneNote) {}

  func uncovered(from start: Instant, to end: Instant, because cause: GapCause) {
    for period in periods where start < period.end && period.start < end {
      let (start, end) = (max(start, period.start), min(end, period.end))
      if let last = uncovered.last, last.end == start, last.cause == cause {
        uncovered[uncovered.count - 1].end = end
      } else {
        uncovered.append(UncoveredTime(start: start, end: end, cause: cause))
      }
    }
  }

  func finish(seed: UInt64) -> SimulatedLog {
    let judged = judge.finish()
    return SimulatedLog(
      seed: seed, figures: judged.figures, uncovered: uncovered,
      silences: judged.cadence.silences, gauge: gauge)
  }
}

extension RecordedPosition {
  /// Makes the judge's position of a stored record.
  package init(_ record: Record) {
    self.init(
      identity: record.identifier.rawValue, timestamp: record.location.timestamp,
      recordedAt: record.recordedAt, coordinate: record.location.coordinate,
      horizontalAccuracyMeters: record.location.horizontalAccuracyMeters)
  }
}
