import Scenarios
import Statistics
import Text

/// The uncertainty of a figure with the calibrated phone of the scenario, and with the same phone
/// without its logs.
package struct Narrowing: Codable, Sendable, Equatable {
  package var tracker: String
  package var measure: String
  /// The tracker whose figure is subtracted; null for the tracker's own mean.
  @ExplicitNull package var reference: String? = nil
  package var calibrated: Certainty
  package var uncalibrated: Certainty

  /// A mean and what is known of it.
  package struct Certainty: Codable, Sendable, Equatable {
    @ExplicitNull package var mean: Double? = nil
    @ExplicitNull package var interval: ConfidenceInterval? = nil
    @ExplicitNull package var spread: Spread? = nil
  }

  /// The share by which the interval is narrower; nil without both intervals.
  package var narrowedShare: Double? {
    guard let with = calibrated.interval?.width, let without = uncalibrated.interval?.width,
      without > 0
    else { return nil }
    return 1 - with / without
  }
}

extension ComparisonPlan {
  /// The same plan with phones that have no logs; nil if no scenario has a calibrated phone.
  var withoutLogs: ComparisonPlan? {
    guard entries.contains(where: { $0.scenario.phone.calibration != nil }) else { return nil }
    var plan = self
    for index in entries.indices { plan.entries[index].scenario.dropCalibration() }
    plan.triesReadings = false
    plan.listsFigures = false
    return plan
  }

  /// Runs the plan again without the phones' logs, and adds how much the logs narrow.
  ///
  /// An interrupted comparison stays as it is.
  func addNarrowing(to comparison: inout Comparison) throws {
    guard comparison.isComplete, let plan = withoutLogs else { return }
    guard let other = try plan.run(options: []), other.isComplete else {
      comparison.isComplete = false
      return
    }
    for index in comparison.scenarios.indices
    where entries[index].scenario.phone.calibration != nil {
      comparison.scenarios[index].findings.narrowing = narrowing(
        comparison.scenarios[index].findings, other.scenarios[index].findings)
    }
    if let (with, without) = comparison.portfolio.flatMap({ a in other.portfolio.map { (a, $0) } })
    {
      comparison.portfolio?.narrowing = narrowing(with, without)
    }
  }

  private func narrowing(_ with: Findings, _ without: Findings) -> [Narrowing] {
    decisiveMeasures.flatMap { measure in
      zip(with.trackers, without.trackers).map { with, without in
        Narrowing(
          tracker: with.tracker, measure: measure, calibrated: .init(with.figure(measure)),
          uncalibrated: .init(without.figure(measure)))
      }
        + zip(with.differences, without.differences).map { with, without in
          Narrowing(
            tracker: with.tracker, measure: measure, reference: trackers[reference],
            calibrated: .init(with.figure(measure)), uncalibrated: .init(without.figure(measure)))
        }
    }
  }
}

extension Narrowing.Certainty {
  fileprivate init(_ figure: ComparedFigure?) {
    self.init(mean: figure?.mean, interval: figure?.interval, spread: figure?.spread)
  }

  fileprivate init(_ figure: Difference?) {
    self.init(mean: figure?.mean, interval: figure?.interval, spread: figure?.spread)
  }
}
