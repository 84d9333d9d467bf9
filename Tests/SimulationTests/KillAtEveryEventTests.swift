import EventKernel
import Geodesy
import PhoneAPI
import Receiver
import Scenarios
import TestSupport
import Testing
import Timekeeping
import World

@testable import Experiments
@testable import SimulatedPhone
@testable import Simulation
@testable import TrackingEngine

/// The app is killed after each event of a day in turn, and what became of its records is counted.
@Suite("A kill at any event loses nothing that was recorded")
struct KillAtEveryEventTests {
  /// One of each family of presets; a new one joins by its name.
  struct Family: Sendable, CustomTestStringConvertible {
    var preset: String
    /// A day for who records now and then; for a fix a second ten minutes, of which the drive has four.
    var duration = "24 h"
    /// Fewer would show little.
    var recordsMin = 5
    /// A trip by hand while the person drives.
    var hasTrip = false
    /// What a kill left unanswered is sent again, but for a wish that a gate open: that is soon too late.
    var sendsAgain = true

    var testDescription: String { hasTrip ? preset + " on a trip" : preset }
  }

  static let families = [
    Family(preset: "overland-battery-saving"),
    Family(preset: "overland-high-resolution", duration: "6 min", recordsMin: 200),
    Family(
      preset: "overland-high-resolution", duration: "10 min", recordsMin: 100, hasTrip: true),
    Family(preset: "ehe-pilot-1", recordsMin: 4),
    Family(preset: "ehe-pilot-2", recordsMin: 4),
    Family(preset: "continuous-location"),
    Family(preset: "drives", duration: "15 min", sendsAgain: false),
    Family(preset: "adaptive", duration: "20 min", recordsMin: 100),
  ]

  @Test("Each event of the day in turn", arguments: families)
  func killedAtEveryEvent(family: Family) throws {
    let rig = try KillRig(family)
    let undisturbed = try rig.run(killingAfter: nil)
    #expect(undisturbed.recorded.count > family.recordsMin)
    #expect(undisturbed.trips == (family.hasTrip || family.preset == "drives" ? 1 : 0))
    undisturbed.expectStatisticsOfRecords(killedAfter: -1)
    var swallowed = 0
    for event in 1...undisturbed.events {
      let outcome = try rig.run(killingAfter: event)
      outcome.expectNothingLost(killedAfter: event)
      outcome.expectStatisticsOfRecords(killedAfter: event)
      swallowed += outcome.duplicates > 0 ? 1 : 0
      // Without a point there is no drive.
      let hasTrips = undisturbed.trips > 0 && !outcome.recorded.isEmpty && !outcome.actedOnNothing
      #expect(outcome.trips == (hasTrips ? undisturbed.trips : 0), "killed after event \(event)")
    }
    // Some of those kills fall between the server's taking a batch and the app's hearing of it.
    #expect(swallowed > 0 || rig.tracker.contract == nil || !family.sendsAgain)
  }
}

/// A walk and a drive with a tracker on the phone, opened again shortly before the end.
private struct KillRig {
  let day: SimulatedDay
  let tracker: ProvisionedTracker

  private let hasTrip: Bool
  private let windows = RememberedWindows()

  init(_ family: KillAtEveryEventTests.Family) throws {
    hasTrip = family.hasTrip
    let text = """
      odograph: 1
      name: Kill
      start: 2026-03-02T08:00:00Z
      timeZone: UTC
      duration: \(family.duration)
      phone:
        model:
          significant.connectivityTriggerProbability: 1
          network.transferFailuresPerSecond: 0
      world: { area: urban }
      places:
        home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
        office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
      day:
        - stay: home
          for: 1 min
        - drive: office
        - stay: office
          for: 3 h
        - walk: home
        - stay: home
          for: 2 h
        - drive: office
      trackers:
        - preset: \(family.preset)
          home: home
          gate: office
          set: { sendInterval: 1 min, pointsPerBatch: 50 }
      """
    let file = try TemporaryFile(text, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    day = try SimulatedDay(scenario: scenario, seed: 3)
    tracker = try day.provision(try #require(scenario.trackers.first))
  }

  func run(killingAfter event: Int?) throws -> KillOutcome {
    let store = InMemoryRecordStore(keepsUnsentRecords: true)
    let receiver = Receiver(
      contract: tracker.contract ?? .overland,
      configuration: ReceiverConfiguration(
        accessToken: tracker.configuration.settings.accessToken),
      store: InMemoryReceiverStore())
    let watcher = RecordWatcher()
    receiver.onRecord = { record, isDuplicate in
      watcher.serverGot(record, isDuplicate: isDuplicate)
    }
    let configuration = tracker.configuration
    var alive: Tracker?
    let installation = AppInstallation(manifest: configuration.manifest) { phone in
      let tracker = Tracker(
        phone: phone, configuration: configuration, store: store, observer: watcher)
      alive = tracker
      return tracker
    }
    let stretch = day.world.stretches[0]
    var described = SimulatedPhone.Configuration(
      world: day.world, stretch: stretch, model: day.model, app: installation,
      person: [
        PersonAction(
          .at(stretch.start), .opensApp,
          then: PersonAction.FollowUp(.leavesApp, after: .seconds(1 as Int64))),
        PersonAction(.at(stretch.end), .opensApp),
        // The kill may come right after that.
        PersonAction(.at(stretch.end + .minutes(1)), .opensApp),
      ] + (hasTrip ? tripActs(from: stretch.start) : []),
      server: tracker.contract == nil ? nil : ReceiverServer(receiver: receiver),
      chance: day.chance)
    described.rememberedWindows = windows
    let phone = SimulatedPhone(described)
    var killedAt: Instant?
    while try phone.step(until: stretch.end) {
      guard phone.eventCount == event else { continue }
      phone.killApp(.crash)
      killedAt = phone.now
    }
    let events = phone.eventCount
    // Opened again, the app has ten minutes in the foreground to send what it still has.
    try phone.run(until: stretch.end + .minutes(10))
    let kept = store.records(in: .distantPast ..< .distantFuture).map(\.identifier)
    return KillOutcome(
      events: events, recorded: watcher.recorded, kept: Set(kept), stored: watcher.stored,
      trips: watcher.records.count(where: \.kind.isJourney),
      actedOnNothing: hasTrip && killedAt.map(isBetweenOpeningAndAct) == true,
      duplicates: watcher.duplicates, sentAgain: watcher.sentAgain, statistics: alive?.today,
      statisticsOfRecords: statistics(of: watcher.records, at: phone.now))
  }
}

extension KillRig {
  private static let trip = [(minute: 2 as Int64, act: "startTrip"), (minute: 5, act: "stopTrip")]

  /// Opened for it each time, by somebody who sees whether the app is there.
  private func tripActs(from start: Instant) -> [PersonAction] {
    Self.trip.flatMap { minute, act in
      let instant = start + .minutes(minute)
      return [
        PersonAction(.at(instant), .opensApp),
        PersonAction(.at(instant + .seconds(1 as Int64)), .acts(UserAction(act))),
        PersonAction(.at(instant + .seconds(2 as Int64)), .leavesApp),
      ]
    }
  }

  /// Killed then, the app is gone when the person comes to tell it something.
  private func isBetweenOpeningAndAct(_ instant: Instant) -> Bool {
    Self.trip.contains { minute, _ in
      let opening = day.world.start + .minutes(minute)
      return opening <= instant && instant < opening + .seconds(1 as Int64)
    }
  }

  /// What the records of the whole day say, counted by somebody who was never killed.
  private func statistics(of records: [Record], at now: Instant) -> DayStatistics {
    var deriver = HomeAwayDeriver()
    for record in records { deriver.add(record) }
    let date = LocalCalendar.utc.date(of: now)
    return DayStatistics(
      date: date, timeAway: deriver.timeAway(on: date, in: .utc, now: now), isAway: deriver.isAway)
  }
}

extension Record.Kind {
  /// Whether it tells of a whole trip or drive.
  fileprivate var isJourney: Bool {
    switch self {
    case .trip, .drive: true
    default: false
    }
  }
}

private struct KillOutcome {
  var events: Int
  var recorded: [Record.Identifier: RecordWatcher.Key]
  /// In the store at the end, waiting or not.
  var kept: Set<Record.Identifier>
  var stored: [RecordWatcher.Key: Int]
  /// How many trips and drives were written down as over.
  var trips: Int
  /// The person wanted to begin or end a trip and found no app.
  var actedOnNothing: Bool
  var duplicates: Int
  /// Records that reached the server after the engine had their acknowledgement.
  var sentAgain: [Record.Identifier]
  /// Nil for a tracker that has none.
  var statistics: DayStatistics?
  var statisticsOfRecords: DayStatistics

  func expectStatisticsOfRecords(killedAfter event: Int) {
    guard let statistics else { return }
    #expect(statistics == statisticsOfRecords, "killed after event \(event)")
  }

  func expectNothingLost(killedAfter event: Int) {
    let lost = recorded.filter { !kept.contains($0.key) && stored[$0.value] == nil }
    #expect(lost.isEmpty, "killed after event \(event): \(lost.count) records are nowhere")
    #expect(sentAgain.isEmpty, "killed after event \(event): acknowledged records sent again")
    let twice = stored.filter { $0.value > 1 }
    #expect(twice.isEmpty, "killed after event \(event): stored twice")
  }
}

/// Counts what was recorded, what the server stored and what it got again.
private final class RecordWatcher: TrackerObserver {
  /// To the millisecond, as far as calls and gates tell the time.
  struct Key: Hashable {
    var milliseconds: Int64
    var latitude: Double
    var longitude: Double

    init(_ timestamp: Instant, _ coordinate: Coordinate) {
      milliseconds = timestamp.nanoseconds / 1_000_000
      latitude = coordinate.latitude
      longitude = coordinate.longitude
    }
  }

  private(set) var records: [Record] = []
  private(set) var recorded: [Record.Identifier: Key] = [:]
  private var identifiers: [Key: Record.Identifier] = [:]
  private var acknowledged: Set<Record.Identifier> = []
  private(set) var stored: [Key: Int] = [:]
  private(set) var duplicates = 0
  private(set) var sentAgain: [Record.Identifier] = []

  func tracker(_ tracker: Tracker, didRecord record: Record, at instant: Instant) {
    let key = Key(record.location.timestamp, record.location.coordinate)
    records.append(record)
    // The wish that a gate open is dropped when it comes too late, on purpose.
    if record.kind != .gate { recorded[record.identifier] = key }
    identifiers[key] = record.identifier
  }

  func tracker(
    _ tracker: Tracker, didDiscard location: Location, by rule: StaticString, at instant: Instant
  ) {}

  func tracker(
    _ tracker: Tracker, didAcknowledge records: [Record.Identifier], at instant: Instant
  ) { acknowledged.formUnion(records) }

  func tracker(_ tracker: Tracker, queueLengthIs length: Int, at instant: Instant) {}

  func serverGot(_ record: ReceivedRecord, isDuplicate: Bool) {
    let key = Key(record.timestamp, record.coordinate)
    if let identifier = identifiers[key], acknowledged.contains(identifier) {
      sentAgain.append(identifier)
    }
    if isDuplicate { duplicates += 1 } else { stored[key, default: 0] += 1 }
  }
}
