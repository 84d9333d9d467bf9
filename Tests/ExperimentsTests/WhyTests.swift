import Evaluation
import PhoneProfiles
import Scenarios
import SimulatedPhone
import Synchronization
import TestSupport
import Testing
import TrackingEngine

@testable import Experiments
@testable import Simulation

@Suite("Why a tracker missed what it did")
struct WhyTests {
  /// A scenario of 6 km straight north on foot, which takes more than an hour, with `extra` lines.
  static func walk(_ extra: String = "", leg: String = "- walk: north") throws -> Scenario {
    let file = try TemporaryFile(
      """
      odograph: 1
      name: Walk
      start: 2026-03-02T09:00:00Z
      timeZone: UTC
      duration: 1 h
      phone: { battery: 90 % }
      places:
        south: { at: [45.5000, -122.6000], indoors: false }
        north: { at: [45.5540, -122.6000], indoors: false }
      day:
        - stay: south
          for: 1 min
        \(leg)
      \(extra)
      """, suffix: ".yaml")
    return try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
  }

  static let highResolution = TrackerChoice(preset: "overland-high-resolution")

  static func why(
    _ scenario: Scenario, _ choice: TrackerChoice = highResolution, seeds: UInt64 = 2,
    jobs: Int = 2, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> Why? {
    var plan = WhyPlan(scenario: scenario, choices: [choice], seeds: Array(1...seeds))
    plan.jobs = jobs
    plan.isCancelled = isCancelled
    return try plan.run(options: [])
  }

  static func cause(_ cause: GapCause, _ why: Why?) throws -> ExplainedCause {
    try #require(why?.trackers.first?.causes.first { $0.cause == cause })
  }

  @Test("What waited to be sent is missing at the server alone, and in no other cause")
  func unsent() throws {
    let scenario = try Self.walk("server: [{ from: 09:00, until: 10:00, status: 500 }]")
    let plan = Experiment(scenario: scenario, trackers: [Self.highResolution], seeds: [1])
    let result = try #require(try plan.run().results.first)
    let world = try SimulatedDay(scenario: scenario, seed: 1).world
    let missed = MissedTime(result, GapGatherer(world))
    let recorded = Dictionary(
      uniqueKeysWithValues: result.gapCauses.recorded.map { ($0.cause, $0.seconds) })
    // The server receives nothing during the hour.
    #expect(missed.seconds(.notYetSent) > 3000)
    for cause in GapCause.allCases where cause != .notYetSent && cause != .lost {
      #expect(missed.seconds(cause) == recorded[cause] ?? 0)
    }
  }

  // MARK: Events

  @Test("What a force quit took is what there is from it to the next opening")
  func forceQuit() throws {
    let scenario = try Self.walk(
      """
      person:
        - { at: 09:10, forceQuits: app }
        - { at: 09:40, opens: app, for: 30 s }
      """)
    let cause = try Self.cause(.appDeadForceQuit, try Self.why(scenario))
    // Standard updates are dead for 30 min. The last record covers the first 100 m: 77 s at 1.3
    // m/s, a little more for a slower walker.
    #expect((27...30).contains(cause.minutes.mean))
    let without = try #require(cause.changes.first { $0.name == "event.forceQuit" })
    #expect(without.kind == .event && !without.isOnFront)
    #expect(abs(without.whole.regained.mean - cause.minutes.mean) < 0.5)
    #expect(abs(without.whole.regainedOfCause.mean - cause.minutes.mean) < 1e-9)
    // All of the time is in motion.
    #expect(
      abs((without.whole.regainedMoving?.mean ?? 0) - without.whole.regained.mean) < 1e-6)
    // If the app is opened ten minutes later, it is back twenty minutes sooner than with the
    // opening at 09:40.
    let sooner = try #require(cause.changes.first { $0.name == "event.openedAfterForceQuit" })
    #expect(sooner.whole.change == "the person had opened the app again 10 min later")
    #expect((19...21).contains(sooner.whole.regained.mean))
    #expect(sooner.smallest == nil)
    // Significant changes launch the app again; a developer can turn them on.
    let both = try #require(cause.changes.first { $0.name == "trackingMode.both" })
    #expect(both.kind == .setting && both.isOnFront && both.whole.regained.mean > 5)
    #expect(cause.changes.first?.kind == .setting)
  }

  @Test("Who leaves the phone behind cannot be helped by any setting")
  func leftBehind() throws {
    let scenario = try Self.walk(leg: "- { walk: north, carried: left }")
    let cause = try Self.cause(.phoneNotWithPerson, try Self.why(scenario))
    #expect(cause.minutes.mean > 50)
    #expect(cause.changes.map(\.name) == ["event.leftBehind"] && cause.inVain.isEmpty)
    // With the phone the walk is recorded.
    #expect(cause.changes[0].whole.regained.mean > 0.95 * cause.minutes.mean)
  }

  @Test("An act that is left out leaves all others where they were")
  func pairing() throws {
    let scenario = try Self.walk(
      """
      person:
        - { at: 09:10 ± 5 min, forceQuits: app }
        - { at: 09:30 ± 9 min, opens: app, for: 30 s }
        - { timesPerDay: 9, between: [09:00, 10:00], opens: app, for: 5 s }
      """)
    let changes = EventChanges(scenario: scenario).all
    let change = try #require(changes.first { $0.name == "event.forceQuit" })
    var setup = RunSetup(
      scenario: scenario, choice: Self.highResolution,
      preset: try Self.highResolution.readPreset())
    change.steps[0].apply(&setup)
    for seed in 1...5 as ClosedRange<UInt64> {
      let before = try SimulatedDay(scenario: scenario, seed: seed).acts
      let after = try SimulatedDay(scenario: setup.scenario, seed: seed).acts
      #expect(before.count >= 3 && after == before.filter { $0.kind != .forceQuitsApp })
    }
  }

  // MARK: Settings

  @Test("Of a filter of 500 m, the smallest change that buys the way back is 100 m")
  func distanceFilter() throws {
    let choice = TrackerChoice(
      preset: "overland-high-resolution", settings: [SettingText("distanceFilter", "500 m")])
    let cause = try Self.cause(.heldByOperatingSystem, try Self.why(try Self.walk(), choice))
    // The record at the beginning of each 500 m covers 100 m.
    #expect((0.7...0.85).contains(cause.minutes.mean / 59))
    let filter = try #require(cause.changes.first { $0.name == "distanceFilter" })
    #expect(filter.isOnFront && filter.whole.change == "distanceFilter: 500 m → off")
    #expect(filter.whole.regained.mean > 0.97 * cause.minutes.mean)
    // 200 m would cover half of the way and so regain three parts of eight; 100 m regains all but
    // the last meters.
    #expect(filter.smallest?.change == "distanceFilter: 500 m → 100 m")
    #expect(filter.advised.regained.mean >= 0.8 * filter.whole.regained.mean)
  }

  @Test("A value between those of a ladder is taken by its size, and nothing lies beyond the last")
  func ladder() throws {
    let ladder = try #require(SettingLadder.all.first { $0.setting == "distanceFilter" })
    var settings = TrackerSettings()
    #expect(ladder.values(beyond: settings).isEmpty)  // off sees most
    settings.distanceFilterMeters = 30
    #expect(ladder.values(beyond: settings) == ["20 m", "10 m", "5 m", "off"])
    settings.distanceFilterMeters = 100
    #expect(ladder.values(beyond: settings) == ["50 m", "20 m", "10 m", "5 m", "off"])
    let interval = try #require(SettingLadder.all.first { $0.setting == "sendInterval" })
    settings.sendInterval = nil
    #expect(interval.values(beyond: settings).first == "4 h")
  }

  @Test("Every value of every ladder is one, and every parameter and account of a rule is there")
  func vocabulary() throws {
    for ladder in SettingLadder.all {
      for value in ladder.values {
        var settings = TrackerSettings()
        try settings.assign(SettingText(ladder.setting, value))
      }
    }
    let scenario = try Self.walk()
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    let names = Set(PhoneModel.parameterNames)
    let accounts = PhoneModel.readingChoices
    for change in RuleChanges(model: day.model).all {
      var setup = RunSetup(
        scenario: scenario, choice: Self.highResolution,
        preset: try Self.highResolution.readPreset())
      change.steps[0].apply(&setup)
      #expect(!change.facts.isEmpty || change.name == "rule.watchdog", "\(change.name)")
      for parameter in setup.scenario.phone.model { #expect(names.contains(parameter.name)) }
      for reading in setup.scenario.phone.readings {
        #expect(accounts[reading.name]?.contains(reading.account) == true, "\(reading.name)")
      }
    }
  }

  @Test("Every preset can be explained, and every cause of it is tried or has its reason")
  func everyPreset() throws {
    let scenario = try Self.walk("person: [{ at: 09:20, forceQuits: app }]")
    for name in PresetLibrary.names where !name.hasPrefix("overland") {
      let why = try #require(try Self.why(scenario, TrackerChoice(preset: name), seeds: 1))
      for cause in why.trackers[0].causes {
        #expect(!cause.changes.isEmpty || !cause.inVain.isEmpty || cause.reason != nil)
      }
    }
  }

  // MARK: Running

  @Test("Results do not depend on the number of jobs")
  func jobs() throws {
    let scenario = try Self.walk("person: [{ at: 09:10, forceQuits: app }]")
    let one = try Self.why(scenario, seeds: 5, jobs: 1)
    #expect(one?.isComplete == true && one?.trackers.first?.missedMinutes.interval != nil)
    #expect(try Self.why(scenario, seeds: 5, jobs: 3) == one)
  }

  @Test("Interrupted, what was tried to its end is kept, and nothing is without a day")
  func interruption() throws {
    let scenario = try Self.walk("person: [{ at: 09:10, forceQuits: app }]")
    let whole = try #require(try Self.why(scenario))
    for runs in [0, 1, 3, 9] {
      let left = Mutex(runs)
      let part = try Self.why(scenario, jobs: 1) {
        left.withLock { left in
          left -= 1
          return left < 0
        }
      }
      guard let part else {
        #expect(runs < 4)
        continue
      }
      #expect(!part.isComplete && part.design.runsDone < whole.design.runsDone)
      for change in part.trackers[0].causes.flatMap(\.changes) {
        let full = whole.trackers[0].causes.flatMap(\.changes).first { $0.name == change.name }
        #expect(full?.whole == change.whole)
      }
    }
  }
}
