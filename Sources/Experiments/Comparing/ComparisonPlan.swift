import Scenarios

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

  /// Which end of a measure is the better one; somebody who wants most or least of it says so.
  func sense(of measure: String) -> MeasureSense {
    if let need, need.objective == measure { return need.sense }
    return Measures.sense(of: measure) ?? .moreIsBetter
  }

  /// Measures by which trackers are put in an order.
  var orderedMeasures: [String] {
    ([axis, Measures.cost] + (need.map { [$0.objective] } ?? [])).withoutRepeats
  }
}
