import Experiments
import Scenarios
import Statistics
import Text

/// Searches for good candidates on the search set. In each generation, the optimizer proposes
/// candidates and receives their results. A candidate that was run before is not run again.
struct TuningSearch {
  /// A candidate that was run, with the means of its measures.
  struct Trial {
    var name: String
    /// The candidate's values, in the order of the plan's settings.
    var values: [String]
    /// The candidate's means, in the order of the plan's measures; nil for a measure that does not
    /// apply.
    var means: [Double?]
  }

  private let owner: TuningRun
  private let sampler: any CandidateSampler
  /// The candidates that were run, each once, in the order in which they were first proposed.
  private(set) var trials: [Trial] = []
  /// The position in `trials` of each candidate, by the candidate's values.
  private var places: [[String]: Int] = [:]
  /// The number of candidates that the optimizer has proposed, repeated ones included.
  private(set) var asked = 0
  private(set) var phoneDays = 0

  init(_ run: TuningRun, _ sampler: any CandidateSampler) {
    owner = run
    self.sampler = sampler
  }

  private var plan: TuningPlan { owner.plan }

  /// Runs the search. Returns false if it was interrupted.
  mutating func run() throws -> Bool {
    for generation in 1...plan.document.generations {
      guard !owner.isCancelled(), try self.generation(generation) else { return false }
    }
    return true
  }

  private mutating func generation(_ number: Int) throws -> Bool {
    let candidates = try candidates()
    var new: [Trial] = []
    for (index, values) in candidates.enumerated() {
      guard places[values] == nil else { continue }
      places[values] = trials.count + new.count
      let name = "trial-" + (asked + index + 1).padded(to: 4)
      new.append(Trial(name: name, values: values, means: []))
    }
    asked += candidates.count
    if !new.isEmpty {
      guard try live(&new, number) else { return false }
    }
    trials += new
    try refuseIdleObjective()
    try sampler.tell(
      candidates.map { values in result(of: places[values].map { trials[$0].means } ?? []) })
    return true
  }

  private func candidates() throws -> [[String]] {
    let count = plan.document.population
    let answers = try sampler.ask(count)
    guard answers.count == count else {
      throw SamplerFailure.nonsense("\(answers.count) candidates rather than \(count)")
    }
    let space = plan.space
    return try answers.map { answer in
      guard answer.count == space.dimensions.count else {
        throw SamplerFailure.nonsense(
          "a candidate with \(answer.count) of \(space.dimensions.count) settings")
      }
      let (values, outside) = space.values(answer)
      if let outside {
        let dimension = space.dimensions[outside]
        throw SamplerFailure.nonsense(
          "\(answer[outside]) for '\(dimension.setting)', which may be \(dimension.space.words)")
      }
      return values
    }
  }

  // MARK: Runs

  private mutating func live(_ new: inout [Trial], _ generation: Int) throws -> Bool {
    let sweep = TuningSweep(
      title: "generation \(generation)", folder: "search/generation-" + generation.padded(to: 3),
      half: plan.document.search, trackers: new.map { plan.tracker($0.name, $0.values) })
    guard let completed = try owner.live(sweep, .search(generation: generation)),
      let table = try completed.table()
    else { return false }
    phoneDays += completed.plan.phoneDays
    let comparison = completed.plan.comparison
    for index in new.indices {
      new[index].means = plan.measures.map { measure in
        let column = comparison.measures.firstIndex(of: measure) ?? 0
        return NestedSample(
          strata: comparison.entries.indices.map {
            [table.column(scenario: $0, tracker: index, measure: column)]
          }
        ).mean
      }
    }
    return true
  }

  /// Rejects an objective that applies to no candidate, since it cannot compare candidates.
  private func refuseIdleObjective() throws(InputError) {
    for (index, objective) in plan.document.objectives.enumerated()
    where trials.allSatisfy({ $0.means[index] == nil }) {
      throw InputError(
        objective.measure.location,
        "'\(objective.measure.text)' applies to none of the search's scenarios",
        accepted: "a measure that applies, or scenarios in which this one does")
    }
  }

  // MARK: Judgment by the search set

  private func result(of means: [Double?]) -> CandidateResult {
    let objectives = plan.document.objectives.count
    let values = means.prefix(objectives).compactMap { $0 }
    return CandidateResult(
      values: values.count == objectives ? values : nil, violations: plan.violations(means))
  }

  /// Returns the candidates to judge on the holdout set: the Pareto front of the candidates that
  /// meet the requirements. A long front is thinned out. If no candidate meets the requirements,
  /// the function returns at most `nearestMax` candidates, which miss the requirements by the
  /// smallest distances. The unchanged preset is not returned, since it is judged in any case.
  func front() -> [Trial] {
    let changed = trials.filter { !plan.space.changes($0.values).isEmpty }
    let eligible = changed.filter { plan.violations($0.means).allSatisfy { $0 <= 0 } }
    let count = plan.document.judgedMax
    guard !eligible.isEmpty else { return nearest(changed, atMost: min(count, Self.nearestMax)) }
    let offers = eligible.map { plan.advantages($0.means) }
    let front = ParetoFront.positions(ofBest: offers)
    let spread = ParetoFront.spread(front.compactMap { offers[$0] }, atMost: count)
    return spread.map { eligible[front[$0]] }
  }

  private static let nearestMax = 3

  private func nearest(_ trials: [Trial], atMost count: Int) -> [Trial] {
    func distance(_ trial: Trial) -> Double {
      plan.violations(trial.means).reduce(0) { $0 + max($1, 0) }
    }
    let order = trials.indices.sorted { (distance(trials[$0]), $0) < (distance(trials[$1]), $1) }
    return order.prefix(count).map { trials[$0] }
  }
}

extension TuningPlan {
  func tracker(_ name: String, _ values: [String]) -> TuningSweep.Tracker {
    TuningSweep.Tracker(name: name, values: Array(zip(space.dimensions.map(\.setting), values)))
  }

  /// Returns the distance by which each requirement is missed, as a share of its limit. It is 0 or
  /// less if the requirement is met.
  ///
  /// - Parameter means: The means in the order of `measures`.
  func violations(_ means: [Double?]) -> [Double] {
    document.requirements.map { condition in
      let found = measures.firstIndex(of: condition.measure).flatMap { means[$0] }
      return condition.violation(found)
    }
  }

  /// Returns one number for each objective. More is better for every number. Returns nil if an
  /// objective does not apply.
  func advantages(_ means: [Double?]) -> [Double]? {
    let found = zip(document.objectives, means).compactMap { objective, mean in
      mean.map { objective.isLeastBest ? -$0 : $0 }
    }
    return found.count == document.objectives.count ? found : nil
  }
}

extension MeasureCondition {
  /// The smallest distance by which a requirement can be missed. Because of this minimum, a
  /// requirement that is missed by a rounding error still counts as missed.
  private static let least = 1e-9
  /// The distance by which a requirement counts as missed if its measure does not apply. A real
  /// distance is never as large.
  private static let unknown = 1e6

  fileprivate func violation(_ figure: Double?) -> Double {
    guard let figure else { return Self.unknown }
    let scale = value == 0 ? 1 : abs(value)
    let distance = abs(figure - value) / scale
    return holds(figure) ? -distance : max(distance, Self.least)
  }
}
