import Evaluation
import Foundation
import Scenarios
import Simulation

/// A plan of a comparison: the same trackers over several scenarios and seeds.
public struct ComparisonPlan: Sendable {
  /// A scenario, and each tracker as configured for that scenario.
  public struct Entry: Sendable {
    public var scenario: Scenario
    /// The configured trackers, in the order of `ComparisonPlan.trackers`.
    public var choices: [TrackerChoice]

    public init(scenario: Scenario, choices: [TrackerChoice]) {
      self.scenario = scenario
      self.choices = choices
    }
  }

  /// The name of the sweep's plan; nil for a comparison without a plan.
  public var name: String?
  public var entries: [Entry]
  public var trackers: [String]
  public var seeds: NestedSeeds
  /// The names of the measures whose figures are kept from each run.
  public var measures: [String]
  /// The measure on one axis of the Pareto front. The other axis is battery use.
  public var axis: String
  /// The position in `trackers` of the reference, with which the others are compared.
  public var reference = 0
  public var need: Need?
  /// True if the comparison also tries the model variants on which sources contradict each other.
  public var triesReadings = true
  /// True if the comparison includes the figures of every run.
  public var listsFigures = true
  public var jobs = 1
  /// Called before each run or analysis, from several threads. Returns true to stop the comparison.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// Called with the number of finished runs, from several threads.
  public var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  public init(
    entries: [Entry], trackers: [String], seeds: NestedSeeds, axis: String = "pathCoverage",
    measures: [String] = Measures.headline, need: Need? = nil
  ) {
    self.entries = Self.toldApart(entries)
    self.trackers = trackers
    self.seeds = seeds
    self.axis = axis
    self.need = need
    let asked = [axis, Measures.cost] + (need?.measures ?? [])
    self.measures = (measures + asked).withoutRepeats
  }

  /// Adds the file to the names of scenarios that are called alike, as a scenario and its edited
  /// copy often are.
  private static func toldApart(_ entries: [Entry]) -> [Entry] {
    func file(_ entry: Entry) -> String { entry.scenario.file ?? "" }
    func lastName(_ entry: Entry) -> String { URL(fileURLWithPath: file(entry)).lastPathComponent }
    return entries.map { entry in
      let alike = entries.filter { $0.scenario.name == entry.scenario.name }
      guard alike.count > 1 else { return entry }
      let isEnough = Set(alike.map(lastName)).count == alike.count
      var named = entry
      named.scenario.name += " (\(isEnough ? lastName(entry) : file(entry)))"
      return named
    }
  }

  /// The number of days that are run with every tracker: scenarios times seeds.
  public var dayCount: Int { entries.count * seeds.count }

  /// Returns the scenario and the seed of a day, as indices in their lists.
  ///
  /// The days of the first seed come first, one for each scenario. The days of the second seed
  /// follow, and so on.
  public func place(ofDay number: Int) -> (scenario: Int, seed: Int) {
    (number % entries.count, number / entries.count)
  }

  /// Returns all options that affect results, with defaults filled in, in a fixed order.
  ///
  /// The options are part of a result's provenance.
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

  /// Returns the direction in which a measure gets better: higher or lower values.
  ///
  /// For the objective of the user's need, the need decides: minimize or maximize. For any other
  /// measure, the measure's definition decides.
  package func sense(of measure: String) -> MeasureSense {
    if let need, need.objective == measure { return need.sense }
    return Measures.sense(of: measure) ?? .moreIsBetter
  }

  /// The measures by which trackers are ranked.
  var orderedMeasures: [String] {
    ([axis, Measures.cost] + (need.map { [$0.objective] } ?? [])).withoutRepeats
  }

  /// The measures that decide a ranking, the Pareto front or the recommendation.
  var decisiveMeasures: [String] { (orderedMeasures + (need?.measures ?? [])).withoutRepeats }
}
