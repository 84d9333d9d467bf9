import Evaluation
import Geodesy
import Scenarios
import Simulation
import Statistics
import Text
import Timekeeping
import World

/// A suggestion of nights to record: those that settle most of the difference between two trackers.
///
/// The model is drawn many times. Under each draw the two trackers run through a day, and every
/// night that a person could record is simulated. A night that varies with the difference between
/// the trackers settles a part of it. The part is the share of the difference's variance that a
/// linear Gaussian estimate from the measured nights would remove, with the errors that real nights
/// have.
package struct SuggestedNights: Sendable {
  /// A night that a person can record: where the phone lies, and what runs on it.
  package struct Candidate: Sendable, Hashable {
    package var rest: CalibrationLog.Rest
    /// The preset; nil for no tracker.
    package var preset: String?
    package var settings: [SettingText]

    /// The candidate in words, such as "indoors, always, desiredAccuracy=best".
    package var words: String {
      ([rest.rawValue, preset ?? "no tracker"] + settings.map { "\($0.name)=\($0.value)" })
        .joined(separator: ", ")
    }
  }

  /// A night of the suggestion, and what it settles together with those before it.
  package struct Step: Sendable, Equatable {
    package var night: String
    /// The share of the difference's variance that is settled after this night.
    package var settledShare: Double
  }

  package struct Result: Sendable, Equatable {
    /// The nights in the order in which they settle most.
    package var steps: [Step]
    /// The share that each candidate settles alone, the best first.
    package var alone: [Step]
    /// The mean and the standard deviation of the difference over the draws [% of the battery per
    /// day].
    package var meanDifference: Double
    package var deviation: Double
  }

  /// The length of a night.
  static let hours = 10.0
  /// The standard deviation of a measured night: what nights differ by beyond the model, 0.2 %/h,
  /// and the steps of the gauge at both ends of the night.
  static let nightDeviation =
    (0.2 * 0.2 + 2.0 / 12 / (hours * hours)).squareRoot()

  /// The place of the nights. No figure depends on it.
  private static let place = Coordinate(latitude: 45.5, longitude: -122.6)

  /// The nights that are compared.
  package static let candidates: [Candidate] =
    [Candidate(rest: .indoors, preset: nil, settings: [])]
    + CalibrationLog.Rest.allCases.flatMap { rest in
      ["best", "hundredMeters", "kilometer"].map { accuracy in
        Candidate(
          rest: rest, preset: "always", settings: [SettingText("desiredAccuracy", accuracy)])
      }
    }
    + [Candidate(rest: .indoors, preset: "overland-significant-only", settings: [])]

  package var day: Scenario
  /// The two trackers whose difference is to be settled.
  package var trackers: [TrackerChoice]
  package var seed: UInt64 = 1
  package var draws = 200
  package var jobs = 1
  package var isCancelled: @Sendable () -> Bool = { false }
  package var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  package init(day: Scenario, trackers: [TrackerChoice]) {
    self.day = day
    self.trackers = trackers
  }

  /// Simulates all, and returns the best nights. Nil if it was interrupted.
  package func run(count: Int = 3) throws -> Result? {
    let nights = Self.candidates.map(night)
    let columns = nights.count + trackers.count
    var work = ParallelWork(count: columns * draws, jobs: jobs, isCancelled: isCancelled)
    work.onProgress = { [onProgress, draws] in onProgress?($0, columns * draws) }
    let found = try work.results { [self] index in
      let (column, seed) = (index / draws, seed &+ UInt64(index % draws))
      return column < nights.count
        ? try DrainRun(nights[column], seed: seed).percentPerHour
        : try cost(trackers[column - nights.count], seed: seed)
    }.compactMap { $0 }
    guard found.count == columns * draws else { return nil }
    let table = (0..<columns).map { Array(found[($0 * draws)..<(($0 + 1) * draws)]) }
    let difference = zip(table[nights.count], table[nights.count + 1]).map { $0 - $1 }
    return choose(count, from: Array(table.prefix(nights.count)), to: difference)
  }

  private func cost(_ tracker: TrackerChoice, seed: UInt64) throws -> Double {
    let day = try SimulatedDay(scenario: day, seed: seed)
    let result = try TrackerRun(day: day, tracker: day.provision(tracker)).run()
    return result.energy.marginalBatteryPercentPerDay ?? 0
  }

  private func night(_ candidate: Candidate) -> CalibrationNight {
    var phone = day.phone
    phone.batteryLevel = 0.95
    var tracker = candidate.preset.map { TrackerChoice(preset: $0) }
    tracker?.settings = candidate.settings
    let log = CalibrationLog(path: candidate.words, tracker: tracker, rest: candidate.rest)
    let (start, end) = (day.start, day.start + .seconds(Self.hours * 3600))
    let scenario = log.resting(
      at: Self.place, from: start, to: end, calendar: day.calendar, phone: phone)
    return CalibrationNight(
      name: candidate.words, path: candidate.words, use: .fit, unit: .same, tracker: tracker,
      surroundings: candidate.rest.rawValue, scenario: scenario, measured: start...end,
      drain: Drain(percentPerHour: 0, low: 0, high: 0, hours: Self.hours))
  }

  /// Adds nights one by one: each time the one with which the most is settled.
  private func choose(
    _ count: Int, from nights: [[Double]], to difference: [Double]
  ) -> Result {
    let settled = SettledShare(nights: nights, difference: difference)
    var chosen: [Int] = []
    var steps: [Step] = []
    while chosen.count < min(count, nights.count) {
      let shares = nights.indices.map { chosen.contains($0) ? -1 : settled.share(chosen + [$0]) }
      guard let best = shares.indices.max(by: { shares[$0] < shares[$1] }) else { break }
      chosen.append(best)
      steps.append(Step(night: Self.candidates[best].words, settledShare: shares[best]))
    }
    let alone = nights.indices.map {
      Step(night: Self.candidates[$0].words, settledShare: settled.share([$0]))
    }
    return Result(
      steps: steps, alone: alone.sorted { $0.settledShare > $1.settledShare },
      meanDifference: difference.reduce(0, +) / Double(max(1, difference.count)),
      deviation: settled.variance.squareRoot())
  }
}

/// The share of a difference's variance that measured nights would remove.
private struct SettledShare {
  private let covariance: [[Double]]
  private let withDifference: [Double]
  let variance: Double

  init(nights: [[Double]], difference: [Double]) {
    func covariance(_ a: [Double], _ b: [Double]) -> Double {
      let (first, second) = (
        a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count)
      )
      return zip(a, b).reduce(0) { $0 + ($1.0 - first) * ($1.1 - second) }
        / Double(max(1, a.count - 1))
    }
    self.covariance = nights.map { one in nights.map { covariance(one, $0) } }
    withDifference = nights.map { covariance($0, difference) }
    variance = covariance(difference, difference)
  }

  func share(_ chosen: [Int]) -> Double {
    let error = SuggestedNights.nightDeviation * SuggestedNights.nightDeviation
    let matrix = chosen.map { a in
      chosen.map { b in covariance[a][b] + (a == b ? error : 0) }
    }
    let right = chosen.map { withDifference[$0] }
    guard variance > 0, let system = PositiveSystem(matrix) else { return 0 }
    return zip(right, system.solve(right)).reduce(0) { $0 + $1.0 * $1.1 } / variance
  }
}
