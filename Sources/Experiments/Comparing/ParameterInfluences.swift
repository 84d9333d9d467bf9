import EventKernel
import Scenarios
import Simulation
import Statistics

/// Which of the figures that sources leave open move a difference, judged by how their draws order it.
struct ParameterInfluences: Sendable {
  private struct Parameter {
    var name: String
    var source: String
    /// One a draw, as share of the range.
    var shares: [Double]
  }

  private static let toldMax = 3
  /// By scenario.
  private let parameters: [[Parameter]]
  /// Of the scenario that fixes the fewest.
  private let widest: [Parameter]
  /// Below it a correlation may be by accident; nil where any may.
  let bound: Double?

  init(_ plan: ComparisonPlan) throws {
    parameters = try plan.entries.map { try Self.parameters(of: $0.scenario, plan.seeds) }
    widest = parameters.max { $0.count < $1.count } ?? []
    let bound = RankCorrelation.bound(ofStrongestAmong: widest.map(\.shares))
    self.bound = bound < 1 ? bound : nil
  }

  /// The strongest first; none without enough draws.
  ///
  /// - Parameters:
  ///   - differences: one a draw.
  ///   - scenarios: in which they were found. The ranks of one scenario's draws are those of all, but for
  ///     what a scenario fixes.
  func strongest(on differences: [Double?], scenarios: [Int]) -> [ParameterInfluence] {
    let known = differences.compactMap { $0 }
    guard let bound, known.count == differences.count else { return [] }
    let parameters = scenarios.count == 1 ? parameters[scenarios[0]] : widest
    let found = parameters.compactMap { parameter -> ParameterInfluence? in
      guard let correlation = RankCorrelation.between(parameter.shares, known),
        abs(correlation) > bound
      else { return nil }
      return ParameterInfluence(
        parameter: parameter.name, source: parameter.source, correlation: correlation)
    }
    return Array(
      found.sorted { (-abs($0.correlation), $0.parameter) < (-abs($1.correlation), $1.parameter) }
        .prefix(Self.toldMax))
  }

  private static func parameters(
    of scenario: Scenario, _ seeds: NestedSeeds
  ) throws -> [Parameter] {
    let draws = try (0..<seeds.drawCount).map { draw in
      try SimulatedDay.model(of: scenario, seed: seeds.modelSeed(ofDraw: draw)).parameters
    }
    return (draws.first ?? []).indices.compactMap { index in
      let first = draws[0][index]
      guard first.level == .model, first.low < first.high, !first.isFixed else { return nil }
      return Parameter(
        name: first.name, source: first.source,
        shares: draws.map { ($0[index].value - first.low) / (first.high - first.low) })
    }
  }
}
