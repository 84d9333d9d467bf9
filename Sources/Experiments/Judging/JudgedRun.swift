import Evaluation
import RunObservation
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
  /// The positions in the judged time.
  var path: [PathPoint]

  /// The shortest uncovered time that a timeline shows.
  private static let shownMin = TimeSpan.minutes(1)

  var draw: SimulatedDraw {
    SimulatedDraw(
      seed: seed, uncovered: uncovered.filter { $0.length >= Self.shownMin }, battery: gauge)
  }

  /// The time that no position covers [s].
  var missedSeconds: Double { uncovered.reduce(0) { $0 + $1.length.seconds } }
}

extension [SimulatedLog] {
  /// The run whose missed time is the median; of two runs in the middle the one that misses less.
  var middle: SimulatedLog? {
    let order = indices.sorted { (self[$0].missedSeconds, $0) < (self[$1].missedSeconds, $1) }
    return isEmpty ? nil : self[order[(count - 1) / 2]]
  }
}

/// Receives the records of a simulated run and judges them as a log.
final class JudgedRun: RunSink {
  private let judge: PositionJudge
  private let periods: [Segment]
  private var uncovered: [UncoveredTime] = []
  private var gauge: [GaugeReading] = []
  private var path = PathSample()

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
    let time = record.location.timestamp
    if periods.contains(where: { $0.start <= time && time <= $0.end }) {
      path.add(record.location.coordinate, at: time)
    }
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
      silences: judged.cadence.silences, gauge: gauge, path: path.points)
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
