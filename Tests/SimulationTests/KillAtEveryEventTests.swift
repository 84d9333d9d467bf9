import EventKernel
import Geodesy
import PhoneAPI
import Receiver
import ReceiverMemory
import Scenarios
import TestSupport
import Testing
import Timekeeping
import World

@testable import Experiments
@testable import SimulatedPhone
@testable import Simulation
@testable import TrackingEngine

/// Kills the app after each event of a day in turn, and counts its records.
@Suite("A kill at any event loses nothing that was recorded")
struct KillAtEveryEventTests {
  /// A preset of each family. Add a new family by its preset's name.
  struct Family: Sendable, CustomTestStringConvertible {
    var preset: String
    /// The hours of the ways, over midnight, for presets that record now and then. For those with a
    /// fix a second it is ten minutes, of which the drive takes four.
    var duration = "8 h"
    /// The least number of records; fewer would show little.
    var recordsMin = 5
    /// True if the user starts and stops a trip while driving.
    var hasTrip = false
    /// True if a record whose answer a kill prevented is sent again. A request to open a gate is
    /// not: it would be too late.
    var sendsAgain = true

    var testDescription: String { hasTrip ? preset + " on a trip" : preset }
  }

  static let families = [
    Family(preset: "overland-battery-saving", recordsMin: 4),
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
      // Without a recorded point there is no drive.
      let hasTrips = undisturbed.trips > 0 && !outcome.recorded.isEmpty && !outcome.actedOnNothing
      #expect(outcome.trips == (hasTrips ? undisturbed.trips : 0), "killed after event \(event)")
    }
    // Some kills come after the server stored a batch and before the app got the answer.
    #expect(swallowed > 0 || rig.tracker.contract == nil || !family.sendsAgain)
  }
}

/// A walk and a drive with a tracker on the phone, which the user opens again shortly before the
/// end.
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
      start: 2026-03-02T20:00:00Z
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
    let segment = day.world.segments[0]
    var described = SimulatedPhone.Configuration(
      world: day.world, segment: segment, model: day.model, app: installation,
      person: [
        PersonAction(
          .at(segment.start), .opensApp,
          then: PersonAction.FollowUp(.leavesApp, after: .seconds(1 as Int64))),
        PersonAction(.at(segment.end), .opensApp),
        // The kill may come right after the opening.
        PersonAction(.at(segment.end + .minutes(1)), .opensApp),
      ] + (hasTrip ? tripActs(from: segment.start) : []),
      server: tracker.contract == nil ? nil : ReceiverServer(receiver: receiver),
      chance: day.chance)
    described.rememberedWindows = windows
    let phone = SimulatedPhone(described)
    var killedAt: Instant?
    while try phone.step(until: segment.end) {
      guard phone.eventCount == event else { continue }
      phone.killApp(.crash)
      killedAt = phone.now
    }
    let events = phone.eventCount
    // After the opening the app has ten minutes in the foreground to send its remaining records.
    try phone.run(until: segment.end + .minutes(10))
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

  /// Returns the acts of a trip. The user opens the app for each, and notices if it is gone.
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

  /// True if the instant is between an opening and its act, which a kill leaves without effect.
  private func isBetweenOpeningAndAct(_ instant: Instant) -> Bool {
    Self.trip.contains { minute, _ in
      let opening = day.world.start + .minutes(minute)
      return opening <= instant && instant < opening + .seconds(1 as Int64)
    }
  }

  /// Returns the statistics of the day's records, as a process that was never killed derives them.
  private func statistics(of records: [Record], at now: Instant) -> DayStatistics {
    var deriver = HomeAwayDeriver()
    for record in records { deriver.add(record) }
    let date = LocalCalendar.utc.date(of: now)
    let accuracy = tracker.configuration.settings.health.outdoorsAccuracyMeters
    var summaries = DaySummaries(calendar: .utc, outdoorsAccuracyMeters: accuracy)
    for record in records.sorted(by: { $0.location.timestamp < $1.location.timestamp }) {
      _ = summaries.add(record)
    }
    let day = summaries.finish().last { $0.date == date }
    return DayStatistics(
      date: date, timeAway: deriver.timeAway(on: date, in: .utc, now: now), isAway: deriver.isAway,
      recordCount: day?.recordCount ?? 0, timeOutdoors: day?.timeOutdoors)
  }
}

extension Record.Kind {
  /// True for the record of a whole trip or drive.
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
  /// The records in the store at the end, waiting or sent.
  var kept: Set<Record.Identifier>
  var stored: [RecordWatcher.Key: Int]
  /// The number of trips and drives that were recorded as completed.
  var trips: Int
  /// True if the user tried to start or stop a trip while the app was gone.
  var actedOnNothing: Bool
  var duplicates: Int
  /// Records sent again after the engine had received their acknowledgment.
  var sentAgain: [Record.Identifier]
  /// The tracker's statistics of the day; nil for a tracker without them.
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

/// An observer that counts records, those that the server stored, and duplicates.
private final class RecordWatcher: TrackerObserver {
  /// Identifies a record by its place and its time in milliseconds, as calls and gates do.
  struct Key: Hashable {
    var milliseconds: Int64
    var place: Coordinate

    init(_ timestamp: Instant, _ coordinate: Coordinate) {
      milliseconds = timestamp.nanoseconds / 1_000_000
      place = coordinate
    }
  }

  private(set) var records: [Record] = []
  private(set) var recorded: [Record.Identifier: Key] = [:]
  private var identifiers: [Key: Record.Identifier] = [:]
  private var acknowledged: Set<Record.Identifier> = []
  private(set) var stored: [Key: Int] = [:]
  private(set) var duplicates = 0
  private(set) var sentAgain: [Record.Identifier] = []

  func tracker(
    _ tracker: Tracker, didRecord record: Record, as identifier: Record.Identifier,
    at instant: Instant
  ) {
    let key = Key(record.location.timestamp, record.location.coordinate)
    records.append(record.identified(as: identifier))
    // A request to open a gate is dropped on purpose when it is too late.
    if record.kind != .gate { recorded[identifier] = key }
    identifiers[key] = identifier
  }

  func tracker(
    _ tracker: Tracker, didDiscard location: Location, by rule: StaticString, at instant: Instant
  ) {}

  func tracker(
    _ tracker: Tracker, didAcknowledge records: [Record.Identifier], at instant: Instant
  ) { acknowledged.formUnion(records) }

  func serverGot(_ record: ReceivedRecord, isDuplicate: Bool) {
    let key = Key(record.timestamp, record.coordinate)
    if let identifier = identifiers[key], acknowledged.contains(identifier) {
      sentAgain.append(identifier)
    }
    if isDuplicate { duplicates += 1 } else { stored[key, default: 0] += 1 }
  }
}
