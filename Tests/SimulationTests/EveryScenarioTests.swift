import Evaluation
import Foundation
import Scenarios
import Testing

@testable import Experiments
@testable import Simulation

/// Checks rules that hold for every report, whatever the day, the tracker and the seed.
@Suite("Every scenario with every preset")
struct EveryScenarioTests {
  static let files: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Scenarios")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder.path + "/" + $0 }
  }()

  /// One preset for each way of tracking. Every day with every preset would take minutes.
  static let presets = [
    "adaptive", "overland-high-resolution", "overland-battery-saving-both",
    "overland-significant-only",
    "ehe-pilot-1", "ehe-pilot-2", "continuous-location", "drives",
  ]

  static func results(
    of file: String, presets: [String] = presets, seeds: ClosedRange<UInt64>
  ) throws -> [RunResult] {
    var scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file)
    scenario.trackers = presets.map { TrackerChoice(preset: $0) }
    var experiment = Experiment(
      scenario: scenario, trackers: scenario.trackers, seeds: Array(seeds))
    experiment.jobs = 2
    return try experiment.run().results
  }

  @Test("There are at least five scenarios")
  func fiveScenarios() { #expect(Self.files.count >= 5) }

  /// Checks all three rules on one run of each, since days without optimization are slow and there
  /// are many.
  @Test("No gap is unexplained, components add up, and nothing is lost", arguments: files)
  func sums(file: String) throws {
    for result in try Self.results(of: file, seeds: 1...1) {
      try partitions(result)
      energy(result)
      // Records that the user deleted are neither lost nor waiting.
      if !file.hasSuffix("/set-up-by-link.yaml") { delivery(result) }
    }
  }

  /// Does not check deliveries, since a quirk may lose records. The other rules hold for presets as
  /// shipped too.
  @Test("A day holds together with every preset there is")
  func everyPreset() throws {
    let file = try #require(Self.files.first { $0.hasSuffix("/commuter-weekday.yaml") })
    for result in try Self.results(of: file, presets: PresetLibrary.names, seeds: 1...1) {
      try partitions(result)
      energy(result)
    }
  }

  /// Checks that no gap is unexplained, and that the causes add up to the uncovered time.
  private func partitions(_ result: RunResult) throws {
    let who = "\(result.tracker), seed \(result.seed)"
    let covered = try #require(result.coverage.positionCoverage)
    let uncovered = (1 - covered) * result.coverage.judgedSeconds
    let recorded = result.gapCauses.recorded
    #expect(recorded.first { $0.cause == .unexplained }?.seconds == 0, "\(who)")
    // Both sums count the same nanoseconds and differ only by the rounding of the share.
    #expect(abs(recorded.reduce(0) { $0 + $1.seconds } - uncovered) < 1e-3, "\(who)")
    if let received = result.gapCauses.received {
      #expect(received.first { $0.cause == .unexplained }?.seconds == 0, "\(who)")
      let sum = received.reduce(0) { $0 + $1.seconds }
      // The sum may be less than the time uncovered on the phone: an older position, the only one
      // that the server has in an outage, can be where the person has returned to.
      #expect(sum <= result.coverage.judgedSeconds + 1e-3, "\(who)")
    }
  }

  /// Checks that the components add up to the battery's energy, and that a tracker uses energy.
  private func energy(_ result: RunResult) {
    let sum = result.energy.byComponent.reduce(0) { $0 + $1.joules }
    #expect(abs(sum - result.energy.totalJoules) <= 1e-9 * result.energy.totalJoules)
    #expect(result.energy.marginalJoules > 0, "\(result.tracker)")
  }

  /// Checks that records that the server does not have are still in the queue.
  private func delivery(_ result: RunResult) {
    guard let delivery = result.delivery else { return }
    let who = "\(result.tracker)"
    #expect(delivery.lost == 0, "\(who)")
    #expect(delivery.received <= delivery.recorded, "\(who)")
    #expect(delivery.recorded - delivery.received <= result.lifecycle.queuedAtEnd, "\(who)")
  }

  @Test("One seed gives the same bytes twice and over two cores; another seed does not")
  func determinism() throws {
    let file = try #require(Self.files.first)
    func report(_ seeds: ClosedRange<UInt64>, jobs: Int) throws -> Data {
      var scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file)
      scenario.trackers = Self.presets.map { TrackerChoice(preset: $0) }
      var experiment = Experiment(
        scenario: scenario, trackers: scenario.trackers, seeds: Array(seeds))
      experiment.jobs = jobs
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return try encoder.encode(try experiment.run().results)
    }
    #expect(try report(1...3, jobs: 1) == report(1...3, jobs: 2))
    #expect(try report(1...1, jobs: 1) != report(2...2, jobs: 1))
  }
}
