import Evaluation
import Scenarios
import Simulation

/// A plan of a comparison: the same trackers over several scenarios and seeds.
public struct ComparisonPlan: Sendable {
  /// A scenario with its own form of each tracker, bound to its places and sending as it specifies.
  public struct Entry: Sendable {
    public var scenario: Scenario
    /// The choices in the order of `ComparisonPlan.trackers`.
    public var choices: [TrackerChoice]

    public init(scenario: Scenario, choices: [TrackerChoice]) {
      self.scenario = scenario
      self.choices = choices
    }
  }

  public var entries: [Entry]
  public var trackers: [String]
  public var seeds: NestedSeeds
  /// The names of the figures that are kept of each run.
  public var measures: [String]
  /// The measure that is set against the battery.
  public var axis: String
  /// The position in `trackers` of the one with which the others are compared.
  public var reference = 0
  public var need: Need?
  /// True if the model variants are tried, on which sources contradict each other.
  public var triesReadings = true
  /// True if the comparison also holds the figures of every run.
  public var tellsFigures = true
  public var jobs = 1
  /// Called before each piece of work, from several threads.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// Called from several threads.
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

  /// The number of days that every tracker runs: scenarios times seeds.
  public var dayCount: Int { entries.count * seeds.count }

  /// Returns a day's positions among scenarios and seeds. The first seed of all scenarios comes
  /// first.
  public func place(ofDay number: Int) -> (scenario: Int, seed: Int) {
    (number % entries.count, number / entries.count)
  }

  /// Returns all options that affect results, resolved, in a fixed order, for provenance.
  ///
  /// - Parameters:
  ///   - settings: The settings, as given to `--set`.
  ///   - measures: The measures that the user requested in addition to the usual ones.
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

  /// Returns the better end of a measure. The end that the user's need names comes first.
  package func sense(of measure: String) -> MeasureSense {
    if let need, need.objective == measure { return need.sense }
    return Measures.sense(of: measure) ?? .moreIsBetter
  }

  /// The measures by which trackers are ordered.
  var orderedMeasures: [String] {
    ([axis, Measures.cost] + (need.map { [$0.objective] } ?? [])).withoutRepeats
  }

  /// The measures that decide something: an order, the front or a choice.
  var decisiveMeasures: [String] { (orderedMeasures + (need?.measures ?? [])).withoutRepeats }
}
