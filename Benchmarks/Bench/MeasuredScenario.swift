import Experiments
import Foundation
import Scenarios
import Simulation

/// A scenario in a few lines, which runs as with `odograph run`, but without files.
struct MeasuredScenario {
  let scenario: Scenario

  init(_ yaml: String) throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("odograph-bench-\(getpid()).yaml")
    try yaml.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
  }

  /// Runs every tracker over `seeds` seeds, including the baseline day and the making of the world.
  @discardableResult
  func run(seeds: Int = 1, jobs: Int = 1, storePath: String? = nil) throws -> [RunResult] {
    var experiment = Experiment(
      scenario: scenario, trackers: scenario.trackers, seeds: (1...UInt64(seeds)).map { $0 })
    experiment.jobs = jobs
    if let storePath { experiment.storePath = { _, _ in storePath } }
    return try experiment.run().results
  }

  /// Returns the seconds of the fastest of `rounds` runs.
  func bestSeconds(
    rounds: Int, seeds: Int = 1, jobs: Int = 1, storePath: (() -> String)? = nil
  ) throws -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let path = storePath?()
      best = min(best, try seconds { try run(seeds: seeds, jobs: jobs, storePath: path) })
    }
    return best
  }
}

extension [RunResult] {
  var deliveredFixes: Int { reduce(0) { $0 + $1.lifecycle.deliveredFixes } }
}

extension MeasuredScenario {
  /// Returns the day of the budgets for one fix.
  static func drivingWithoutUpload() throws -> MeasuredScenario {
    try driving(tracker: "{ preset: overland-high-resolution, contract: none }")
  }

  /// Returns a day of driving on country roads, with a fix a second from morning to night.
  static func driving(tracker: String) throws -> MeasuredScenario {
    try MeasuredScenario(
      """
      odograph: 1
      name: Driving
      start: 2026-03-02T00:00:00Z
      timeZone: UTC
      duration: 24 h
      world: { area: rural }
      places:
        a: { at: [45.0, -100.0], radius: 50 m }
        b: { at: [45.0, -90.0], radius: 50 m }
      day: [{ stay: a, for: 1 min }, { drive: b }, { drive: a }, { drive: b }, { drive: a }]
      trackers: [\(tracker)]
      """)
  }

  /// Returns the office worker's weekday without its incidents.
  static func commuting(tracker: String) throws -> MeasuredScenario {
    try MeasuredScenario(commuterDay + "trackers: [\(tracker)]\n")
  }

  /// That weekday without trackers, as the text of a scenario.
  static let commuterDay = """
    odograph: 1
    name: Commuting
    start: 2026-03-02T06:30:00
    timeZone: America/Los_Angeles
    duration: 24 h
    places:
      home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet, charger: true }
      office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
    day:
      - { stay: home, until: 07:45 }
      - { drive: office }
      - { stay: office, until: 16:40 }
      - { walk: home }

    """
}
