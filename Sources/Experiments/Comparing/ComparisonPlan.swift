import Evaluation
import Scenarios
import Simulation

/// What is to be compared: the same trackers over several scenarios and seeds.
public struct ComparisonPlan: Sendable {
  /// A scenario with its own form of each tracker: bound to its places, sending as it says.
  public struct Entry: Sendable {
    public var scenario: Scenario
    /// In the order of `ComparisonPlan.trackers`.
    public var choices: [TrackerChoice]

    public init(scenario: Scenario, choices: [TrackerChoice]) {
      self.scenario = scenario
      self.choices = choices
    }
  }

  public var entries: [Entry]
  public var trackers: [String]
  public var seeds: NestedSeeds
  /// Names of the figures that are kept of each run.
  public var measures: [String]
  /// What is set against the battery.
  public var axis: String
  /// Position in `trackers` of the one that the others are held against.
  public var reference = 0
  public var need: Need?
  /// Whether the accounts of sources that contradict one another are tried.
  public var triesReadings = true
  /// Whether the comparison holds every run's figures too.
  public var tellsFigures = true
  public var jobs = 1
  /// Asked before each piece of work; from several threads.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// From several threads.
  public var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  public init(
    entries: [Entry], trackers: [String], seeds: NestedSeeds, axis: String = "pathCoverage",
    measures: [String] = Measures.headline, need: Need? = nil
  ) {
    self.entries = entries
    self.trackers = trackers
    self.seeds = seeds
    self.axis = axis
    self.need = need
    let asked = [axis, Measures.cost] + (need?.measures ?? [])
    self.measures = (measures + asked).withoutRepeats
  }

  /// Scenarios times seeds: days that every tracker lives.
  public var dayCount: Int { entries.count * seeds.count }

  /// Positions among scenarios and seeds: the first seed of all scenarios comes first.
  public func place(ofDay number: Int) -> (scenario: Int, seed: Int) {
    (number % entries.count, number / entries.count)
  }

  /// What affects results, resolved, in a fixed order, for provenance.
  ///
  /// - Parameters:
  ///   - settings: as `--set` has them.
  ///   - measures: that were asked for beside the usual ones.
  public func options(settings: [String], measures: [String]) -> [String] {
    var lines = [
      "seed=\(seeds.first)", "seeds=\(seeds.count)", "draws=\(seeds.drawCount)",
      "axis=\(axis)", "against=\(trackers[reference])", "readings=\(triesReadings)",
    ]
    lines += entries[0].choices.map {
      "tracker=\($0.name) (\(PresetLibrary.name(of: $0.preset)))"
    }
    lines += settings.map { "set=\($0)" } + measures.map { "measure=\($0)" }
    lines += need?.requirements.map { "require=\($0.description)" } ?? []
    if let need {
      lines.append((need.sense == .lessIsBetter ? "minimise=" : "maximise=") + need.objective)
    }
    return lines
  }

  /// Which end of a measure is the better one; somebody who wants most or least of it says so.
  package func sense(of measure: String) -> MeasureSense {
    if let need, need.objective == measure { return need.sense }
    return Measures.sense(of: measure) ?? .moreIsBetter
  }

  /// Measures by which trackers are put in an order.
  var orderedMeasures: [String] {
    ([axis, Measures.cost] + (need.map { [$0.objective] } ?? [])).withoutRepeats
  }

  /// By which something is decided: an order, the front, a choice.
  var decisiveMeasures: [String] { (orderedMeasures + (need?.measures ?? [])).withoutRepeats }
}
