import EventKernel
import Scenarios
import Simulation
import Statistics

/// Finds the uncertain model parameters that affect a difference between trackers.
///
/// A parameter affects the difference if the parameter's drawn values correlate with the
/// difference.
struct ParameterInfluences: Sendable {
  private struct Parameter {
    var name: String
    var source: String
    /// The drawn value of each draw, as a share of the parameter's range.
    var shares: [Double]
  }

  private static let reportedMax = 3
  /// The uncertain model parameters of each scenario.
  private let parameters: [[Parameter]]
  /// The uncertain parameters of the scenario that has the most of them.
  private let widest: [Parameter]
  /// The correlation above which a parameter is listed.
  ///
  /// A correlation above this bound is unlikely to be accidental. The bound is nil if there are so
  /// few draws that even a perfect correlation may be accidental.
  let bound: Double?

  init(_ plan: ComparisonPlan) throws {
    parameters = try plan.entries.map { try Self.parameters(of: $0.scenario, plan.seeds) }
    widest = parameters.max { $0.count < $1.count } ?? []
    let bound = RankCorrelation.bound(ofStrongestAmong: widest.map(\.shares))
    self.bound = bound < 1 ? bound : nil
  }

  /// Returns the strongest influences, the strongest first; empty if there are too few draws.
  ///
  /// - Parameters:
  ///   - differences: The difference between two trackers for each draw.
  ///   - scenarios: The positions of the scenarios from which the differences are computed. For
  ///     several scenarios, the function uses the parameters in `widest`.
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
        .prefix(Self.reportedMax))
  }

  private static func parameters(
    of scenario: Scenario, _ seeds: NestedSeeds
  ) throws -> [Parameter] {
    let draws = try (0..<seeds.drawCount).map { draw in
      try SimulatedDay.model(of: scenario, seed: seeds.modelSeed(ofDraw: draw)).parameters
    }
    return (draws.first ?? []).indices.compactMap { index in
      let first = draws[0][index]
      // A calibrated trait belongs to the draw of the model too.
      guard first.level == .model || first.isCalibrated, first.low < first.high, !first.isFixed
      else { return nil }
      return Parameter(
        name: first.name, source: first.source,
        shares: draws.map { ($0[index].value - first.low) / (first.high - first.low) })
    }
  }
}
