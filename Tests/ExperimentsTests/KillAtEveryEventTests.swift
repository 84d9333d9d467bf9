import EventKernel
import PhoneAPI
import Receiver
import Scenarios
import Testing
import Timekeeping
import World

@testable import Experiments
@testable import SimulatedPhone
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

    var testDescription: String { preset }
  }

  static let families = [
    Family(preset: "overland-battery-saving"),
    Family(preset: "overland-high-resolution", duration: "10 min", recordsMin: 200),
    Family(preset: "ehe-pilot-1", recordsMin: 4),
  ]

  @Test("Each event of the day in turn", arguments: families)
  func killedAtEveryEvent(family: Family) throws {
    let rig = try KillRig(preset: family.preset, duration: family.duration)
    let undisturbed = try rig.run(killingAfter: nil)
    #expect(undisturbed.recorded.count > family.recordsMin)
    undisturbed.expectStatisticsOfRecords(killedAfter: -1)
    var swallowed = 0
    for event in 0..<undisturbed.events {
      let outcome = try rig.run(killingAfter: event)
      outcome.expectNothingLost(killedAfter: event)
      outcome.expectStatisticsOfRecords(killedAfter: event)
      swallowed += outcome.duplicates > 0 ? 1 : 0
    }
    // Some of those kills fall between the server's taking a batch and the app's hearing of it.
    #expect(swallowed > 0 || rig.tracker.contract == nil)
  }
}

/// A walk and a drive with a tracker on the phone, opened again shortly before the end.
private struct KillRig {
  let day: SimulatedDay
  let tracker: ProvisionedTracker

  init(preset: String, duration: String) throws {
    let text = """
      odograph: 1
      name: Kill
      start: 2026-03-02T08:00:00Z
      timeZone: UTC
      duration: \(duration)
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
        - { preset: \(preset), home: home, set: { sendInterval: 1 min, pointsPerBatch: 50 } }
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
    let phone = SimulatedPhone(
      SimulatedPhone.Configuration(
        world: day.world, stretch: stretch, model: day.model, app: installation,
        person: [
          PersonAction(
            .at(stretch.start), .opensApp,
            then: PersonAction.FollowUp(.leavesApp, after: .seconds(1 as Int64))),
          PersonAction(.at(stretch.end), .opensApp),
          // The kill may come right after that.
          PersonAction(.at(stretch.end + .minutes(1)), .opensApp),
        ],
        server: tracker.contract == nil ? nil : ReceiverServer(receiver: receiver),
        chance: day.chance))
    while try phone.step(until: stretch.end) {
      if phone.eventCount == event { phone.killApp(.crash) }
    }
    let events = phone.eventCount
    // Opened again, the app has ten minutes in the foreground to send what it still has.
    try phone.run(until: stretch.end + .minutes(10))
    let kept = store.records(in: .distantPast ..< .distantFuture).map(\.identifier)
    return KillOutcome(
      events: events, recorded: watcher.recorded, kept: Set(kept), stored: watcher.stored,
      duplicates: watcher.duplicates, sentAgain: watcher.sentAgain, statistics: alive?.today,
      statisticsOfRecords: statistics(of: watcher.records, at: phone.now))
  }
}

extension KillRig {
  /// What the records of the whole day say, counted by somebody who was never killed.
  private func statistics(of records: [Record], at now: Instant) -> DayStatistics {
    var deriver = HomeAwayDeriver()
    for record in records { deriver.add(record) }
    let date = LocalCalendar.utc.date(of: now)
    return DayStatistics(
      date: date, timeAway: deriver.timeAway(on: date, in: .utc, now: now), isAway: deriver.isAway)
  }
}

private struct KillOutcome {
  var events: Int
  var recorded: [Record.Identifier: RecordWatcher.Key]
  /// In the store at the end, waiting or not.
  var kept: Set<Record.Identifier>
  var stored: [RecordWatcher.Key: Int]
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
  struct Key: Hashable {
    var nanoseconds: Int64
    var latitude: Double
    var longitude: Double
  }

  private(set) var records: [Record] = []
  private(set) var recorded: [Record.Identifier: Key] = [:]
  private var identifiers: [Key: Record.Identifier] = [:]
  private var acknowledged: Set<Record.Identifier> = []
  private(set) var stored: [Key: Int] = [:]
  private(set) var duplicates = 0
  private(set) var sentAgain: [Record.Identifier] = []

  func tracker(_ tracker: Tracker, didRecord record: Record, at instant: Instant) {
    let coordinate = record.location.coordinate
    let key = Key(
      nanoseconds: record.location.timestamp.nanoseconds, latitude: coordinate.latitude,
      longitude: coordinate.longitude)
    records.append(record)
    recorded[record.identifier] = key
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
    let key = Key(
      nanoseconds: record.timestamp.nanoseconds, latitude: record.coordinate.latitude,
      longitude: record.coordinate.longitude)
    if let identifier = identifiers[key], acknowledged.contains(identifier) {
      sentAgain.append(identifier)
    }
    if isDuplicate { duplicates += 1 } else { stored[key, default: 0] += 1 }
  }
}
