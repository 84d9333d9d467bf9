import Evaluation
import Statistics

/// The changes that an update of a baseline accepts: the measures that moved, and the trackers that
/// left it.
package struct BaselineChange: Sendable, Equatable {
  /// The trackers that both baselines have, each with the measures that moved by more than their
  /// tolerances. Empty if the baselines have different seeds.
  package var trackers: [TrackerCheck]
  /// The names of the trackers that only the earlier baseline has.
  package var removed: [String]
  /// False if the baselines have different seeds, so that their figures cannot be compared.
  package var isCompared: Bool

  package init(from earlier: Baseline, to baseline: Baseline) {
    let known = earlier.trackers
    removed = known.map(\.name).filter { name in
      !baseline.trackers.contains { $0.name == name }
    }
    isCompared = earlier.seeds == baseline.seeds
    guard isCompared else {
      trackers = []
      return
    }
    let bootstrap = Bootstrap(drawCount: earlier.seedCount)
    let none = [Double?](repeating: nil, count: earlier.seedCount)
    trackers = baseline.trackers.compactMap { tracker in
      known.first { $0.name == tracker.name }.map { former in
        let checks = former.measures.compactMap { measure in
          let now = tracker.measures.first { $0.measure == measure.measure }
          return MeasureCheck(measure, figures: now?.figures ?? none, bootstrap: bootstrap)
        }
        return TrackerCheck(
          tracker: tracker.name, measures: checks.filter { $0.outcome != .kept }, change: nil)
      }
    }
  }
}
