import Evaluation
import Scenarios
import Statistics

/// What the runs' figures amount to, of one scenario or over several.
struct ComparisonAnalysis {
  let plan: ComparisonPlan
  let table: FigureTable
  /// The scenarios whose means count the same.
  let scenarios: [Int]
  let bootstrap: Bootstrap
  let influences: ParameterInfluences
  private let samples: [[NestedSample]]

  init(
    _ plan: ComparisonPlan, _ table: FigureTable, scenarios: [Int], bootstrap: Bootstrap,
    influences: ParameterInfluences
  ) {
    self.plan = plan
    self.table = table
    self.scenarios = scenarios
    self.bootstrap = bootstrap
    self.influences = influences
    samples = plan.trackers.indices.map { tracker in
      plan.measures.indices.map { measure in
        NestedSample(
          strata: scenarios.map { scenario in
            plan.seeds.grouped(
              table.rows[scenario][tracker].map { row in row.flatMap { $0[measure] } })
          })
      }
    }
  }

  func sample(_ tracker: Int, _ measure: String) -> NestedSample {
    samples[tracker][plan.measures.firstIndex(of: measure) ?? 0]
  }

  func findings(readings: [ReadingTrial]) -> Findings {
    Findings(
      trackers: plan.trackers.indices.map(compared), differences: differences, front: front,
      orders: plan.orderedMeasures.map(order), readings: readings,
      choice: plan.need.map(choice))
  }

  // MARK: Figures

  private func compared(_ tracker: Int) -> ComparedTracker {
    ComparedTracker(
      tracker: plan.trackers[tracker],
      figures: zip(plan.measures, samples[tracker]).map { measure, sample in
        ComparedFigure(
          measure: measure, count: sample.count, mean: sample.mean,
          interval: bootstrap.interval(of: sample), spread: Spread(sample))
      })
  }

  private var differences: [TrackerDifference] {
    plan.trackers.indices.filter { $0 != plan.reference }.map { tracker in
      TrackerDifference(
        tracker: plan.trackers[tracker],
        figures: plan.measures.indices.map { measure in
          let difference = samples[tracker][measure] - samples[plan.reference][measure]
          return Difference(
            measure: plan.measures[measure], count: difference.count, mean: difference.mean,
            interval: bootstrap.interval(of: difference), spread: Spread(difference))
        })
    }
  }

  // MARK: The front

  private var front: [FrontPlace] {
    let gains = plan.trackers.indices.map { sample($0, plan.axis) }
    let costs = plan.trackers.indices.map { sample($0, Measures.cost) }
    let onFront = positionsOnFront(gains: gains.map(\.mean), costs: costs.map(\.mean))
    let gainsByDraw = gains.map(\.drawMeans)
    let costsByDraw = costs.map(\.drawMeans)
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
      sample(tracker, measure).mean.map { (tracker: tracker, mean: $0) }
    }
    // Swift's sort keeps the order of equals.
    let ranked = known.sorted { sense.isBetter($0.mean, than: $1.mean) }
    let byDraw = ranked.map { sample($0.tracker, measure).drawMeans }
    return MeasureOrder(
      measure: measure,
      ranking: ranked.indices.map { place in
        RankedTracker(
          tracker: plan.trackers[ranked[place].tracker], mean: ranked[place].mean,
          drawsFirst: drawsFirst(place, byDraw, sense), draws: byDraw[place].count { $0 != nil })
      },
      drawsInOrder: drawsInOrder(byDraw, sense),
      pairs: ranked.indices.flatMap { first in
        (first + 1..<ranked.count).map { second in
          let isNeighbour = second == first + 1
          return pair(
            ranked[first].tracker, ranked[second].tracker, measure, sense,
            isTold: isNeighbour
              || [ranked[first].tracker, ranked[second].tracker].contains(plan.reference))
        }
      })
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

  /// - Parameter isTold: whether somebody will ask what moves it.
  private func pair(
    _ first: Int, _ second: Int, _ measure: String, _ sense: MeasureSense, isTold: Bool
  ) -> OrderedPair {
    let (a, b) = (sample(first, measure), sample(second, measure))
    let advantage = sense == .moreIsBetter ? a - b : b - a
    let byDraw = advantage.drawMeans
    let support = OrderSupport(differences: byDraw)
    return OrderedPair(
      better: plan.trackers[first], worse: plan.trackers[second], advantage: advantage.mean ?? 0,
      interval: bootstrap.interval(of: advantage), spread: Spread(advantage),
      drawsHolding: support.ahead, drawsTied: support.tied, draws: support.draws,
      movedBy: isTold ? influences.strongest(on: byDraw, scenarios: scenarios) : [])
  }

  // MARK: The choice

  private func choice(_ need: Need) -> Choice {
    let chosen = need.chosen(among: plan.trackers.indices) { sample($0, $1).mean }
    let byDraw = Dictionary(
      uniqueKeysWithValues: need.measures.withoutRepeats.map { measure in
        (measure, plan.trackers.indices.map { sample($0, measure).drawMeans })
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
  /// Nil where it cannot be told apart.
  init?(_ sample: NestedSample) {
    guard let parts = VarianceComponents(sample.combined) else { return nil }
    self.init(chance: parts.chance.squareRoot(), ignorance: parts.ignorance.squareRoot())
  }
}
