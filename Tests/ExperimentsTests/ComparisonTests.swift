import Evaluation
import Scenarios
import Statistics
import Synchronization
import TestSupport
import Testing
import Text

@testable import Experiments
@testable import Simulation

@Suite("Comparisons")
struct ComparisonTests {
  static let trackers = ["overland-high-resolution", "overland-battery-saving", "ehe-pilot-1"]

  static func scenario(_ extra: String = "", name: String = "Short") throws -> Scenario {
    let file = try TemporaryFile(
      """
      odograph: 1
      name: \(name)
      start: 2026-03-02T08:00:00Z
      timeZone: UTC
      duration: 1 h
      places:
        home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
        office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
      day:
        - stay: home
          for: 10 min
        - drive: office
      trackers: [\(trackers.joined(separator: ", "))]
      \(extra)
      """, suffix: ".yaml")
    return try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
  }

  static func plan(
    _ scenarios: [Scenario], trackers: [String] = trackers, seeds: Int = 6, draws: Int? = nil,
    need: Need? = nil
  ) -> ComparisonPlan {
    var plan = ComparisonPlan(
      entries: scenarios.map { scenario in
        .init(scenario: scenario, choices: trackers.map { TrackerChoice(preset: $0) })
      },
      trackers: trackers, seeds: NestedSeeds(first: 1, count: seeds, drawCount: draws), need: need)
    plan.triesReadings = false
    return plan
  }

  static func figures(_ comparison: Comparison, _ tracker: Int, _ measure: String) -> [Double?] {
    comparison.scenarios[0].figures[tracker].measures.first { $0.measure == measure }?.figures ?? []
  }

  /// With 16 jobs there are fewer days than threads, and each tracker simulates the day for itself.
  @Test("Results do not depend on the number of jobs")
  func jobs() throws {
    var plan = Self.plan(
      [try Self.scenario(), try Self.scenario(name: "Other")],
      trackers: ["overland-battery-saving", "ehe-pilot-1"], seeds: 2)
    plan.triesReadings = true
    let one = try plan.run(options: [])
    #expect(one?.isComplete == true)
    for jobs in [2, 16] {
      plan.jobs = jobs
      #expect(try plan.run(options: []) == one)
    }
  }

  @Test("The first seeds, one a draw, live the days that runs of those seeds live")
  func sameAsRun() throws {
    let scenario = try Self.scenario()
    let comparison = try #require(try Self.plan([scenario], draws: 3).run(options: []))
    let runs = try Experiment(
      scenario: scenario, trackers: Self.trackers.map { TrackerChoice(preset: $0) },
      seeds: [1, 2, 3, 4]
    ).run().results
    for (index, name) in Self.trackers.enumerated() {
      let battery = Self.figures(comparison, index, Measures.cost)
      let fixes = Self.figures(comparison, index, "fixCount")
      for seed in [1, 2, 3] as [UInt64] {
        let run = try #require(runs.first { $0.tracker == name && $0.seed == seed })
        #expect(battery[Int(seed) - 1] == run.energy.marginalBatteryPercentPerDay)
        #expect(fixes[Int(seed) - 1] == Double(run.coverage.fixCount))
      }
      // Seed 4 shares a draw with another seed, so it differs from a run of that seed alone.
      let second = try #require(runs.first { $0.tracker == name && $0.seed == 4 })
      #expect(battery[3] != second.energy.marginalBatteryPercentPerDay)
    }
  }

  @Test("Seeds of a draw share the uncertain parameters, and not the phone's own traits")
  func draws() throws {
    let scenario = try Self.scenario()
    let one = try SimulatedDay(scenario: scenario, seed: 1, modelSeed: 1).model.parameters
    let two = try SimulatedDay(scenario: scenario, seed: 2, modelSeed: 1).model.parameters
    for (a, b) in zip(one, two) where a.low < a.high {
      switch a.level {
      case .model, .occurrence: #expect(a.value == b.value, "\(a.name)")
      case .trait: #expect(a.value != b.value, "\(a.name)")
      }
    }
  }

  @Test("Seeds go round the draws; a comparison cut short has as many draws as it has seeds")
  func dealing() {
    let uneven = NestedSeeds(first: 10, count: 7, drawCount: 3)
    #expect((0..<7).map(uneven.draw) == [0, 1, 2, 0, 1, 2, 0])
    #expect((0..<7).map(uneven.modelSeed(of:)) == [10, 11, 12, 10, 11, 12, 10])
    #expect(uneven.positionsByDraw == [[0, 3, 6], [1, 4], [2, 5]])
    #expect(uneven.keeping([0, 1]) == NestedSeeds(first: 10, count: 2, drawCount: 2))
    #expect(uneven.keeping([0, 1, 2, 3, 4]) == NestedSeeds(first: 10, count: 5, drawCount: 3))
    #expect(NestedSeeds(first: 1, count: 30).drawCount == 15)
    #expect(NestedSeeds(first: 1, count: 1).drawCount == 1)
    #expect(NestedSeeds(first: 1, count: 5).drawCount == 3)
    #expect(NestedSeeds(first: 1, count: 100_000).drawCount == 100)
  }

  /// Seven seeds are in the draws 0, 1 and 2 in turn, so the seeds at 2, 3 and 5 belong to the
  /// draws 2, 0 and 2.
  @Test("Seeds with others missing in between keep their draws, and draws without a seed are gone")
  func holes() {
    let part = NestedSeeds(first: 10, count: 7, drawCount: 3).keeping([2, 3, 5])
    #expect(part.completedCount == 3 && part.last == 15 && part.drawCount == 2)
    #expect(part.positionsByDraw == [[3], [2, 5]])
    #expect([2, 3, 5].map(part.draw) == [1, 0, 1])
    #expect([2, 3, 5].map(part.modelSeed(of:)) == [12, 10, 12])
  }

  @Test("Means and differences are those of the figures, seed by seed")
  func means() throws {
    let comparison = try #require(try Self.plan([try Self.scenario()]).run(options: []))
    let first = Self.figures(comparison, 0, Measures.cost).compactMap { $0 }
    let second = Self.figures(comparison, 1, Measures.cost).compactMap { $0 }
    #expect(first.count == 6 && second.count == 6)
    let findings = comparison.scenarios[0].findings
    let mean = try #require(findings.trackers[1].figure(Measures.cost)?.mean)
    #expect(abs(mean - second.reduce(0, +) / 6) < 1e-12)
    let difference = try #require(findings.differences[0].figure(Measures.cost))
    let byHand = zip(second, first).map { $0 - $1 }.reduce(0, +) / 6
    #expect(difference.count == 6 && abs((difference.mean ?? 0) - byHand) < 1e-12)
    #expect(comparison.portfolio == nil && comparison.findings == findings)
  }

  @Test("Over scenarios each counts the same, and every front has its own")
  func portfolio() throws {
    let long = try Self.scenario(name: "Long")
    let comparison = try #require(
      try Self.plan([try Self.scenario(), long], seeds: 4).run(options: []))
    let portfolio = try #require(comparison.portfolio)
    for (index, tracker) in portfolio.trackers.enumerated() {
      let parts = comparison.scenarios.compactMap {
        $0.findings.trackers[index].figure("pathCoverage")?.mean
      }
      let mean = try #require(tracker.figure("pathCoverage")?.mean)
      #expect(abs(mean - (parts[0] + parts[1]) / 2) < 1e-12)
    }
    #expect(comparison.provenance.scenarioHash != "")
  }

  @Test(
    "Interrupted, it keeps the days that every tracker has lived, and says that they are a part")
  func interruption() throws {
    var plan = Self.plan([try Self.scenario()], seeds: 50)
    let done = Mutex(0)
    plan.onProgress = { runs, _ in done.withLock { $0 = runs } }
    plan.isCancelled = { done.withLock { $0 >= 9 } }
    let comparison = try #require(try plan.run(options: []))
    #expect(!comparison.isComplete)
    #expect(comparison.design.runsPlanned == 150 && comparison.design.runsDone == 9)
    #expect(comparison.scenarios[0].seedsDone == 3)
    #expect(comparison.design.seedCount == 3 && comparison.design.drawCount == 3)
    #expect(Self.figures(comparison, 2, Measures.cost).count { $0 != nil } == 3)
  }

  @Test("Interrupted before a day was lived, there is nothing")
  func nothing() throws {
    var plan = Self.plan([try Self.scenario()])
    plan.isCancelled = { true }
    #expect(try plan.run(options: []) == nil)
  }

  /// The presets differ only in the compass, whose power has not been published.
  @Test("What moves a difference is named with its source")
  func influence() throws {
    var plan = Self.plan(
      [try Self.scenario()],
      trackers: ["overland-high-resolution", "continuous-location-background"], seeds: 48)
    plan.jobs = 2
    let comparison = try #require(try plan.run(options: []))
    #expect((comparison.design.correlationBound ?? 1) < 0.9)
    let order = try #require(
      comparison.findings?.orders.first { $0.measure == Measures.cost })
    let pair = try #require(order.pairs.first)
    #expect(pair.better == "continuous-location-background" && pair.drawsHolding == 24)
    #expect(pair.movedBy.first?.parameter == "compass.watts")
    #expect((pair.movedBy.first?.correlation ?? 0) > 0.9)
    #expect((pair.spread?.ignoranceShare ?? 0) > 0.8)
  }

  /// The differences of this test are the battery's health itself, which is a trait: without a
  /// calibration it differs between the days of a draw, and so moves none of the draws.
  @Test("A calibrated trait belongs to the draw, and is named if it moves a difference")
  func calibratedTrait() throws {
    var scenario = try Self.scenario()
    func strongest() throws -> ParameterInfluence? {
      let plan = Self.plan([scenario], seeds: 40, draws: 40)
      let health = try (0..<40).map { draw in
        try SimulatedDay.model(of: scenario, seed: plan.seeds.modelSeed(ofDraw: draw)).parameters
          .first { $0.name == "battery.healthShare" }?.value
      }
      return try ParameterInfluences(plan).strongest(on: health, scenarios: [0]).first
    }
    #expect(try strongest()?.parameter != "battery.healthShare")
    let draws = (0..<500).map { 0.8 + Double($0) / 5000 }
    scenario.phone.calibration = PhoneCalibration(
      profile: PhoneProfileDocument(
        name: "mine", phone: "iphone-13", system: "ios-17", logs: [],
        parameters: [
          .init("battery.healthShare", prior: 0.8...1, outcome: .moved, draws: draws)
        ]), file: "mine.yaml")
    let moved = try #require(try strongest())
    #expect(moved.parameter == "battery.healthShare" && moved.correlation > 0.999)
  }

  private static func calibrated(_ name: String, at value: Double) throws -> Scenario {
    var scenario = try scenario()
    scenario.phone.calibration = PhoneCalibration(
      profile: PhoneProfileDocument(
        name: "mine", phone: "iphone-13", system: "ios-17", logs: [],
        parameters: [.init(name, prior: value...value, outcome: .moved, draws: [value])]),
      file: "mine.yaml")
    return scenario
  }

  /// The figures without the logs are those of the same scenario without its profile.
  @Test("With a calibrated phone, the days run once more without its logs, for the intervals")
  func narrowing() throws {
    let plan = Self.plan([try Self.calibrated("gnss.trackingGoodWatts", at: 0.05)], seeds: 10)
    let narrowing = try #require(try plan.run(options: [])?.findings?.narrowing)
    let plain = try #require(try Self.plan([try Self.scenario()], seeds: 10).run(options: []))
    #expect(plain.findings?.narrowing == nil)
    for row in narrowing where row.reference == nil {
      let figure = plain.findings?.trackers.first { $0.tracker == row.tracker }?.figure(row.measure)
      #expect(row.uncalibrated.mean == figure?.mean && row.uncalibrated.spread == figure?.spread)
    }
    let fine = try #require(
      narrowing.first { $0.tracker == Self.trackers[0] && $0.measure == Measures.cost })
    // The receiver's power of 0.05 W lies in the lower half of its range, 0.03 to 0.1 W.
    #expect((fine.calibrated.mean ?? 100) < (fine.uncalibrated.mean ?? 0))
    // Two measures for three trackers, and for two differences from the first.
    #expect(narrowing.count == 2 * (3 + 2))
  }

  @Test("Scenarios that are called alike are told apart by their files")
  func alike() throws {
    let scenarios = [
      try Self.scenario(), try Self.scenario(name: "Other"), try Self.scenario(),
    ]
    let names = Self.plan(scenarios).entries.map(\.scenario.name)
    let files = try scenarios.map { try #require($0.file?.split(separator: "/").last) }
    #expect(names == ["Short (\(files[0]))", "Other", "Short (\(files[2]))"])
  }

  @Test("A measure of which 0 is best ranks no trackers")
  func biases() throws {
    for bias in ["mobilityBias.distanceMeters", "tripStartDelaySeconds", "tripDistanceErrorRatio"] {
      #expect(Measures.sense(of: bias) == nil)
      let error = #expect(throws: InputError.self) {
        try Need.refuseBias(bias, .commandLine, option: "--minimize: ")
      }
      #expect(error?.description.contains("is best, but 0") == true)
    }
    try Need.refuseBias("fixCount", .commandLine)
  }

  @Test("With few draws nothing is said of what moves a difference")
  func tooFew() throws {
    let comparison = try #require(try Self.plan([try Self.scenario()], seeds: 4).run(options: []))
    #expect(comparison.design.correlationBound == nil)
    let pairs = comparison.findings?.orders.flatMap(\.pairs) ?? []
    #expect(!pairs.isEmpty && pairs.allSatisfy(\.movedBy.isEmpty))
  }
}
