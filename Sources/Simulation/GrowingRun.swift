import Evaluation
import Geodesy
import PhoneAPI
import RunObservation
import Scenarios
import SimulatedPhone
import Text
import Timekeeping
import TrackingEngine
import World

/// A run of one tracker through a day that is still going on, with its baseline beside it.
///
/// It has the parts of a `TrackerRun`, and gives the same figures as a run of the complete day. The
/// world grows with the points of a live receiver. The phones run up to the end of the settled
/// course, but do not reach it, because at that instant the speed is not known yet.
package final class GrowingRun {
  /// The day's figures so far.
  package struct Figures: Sendable, Equatable {
    /// The time up to which the phone was simulated.
    package var time: Instant
    package var status: PhoneStatus
    package var deliveredFixes = 0
    package var recordCount = 0
    package var launches = 0
    /// The share of the time so far at which the app knew the person's position.
    package var positionCoverage: Double?
    /// The battery charge that the phone used since the start, in percent of the capacity.
    package var usedPercent = 0.0
    /// The part of `usedPercent` that the tracker caused: the difference from the same phone
    /// without the tracker.
    package var marginalPercent = 0.0
    package var wakeUpCount = 0
    package var lastWakeUp: WakeUp?
  }

  /// Run time in the background that the system gave the app.
  package struct WakeUp: Sendable, Equatable {
    package var time: Instant
    package var reason: LaunchReason
    package var isLaunch: Bool
  }

  private static let segmentMax = TimeSpan.days(3650)

  private var run: TrackerRun
  private let segment: Segment
  private let evaluator: Evaluator
  private let recorder: RunRecorder
  private let store: InMemoryRecordStore
  private let phone: SimulatedPhone
  private let baseline: SimulatedPhone
  private let compared: ComparedEnergy
  private let sink = GrowingRunSink()

  /// Begins the run at the start of a world.
  ///
  /// - Parameters:
  ///   - scenario: The phone, the tracker and their circumstances; its legs do not matter.
  ///   - world: The day so far.
  /// - Throws: `InputError` if the tracker cannot run.
  package init(
    _ scenario: Scenario, tracker choice: TrackerChoice, seed: UInt64, in world: World
  ) throws(InputError) {
    let day = try SimulatedDay(scenario: scenario, seed: seed, world: world)
    run = TrackerRun(day: day, tracker: try day.provision(choice))
    segment = Segment(start: world.start, end: world.start + Self.segmentMax)
    evaluator = Evaluator(world: world, options: run.evaluationOptions)
    recorder = RunRecorder(
      evaluator: evaluator, tracker: run.tracker, sink: sink, explains: false)
    store = run.makeMemoryStore()
    evaluator.beginSegment(segment)
    recorder.beginSegment(at: segment.start)
    phone = run.makePhone(segment: segment, store: store, recorder: recorder)
    baseline = day.phone(segment: segment, app: nil, server: nil, tracker: nil)
    compared = ComparedEnergy(of: phone, recorder: recorder, unrecorded: .none)
  }

  /// Makes the world for the points of a live receiver, with the random numbers of a seed's day.
  package static func world(of scenario: Scenario, seed: UInt64) -> GrowingWorld {
    GrowingWorld(
      area: scenario.area, calendar: scenario.calendar, carried: scenario.phone.carried,
      chance: SimulatedDay.worldChance(seed: seed))
  }

  /// Continues the run in a world that has grown, or is the first, up to its end.
  package func advance(in world: World) throws {
    extend(to: world, endingAt: nil)
    let last = world.end - TimeSpan(nanoseconds: 1)
    try run(until: last)
  }

  /// Adds an act of the person. Its time must not have passed.
  ///
  /// A person who opens the app looks at it until the next act. If another event is due at the very
  /// instant of the act, it comes before the act; in a scenario it comes after.
  package func add(_ kind: PersonAction.Kind, at time: Instant) {
    let action = PersonAction(.at(time), kind)
    run = TrackerRun(day: run.day.adding(action), tracker: run.tracker)
    phone.add(action)
    baseline.add(action)
  }

  /// Ends the run at the end of the world, and returns the result.
  package func finish(in world: World) throws -> RunResult {
    let end = world.end
    extend(to: world, endingAt: end)
    try run(until: end)
    recorder.endSegment(at: end, phone: phone, store: store)
    evaluator.endSegment(at: end)
    let bare = BaselineDay.BaselineSegment(
      segment: Segment(start: segment.start, end: end), account: baseline.account())
    var energy = EnergySum()
    energy.add(try compared.part(with: bare, of: run.day))
    return recorder.result(day: run.day, tracker: run.tracker, energy: energy)
  }

  /// Runs the phone after the baseline, where its comparison may end.
  private func run(until end: Instant) throws {
    try baseline.run(until: end)
    compared.baselineShutOff = baseline.firstShutOff
    try compared.advance(to: end)
  }

  private func extend(to world: World, endingAt end: Instant?) {
    run = TrackerRun(day: run.day.extended(to: world), tracker: run.tracker)
    evaluator.extend(to: world)
    phone.extend(to: world, endingAt: end)
    baseline.extend(to: world, endingAt: end)
  }

  // MARK: Figures

  package var figures: Figures {
    // The account would settle the battery, and so round its level otherwise than a run at once.
    let used = phone.ledger.totalJoules(at: phone.now)
    let bare = baseline.ledger.totalJoules(at: baseline.now)
    let percent = 100 / phone.batteryCapacityJoules
    return Figures(
      time: phone.now, status: phone.currentStatus, deliveredFixes: phone.deliveredFixes,
      recordCount: recorder.recordedInSegment, launches: phone.launches,
      positionCoverage: evaluator.positionCoverage(until: phone.now),
      usedPercent: used * percent, marginalPercent: (used - bare) * percent,
      wakeUpCount: sink.wakeUpCount, lastWakeUp: sink.lastWakeUp)
  }

  /// Returns the positions that the tracker recorded since the last call.
  package func takeRecords() -> [Location] { sink.takeRecords() }
}

/// The output of a run in progress that a display shows.
private final class GrowingRunSink: RunSink {
  private(set) var wakeUpCount = 0
  private(set) var lastWakeUp: GrowingRun.WakeUp?
  private var records: [Location] = []

  func record(_ record: Record) {
    if record.isPosition { records.append(record.location) }
  }
  func timeline(_ row: TimelineRow) {}
  func note(_ note: PhoneNote) {}
  func occurrence(_ occurrence: PhoneOccurrence, at instant: Instant) {
    guard case .woken(let reason, let isLaunch) = occurrence else { return }
    wakeUpCount += 1
    lastWakeUp = GrowingRun.WakeUp(time: instant, reason: reason, isLaunch: isLaunch)
  }

  func takeRecords() -> [Location] {
    defer { records = [] }
    return records
  }
}
