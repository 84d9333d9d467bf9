import Evaluation
import RunObservation
import SimulatedPhone
import Timekeeping
import World

/// The energy of one segment's phone with a tracker, to be compared with the same phone without it.
///
/// The comparison ends at the first time that either phone shuts off: the cut. The time without
/// power is reported separately. The energy up to the cut is kept as soon as the phone gets there,
/// so that nothing is simulated twice.
final class ComparedEnergy {
  /// The energy and the fixes up to the cut.
  private struct Cut {
    var time: Instant
    var account: EnergyAccount
    var deliveredFixes: Int
    var recordedFixes: Int
    var unrecordedJoules: Double
  }

  /// The time at which the phone without the tracker first shuts off; nil if it does not, or is not
  /// there yet.
  var baselineShutOff: Instant?
  private let phone: SimulatedPhone
  private let unrecorded: UnrecordedTime
  private let recorder: RunRecorder
  private var cut: Cut?
  private var unrecordedJoules = 0.0
  /// The energy of the phone at the start of the recording's present gap; nil outside of gaps.
  private var joulesBeforeGap: Double?

  init(of phone: SimulatedPhone, recorder: RunRecorder, unrecorded: UnrecordedTime) {
    self.phone = phone
    self.recorder = recorder
    self.unrecorded = unrecorded
    phone.onFirstShutOff = { [unowned self] in keepCut() }
  }

  // MARK: Running

  /// Runs the phone to an instant, and passes the phone to `probe` after each minute.
  ///
  /// - Throws: `EventLimitExceeded` once more than `eventCountMax` events have been processed.
  func advance(
    to end: Instant, probe: ((SimulatedPhone) -> Void)? = nil, eventCountMax: Int? = nil
  ) throws {
    for span in unrecorded.spans {
      try run(to: span.start, probe, eventCountMax)
      let before = phone.ledger.totalJoules(at: span.start)
      joulesBeforeGap = before
      try run(to: span.end, probe, eventCountMax)
      joulesBeforeGap = nil
      unrecordedJoules += phone.ledger.totalJoules(at: span.end) - before
    }
    try run(to: end, probe, eventCountMax)
  }

  private func run(
    to end: Instant, _ probe: ((SimulatedPhone) -> Void)?, _ eventCountMax: Int?
  ) throws {
    guard let probe else { return try runOverCut(to: end, eventCountMax) }
    while phone.now < end {
      try runOverCut(to: min(end, phone.now + .minutes(1)), eventCountMax)
      probe(phone)
    }
  }

  /// Runs the phone to an instant, and keeps the cut if it is on the way.
  private func runOverCut(to end: Instant, _ eventCountMax: Int?) throws {
    if cut == nil, let shutOff = baselineShutOff, phone.now <= shutOff, shutOff <= end {
      try handleEvents(until: shutOff, eventCountMax)
      keepCut()
    }
    try handleEvents(until: end, eventCountMax)
  }

  private func handleEvents(until end: Instant, _ eventCountMax: Int?) throws {
    guard let eventCountMax else { return try phone.run(until: end) }
    while try phone.step(until: end) {
      if phone.eventCount > eventCountMax {
        throw EventLimitExceeded(instant: phone.now, eventCount: phone.eventCount)
      }
    }
  }

  private func keepCut() {
    guard cut == nil else { return }
    let now = phone.now
    let inGap = joulesBeforeGap.map { phone.ledger.totalJoules(at: now) - $0 } ?? 0
    cut = Cut(
      time: now, account: phone.unsettledAccount(), deliveredFixes: phone.deliveredFixes,
      recordedFixes: recorder.recordedInSegment, unrecordedJoules: unrecordedJoules + inGap)
  }

  // MARK: Comparing

  /// Compares with the same segment without the tracker, once the phone has reached its end.
  func part(with bare: BaselineDay.BaselineSegment, of day: SimulatedDay) throws -> EnergySum.Part {
    let segment = bare.segment
    let whole = phone.account()
    guard let cut, cut.time < segment.end else {
      return EnergySum.Part(
        whole: whole, compared: whole, baseline: bare.account,
        comparedSeconds: (segment.end - segment.start).seconds,
        deliveredFixes: phone.deliveredFixes, recordedFixes: recorder.recordedInSegment,
        unrecorded: unrecorded.energy(
          withTracker: unrecordedJoules, without: bare.unrecordedJoules))
    }
    let baseline = try BaselineDay.segment(segment, of: day, until: cut.time)
    return EnergySum.Part(
      whole: whole, compared: cut.account, baseline: baseline.account,
      comparedSeconds: (cut.time - segment.start).seconds, deliveredFixes: cut.deliveredFixes,
      recordedFixes: cut.recordedFixes,
      unrecorded: unrecorded.until(cut.time).energy(
        withTracker: cut.unrecordedJoules, without: baseline.unrecordedJoules))
  }
}
