import Evaluation
import ModelParameters
import PhoneProfiles
import SimulatedPhone
import Simulation
import Statistics

/// Tries the model variants on which sources contradict each other, one at a time.
///
/// Runs of all trackers under all variants would take many times longer than the comparison itself.
/// So only the contenders run, first on one or two seeds. Each run is paired with the run of the
/// same seed under the usual variant. The shift of a mean is the mean of these paired differences:
/// tried variant − usual variant.
///
/// A variant is dropped after these first seeds if neither its shifts nor shifts three times as
/// large would change a decision. Any other variant is tried on more seeds.
struct VariantTrials {
  /// A model variant that is tried in place of the usual one.
  struct Alternative: Hashable {
    var reading: String
    var account: String
  }

  /// The number of seeds in the first trial of a variant.
  ///
  /// Each seed runs in every scenario. With more than eight scenarios, one seed thus gives enough
  /// runs.
  var firstSeeds: Int { plan.entries.count > 8 ? 1 : 2 }
  static let allSeeds = 6
  /// The safety factor for a shift that was computed from few seeds. With more seeds, the shift may
  /// turn out larger.
  static let margin = 3.0

  let plan: ComparisonPlan
  let runs: ComparisonRuns
  let table: FigureTable
  /// The trackers that may affect a decision, as indices in the plan's trackers.
  let contenders: [Int]
  /// The indices of the seeds for the trials. No two of them belong to the same draw.
  let seeds: [Int]
  /// The disputed properties of the phone, by scenario. A property is left out if the scenario's
  /// file chooses the property's variant.
  private let readings: [[ModelVariant]]
  private var rows: [Key: [[Double?]]] = [:]

  private struct Key: Hashable {
    var alternative: Alternative
    var scenario: Int
    var seed: Int
  }

  init(
    _ plan: ComparisonPlan, _ runs: ComparisonRuns, _ table: FigureTable, contenders: [Int]
  ) throws {
    self.plan = plan
    self.runs = runs
    self.table = table
    self.contenders = contenders
    seeds = Self.spread(plan.seeds)
    readings = try plan.entries.map { entry in
      let chosen = Set(entry.scenario.phone.readings.map(\.name))
      return try SimulatedDay.model(of: entry.scenario, seed: plan.seeds.first).readings
        .filter { !chosen.contains($0.name) }
    }
  }

  /// Returns the indices of up to `allSeeds` seeds. Each seed belongs to a different draw, and the
  /// draws are evenly spaced.
  private static func spread(_ seeds: NestedSeeds) -> [Int] {
    let count = min(allSeeds, seeds.drawCount)
    return (0..<count).map { place in
      place * seeds.drawCount / count
    }
  }

  // MARK: Running

  /// Runs the trials.
  ///
  /// - Parameter groups: The analyses whose decisions may change.
  /// - Returns: False if the run was interrupted.
  mutating func run(
    deciding groups: [ComparisonAnalysis],
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) throws -> Bool {
    let first = pieces(seeds.prefix(firstSeeds)) { _ in true }
    guard try run(first, before: 0, of: first.count, onProgress) else { return false }
    let close = Set(
      alternatives.filter { alternative in groups.contains { isClose(alternative, $0) } })
    let more = pieces(seeds.dropFirst(firstSeeds), where: close.contains)
    return try run(more, before: first.count, of: first.count + more.count, onProgress)
  }

  private func pieces(
    _ seeds: some Collection<Int>, where isWanted: (Alternative) -> Bool
  ) -> [Key] {
    seeds.flatMap { seed in
      plan.entries.indices.flatMap { scenario in
        alternatives(in: scenario).filter(isWanted).map {
          Key(alternative: $0, scenario: scenario, seed: seed)
        }
      }
    }
  }

  private var alternatives: [Alternative] {
    var reported: Set<Alternative> = []
    return plan.entries.indices.flatMap(alternatives).filter { reported.insert($0).inserted }
  }

  private func alternatives(in scenario: Int) -> [Alternative] {
    readings[scenario].flatMap { reading in
      reading.choices.filter { $0 != reading.choice }.map {
        Alternative(reading: reading.name, account: $0)
      }
    }
  }

  private mutating func run(
    _ keys: [Key], before: Int, of total: Int,
    _ onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) throws -> Bool {
    let count = contenders.count
    let days = keys.map {
      DayOfRuns(
        scenario: $0.scenario, seed: $0.seed, trackers: contenders,
        readings: [$0.alternative.reading: $0.alternative.account])
    }
    let found = try runs.figures(of: days) { onProgress(before * count + $0, total * count) }
    for (key, figures) in zip(keys, found) { rows[key] = figures }
    return !found.contains { $0 == nil }
  }

  private func isClose(_ alternative: Alternative, _ analysis: ComparisonAnalysis) -> Bool {
    let shifts = shifts(alternative, analysis)
    let decisions = Decisions(plan: plan, contenders: contenders, analysis: analysis)
    return [1, Self.margin].contains { factor in
      !decisions.changes { factor * (shifts[$1]?[$0] ?? 0) }.isEmpty
    }
  }

  // MARK: Shifts

  /// Returns the trials in the order of the phone's disputed properties. Variants that shift no
  /// mean are left out.
  func trials(_ analysis: ComparisonAnalysis) -> [VariantTrial] {
    var reported: Set<Alternative> = []
    var trials: [VariantTrial] = []
    for scenario in analysis.scenarios {
      for reading in readings[scenario] {
        for account in reading.choices where account != reading.choice {
          let alternative = Alternative(reading: reading.name, account: account)
          guard reported.insert(alternative).inserted,
            let trial = trial(alternative, of: reading, analysis)
          else { continue }
          trials.append(trial)
        }
      }
    }
    return trials
  }

  private func trial(
    _ alternative: Alternative, of reading: ModelVariant, _ analysis: ComparisonAnalysis
  ) -> VariantTrial? {
    let shifts = shifts(alternative, analysis)
    let moved = measures.flatMap { measure in
      contenders.compactMap { tracker in
        shifts[measure]?[tracker].flatMap { shift in
          shift == 0
            ? nil
            : VariantTrial.Shift(tracker: plan.trackers[tracker], measure: measure, shift: shift)
        }
      }
    }
    guard !moved.isEmpty else { return nil }
    let decisions = Decisions(plan: plan, contenders: contenders, analysis: analysis)
    return VariantTrial(
      reading: reading.name, source: reading.source, standard: reading.choice,
      account: alternative.account,
      seedCount: seedCount(alternative, in: analysis.scenarios), shifts: moved,
      changes: decisions.changes { shifts[$1]?[$0] ?? 0 })
  }

  private var measures: [String] { plan.decisiveMeasures }

  /// Returns the shifts of the means, by measure and tracker.
  private func shifts(
    _ alternative: Alternative, _ analysis: ComparisonAnalysis
  ) -> [String: [Int: Double]] {
    var shifts: [String: [Int: Double]] = [:]
    for measure in measures {
      for (place, tracker) in contenders.enumerated() {
        shifts[measure, default: [:]][tracker] = shift(
          alternative, place, measure, over: analysis.scenarios)
      }
    }
    return shifts
  }

  /// Returns the number of seeds on which a variant was tried in these scenarios.
  private func seedCount(_ alternative: Alternative, in scenarios: [Int]) -> Int {
    seeds.count { seed in
      scenarios.contains {
        rows[Key(alternative: alternative, scenario: $0, seed: seed)] != nil
      }
    }
  }

  /// Returns the shift of a tracker's mean, averaged over the scenarios with equal weights.
  private func shift(
    _ alternative: Alternative, _ place: Int, _ measure: String, over scenarios: [Int]
  ) -> Double {
    guard let column = plan.measures.firstIndex(of: measure) else { return 0 }
    let tracker = contenders[place]
    let sample = NestedSample(
      strata: scenarios.filter { hasFigure($0, tracker, column) }.map { scenario in
        [
          seeds.map { seed in
            let key = Key(alternative: alternative, scenario: scenario, seed: seed)
            guard let row = rows[key] else { return nil }
            return row[place][column].flatMap { other in
              (table[scenario, tracker, seed]?[column]).map { other - $0 }
            }
          }
        ].map { (shifts: [Double?]) in shifts.contains { $0 != nil } ? shifts : [0] }
      })
    return sample.mean ?? 0
  }

  private func hasFigure(_ scenario: Int, _ tracker: Int, _ column: Int) -> Bool {
    table.rows[scenario][tracker].contains { $0.flatMap { $0[column] } != nil }
  }
}

/// The decisions of a comparison: the first tracker of each ranking, the Pareto front and the
/// choice.
private struct Decisions {
  let plan: ComparisonPlan
  let contenders: [Int]
  let analysis: ComparisonAnalysis

  func changes(_ shift: (_ tracker: Int, _ measure: String) -> Double) -> [DecisionChange] {
    let standard = decisions { _, _ in 0 }
    return zip(standard, decisions(shift)).compactMap { usual, other in
      guard usual.trackers != other.trackers else { return nil }
      return DecisionChange(
        decision: usual.decision, measure: usual.measure,
        standard: usual.trackers.map { plan.trackers[$0] },
        instead: other.trackers.map { plan.trackers[$0] })
    }
  }

  private struct Decision {
    var decision: DecisionChange.Decision
    var measure: String?
    var trackers: [Int]
  }

  private func decisions(_ shift: (Int, String) -> Double) -> [Decision] {
    func mean(_ tracker: Int, _ measure: String) -> Double? {
      guard contenders.contains(tracker) else { return nil }
      return analysis.mean(tracker, measure).map { $0 + shift(tracker, measure) }
    }
    let firsts = [plan.axis, Measures.cost].map { measure in
      Decision(
        decision: .first, measure: measure,
        trackers: plan.sense(of: measure).best(of: contenders) {
          mean($0, measure)
        })
    }
    let all = plan.trackers.indices
    let front = Decision(
      decision: .front, measure: nil,
      trackers: analysis.positionsOnFront(
        gains: all.map { mean($0, plan.axis) }, costs: all.map { mean($0, Measures.cost) }))
    let choice = plan.need.map { need in
      Decision(
        decision: .choice, measure: nil,
        trackers: need.chosen(among: all, mean: mean).map { [$0] } ?? [])
    }
    return firsts + [front] + (choice.map { [$0] } ?? [])
  }
}
