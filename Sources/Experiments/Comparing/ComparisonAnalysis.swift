import Evaluation
import Simulation
import Statistics

/// Analyzes the figures of the runs, for one scenario or for several together.
///
/// Samples are assembled when they are needed and then released, since the samples of many days
/// would not all fit in memory. Only the means that decide a ranking, the Pareto front or the
/// recommendation are kept.
struct ComparisonAnalysis {
  /// The means of one measure for one tracker.
  private struct Standing {
    var mean: Double?
    /// The mean of each parameter draw.
    var drawMeans: [Double?]
  }

  /// The largest number of trackers for which all pairs are listed.
  ///
  /// The number of pairs grows with the square of the number of trackers. With more trackers, only
  /// neighbors in the ranking and pairs with the reference are listed.
  static let pairedTrackersMax = 100

  let plan: ComparisonPlan
  let figures: any FigureColumns
  /// The analyzed scenarios, as indices in the plan's entries. Their means have equal weights.
  let scenarios: [Int]
  let bootstrap: Bootstrap
  let influences: ParameterInfluences
  /// The positions of the seeds of each draw in a column of figures.
  private let positions: [[Int]]
  /// The means by measure and tracker, for `ComparisonPlan.decisiveMeasures`.
  private var standings: [String: [Standing]] = [:]

  init(
    _ plan: ComparisonPlan, _ figures: any FigureColumns, scenarios: [Int], bootstrap: Bootstrap,
    influences: ParameterInfluences
  ) {
    self.plan = plan
    self.figures = figures
    self.scenarios = scenarios
    self.bootstrap = bootstrap
    self.influences = influences
    positions = plan.seeds.positionsByDraw
    for measure in plan.decisiveMeasures {
      standings[measure] = plan.trackers.indices.map { tracker in
        let sample = sample(tracker, measure)
        return Standing(mean: sample.mean, drawMeans: sample.drawMeans)
      }
    }
  }

  /// Returns the mean of a measure for a tracker; nil if the measure does not apply.
  ///
  /// The measure must be one of `ComparisonPlan.decisiveMeasures`.
  func mean(_ tracker: Int, _ measure: String) -> Double? { standings[measure]?[tracker].mean }

  private func drawMeans(_ tracker: Int, _ measure: String) -> [Double?] {
    standings[measure]?[tracker].drawMeans ?? []
  }

  private func sample(_ tracker: Int, _ measure: String) -> NestedSample {
    sample(tracker, plan.measures.firstIndex(of: measure) ?? 0)
  }

  private func sample(_ tracker: Int, _ measure: Int) -> NestedSample {
    NestedSample(
      columns: scenarios.map {
        figures.column(scenario: $0, tracker: tracker, measure: measure)
      },
      positions: positions)
  }

  func findings(readings: [VariantTrial]) -> Findings {
    Findings(
      trackers: plan.trackers.indices.map(compared), differences: differences, front: front,
      orders: plan.orderedMeasures.map(order), readings: readings,
      choice: plan.need.map(choice))
  }

  // MARK: Figures

  private func compared(_ tracker: Int) -> ComparedTracker {
    ComparedTracker(
      tracker: plan.trackers[tracker],
      figures: plan.measures.indices.map { measure in
        let sample = sample(tracker, measure)
        return ComparedFigure(
          measure: plan.measures[measure], count: sample.count, mean: sample.mean,
          interval: bootstrap.interval(of: sample), spread: Spread(sample))
      })
  }

  private var differences: [TrackerDifference] {
    plan.trackers.indices.filter { $0 != plan.reference }.map { tracker in
      TrackerDifference(
        tracker: plan.trackers[tracker],
        figures: plan.measures.indices.map { measure in
          let difference = sample(tracker, measure) - sample(plan.reference, measure)
          return Difference(
            measure: plan.measures[measure], count: difference.count, mean: difference.mean,
            interval: bootstrap.interval(of: difference), spread: Spread(difference))
        })
    }
  }

  // MARK: The Pareto front

  private var front: [FrontPlace] {
    let onFront = positionsOnFront(
      gains: plan.trackers.indices.map { mean($0, plan.axis) },
      costs: plan.trackers.indices.map { mean($0, Measures.cost) })
    let gainsByDraw = plan.trackers.indices.map { drawMeans($0, plan.axis) }
    let costsByDraw = plan.trackers.indices.map { drawMeans($0, Measures.cost) }
    let byDraw = (0..<plan.seeds.drawCount).map { draw in
      positionsOnFront(gains: gainsByDraw.map { $0[draw] }, costs: costsByDraw.map { $0[draw] })
    }
    return plan.trackers.indices.map { tracker in
      FrontPlace(
        tracker: plan.trackers[tracker], isOnFront: onFront.contains(tracker),
        drawsOnFront: byDraw.count { $0.contains(tracker) }, draws: byDraw.count { !$0.isEmpty })
    }
  }

  func positionsOnFront(gains: [Double?], costs: [Double?]) -> [Int] {
    let sense = plan.sense(of: plan.axis)
    return ParetoFront.positions(
      in: zip(gains, costs).map { gain, cost in
        gain.flatMap { gain in
          cost.map { .init(gain: sense.advantage(of: gain, over: 0), cost: $0) }
        }
      })
  }

  // MARK: Orders

  private func order(by measure: String) -> MeasureOrder {
    let sense = plan.sense(of: measure)
    let known = plan.trackers.indices.compactMap { tracker in
      mean(tracker, measure).map { (tracker: tracker, mean: $0) }
    }
    // Swift's sort keeps the order of equals.
    let ranked = known.sorted { sense.isBetter($0.mean, than: $1.mean) }
    let byDraw = ranked.map { drawMeans($0.tracker, measure) }
    return MeasureOrder(
      measure: measure,
      ranking: ranked.indices.map { place in
        RankedTracker(
          tracker: plan.trackers[ranked[place].tracker], mean: ranked[place].mean,
          drawsFirst: drawsFirst(place, byDraw, sense), draws: byDraw[place].count { $0 != nil })
      },
      drawsInOrder: drawsInOrder(byDraw, sense),
      pairs: pairs(ranked.map(\.tracker), measure, sense))
  }

  private func pairs(
    _ ranked: [Int], _ measure: String, _ sense: MeasureSense
  ) -> [OrderedPair] {
    ranked.indices.flatMap { first in
      (first + 1..<ranked.count).compactMap { second in
        let isReported =
          second == first + 1 || ranked[first] == plan.reference
          || ranked[second] == plan.reference
        guard isReported || ranked.count <= Self.pairedTrackersMax else { return nil }
        return pair(ranked[first], ranked[second], measure, sense, isReported: isReported)
      }
    }
  }

  private func drawsInOrder(_ byDraw: [[Double?]], _ sense: MeasureSense) -> Int {
    (0..<plan.seeds.drawCount).count { draw in
      let means = byDraw.compactMap { $0[draw] }
      return means.count == byDraw.count
        && zip(means, means.dropFirst()).allSatisfy { !sense.isBetter($1, than: $0) }
    }
  }

  private func drawsFirst(_ place: Int, _ byDraw: [[Double?]], _ sense: MeasureSense) -> Int {
    byDraw[place].indices.count { draw in
      guard let own = byDraw[place][draw] else { return false }
      return !byDraw.contains { $0[draw].map { sense.isBetter($0, than: own) } ?? false }
    }
  }

  /// Compares two trackers by one measure.
  ///
  /// - Parameters:
  ///   - first: The tracker with the better mean, as a position in the plan's trackers.
  ///   - second: The other tracker.
  ///   - isReported: True if the report shows the model parameters that affect the advantage.
  private func pair(
    _ first: Int, _ second: Int, _ measure: String, _ sense: MeasureSense, isReported: Bool
  ) -> OrderedPair {
    let (a, b) = (sample(first, measure), sample(second, measure))
    let advantage = sense == .moreIsBetter ? a - b : b - a
    let byDraw = advantage.drawMeans
    let support = OrderSupport(differences: byDraw)
    return OrderedPair(
      better: plan.trackers[first], worse: plan.trackers[second], advantage: advantage.mean ?? 0,
      interval: bootstrap.interval(of: advantage), spread: Spread(advantage),
      drawsHolding: support.ahead, drawsTied: support.tied, draws: support.draws,
      movedBy: isReported ? influences.strongest(on: byDraw, scenarios: scenarios) : [])
  }

  // MARK: The choice

  private func choice(_ need: Need) -> Choice {
    let chosen = need.chosen(among: plan.trackers.indices, mean: mean)
    let byDraw = Dictionary(
      uniqueKeysWithValues: need.measures.withoutRepeats.map { measure in
        (measure, plan.trackers.indices.map { drawMeans($0, measure) })
      })
    let chosenByDraw = (0..<plan.seeds.drawCount).map { draw in
      need.chosen(among: plan.trackers.indices) { byDraw[$1]?[$0][draw] ?? nil }
    }
    return Choice(
      need: need, chosen: chosen.map { plan.trackers[$0] },
      drawsChosen: chosenByDraw.count { $0 == chosen }, draws: chosenByDraw.count,
      candidates: plan.trackers.indices.map { candidate($0, need) })
  }

  private func candidate(_ tracker: Int, _ need: Need) -> Choice.Candidate {
    let objective = sample(tracker, need.objective)
    let requirements = need.requirements.map { condition in
      let sample = sample(tracker, condition.measure)
      let interval = bootstrap.interval(of: sample)
      let isMet = sample.mean.map(condition.holds) ?? false
      return RequirementFinding(
        requirement: condition, found: sample.mean, interval: interval, isMet: isMet,
        isSure: isMet
          && interval.map { condition.holds($0.low) && condition.holds($0.high) }
            ?? false,
        drawsMet: sample.drawMeans.count { $0.map(condition.holds) ?? false })
    }
    return Choice.Candidate(
      tracker: plan.trackers[tracker], objective: objective.mean,
      objectiveInterval: bootstrap.interval(of: objective),
      isEligible: requirements.allSatisfy(\.isMet), requirements: requirements)
  }
}

extension Spread {
  /// Creates the spread of a sample. Returns nil if the two kinds of uncertainty cannot be
  /// separated.
  package init?(_ sample: NestedSample) {
    guard let parts = VarianceComponents(sample.combined) else { return nil }
    self.init(chance: parts.chance.squareRoot(), ignorance: parts.ignorance.squareRoot())
  }
}
