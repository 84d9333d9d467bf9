import Evaluation
import Experiments
import Scenarios
import Simulation
import Text

/// A sweep whose plan was completely read and checked before any run.
///
/// `comparison` is the plan of a comparison of the same scenarios, trackers and seeds. The sweep
/// has the same figures and findings as that comparison. A sweep does not try model variants, since
/// only the finished runs show which variants matter.
public struct SweepPlan: Sendable {
  /// The largest number of trackers that a page can show in practice.
  private static let trackersMax = 2000
  /// The largest number of runs for which the comparison contains every figure. For more runs, the
  /// figures are only in the database.
  static let listedRunsMax = 20_000

  package let document: SweepDocument
  public let comparison: ComparisonPlan
  public let fingerprint: PlanFingerprint
  /// The options, as listed in the result's provenance.
  let options: [String]

  /// - Throws: An error in the plan, or in a file that the plan names. Errors that only a run can
  ///   show are not found.
  public static func read(path: String) throws(InputError) -> SweepPlan {
    try SweepPlan(SweepReader(measures: Measures.names).read(path: path))
  }

  package init(_ document: SweepDocument) throws(InputError) {
    self.document = document
    try Self.refuseTooMany(document)
    let seeds = NestedSeeds(
      first: document.seed, count: document.seeds, drawCount: document.draws)
    let reader = ScenarioReader(vocabulary: .simulatedPhone)
    var entries: [ComparisonPlan.Entry] = []
    for mention in document.scenarios {
      let scenario = try reader.read(path: mention.text, mention: mention.location)
      entries.append(.init(scenario: scenario, choices: try document.choices(in: scenario)))
    }
    try document.refuseIdleSettings(in: entries[0].scenario)
    try Self.tryOut(entries, seed: document.seed)
    var plan = ComparisonPlan(
      entries: entries, trackers: entries[0].choices.map(\.name), seeds: seeds,
      axis: try document.axis.map(Self.judged) ?? "pathCoverage",
      measures: Measures.headline + document.measures, need: try Self.need(document))
    plan.reference = try Self.reference(document.against, among: plan.trackers)
    plan.name = document.name
    plan.triesReadings = false
    plan.listsFigures = plan.dayCount * plan.trackers.count <= Self.listedRunsMax
    comparison = plan
    options = plan.options(
      settings: try document.settings(in: entries[0].scenario), measures: document.measures)
    fingerprint = PlanFingerprint(document, plan)
    try refuseTooMuch()
  }

  public var name: String { document.name }
  public var chosenTrackers: [TrackerChoice] { comparison.entries.flatMap(\.choices) }
  public var dayCount: Int { comparison.dayCount }
  public var phoneDays: Int { dayCount * comparison.trackers.count }

  // MARK: Checks

  /// Prepares the first day of each scenario with its trackers, without running it, to find errors
  /// early.
  private static func tryOut(
    _ entries: [ComparisonPlan.Entry], seed: UInt64
  ) throws(InputError) {
    for (index, entry) in entries.enumerated() {
      let day = try SimulatedDay(scenario: entry.scenario, seed: seed)
      var tried: [String: Preset] = [:]
      for choice in entry.choices {
        // For trackers that differ in settings alone, one per scenario is enough: values have been
        // read.
        if index > 0, tried[choice.preset] != nil { continue }
        let preset = if let known = tried[choice.preset] { known } else { try choice.readPreset() }
        tried[choice.preset] = preset
        _ = try day.provision(choice, preset: preset)
      }
    }
  }

  private static func judged(_ mention: SweepDocument.Mention) throws(InputError) -> String {
    guard Measures.sense(of: mention.text) != nil else {
      throw InputError(
        mention.location, "neither more nor less of '\(mention.text)' is better",
        accepted: "a measure such as pathCoverage or longestGapSeconds")
    }
    return mention.text
  }

  private static func need(_ document: SweepDocument) throws(InputError) -> Need? {
    guard document.objective != nil || !document.requirements.isEmpty else { return nil }
    if let measure = document.objective?.measure {
      try Need.refuseBias(measure.text, measure.location)
    }
    return Need(
      requirements: document.requirements,
      objective: document.objective?.measure.text ?? Measures.cost,
      sense: document.objective?.isLeastBest ?? true ? .lessIsBetter : .moreIsBetter)
  }

  private static func reference(
    _ mention: SweepDocument.Mention?, among trackers: [String]
  ) throws(InputError) -> Int {
    guard let mention else { return 0 }
    guard let position = trackers.firstIndex(of: mention.text) else {
      let forms = trackers.filter { $0.hasPrefix(mention.text + " ") }
      guard forms.isEmpty else {
        throw InputError(
          mention.location, "'\(mention.text)' stands for \(forms.count) trackers",
          accepted: "one of them: "
            + forms.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
            + (forms.count > 8 ? " and \(forms.count - 8) more" : ""))
      }
      throw InputError(
        mention.location, "no tracker here is called '\(mention.text)'", word: mention.text,
        oneOf: trackers)
    }
    return position
  }

  /// Rejects a plan with too many trackers before creating any of them.
  private static func refuseTooMany(_ document: SweepDocument) throws(InputError) {
    let count = document.trackerCount
    guard count > trackersMax, let most = document.trackers.max(by: { $0.count < $1.count })
    else { return }
    throw InputError(
      most.location, "the plan makes \(count == .max ? "countless" : "\(count)") trackers",
      accepted: "at most \(trackersMax)")
  }

  private func refuseTooMuch() throws(InputError) {
    if let shards = document.shards, let count = document.shardCount, count > dayCount {
      throw InputError(
        shards.location, "'shards' is \(count), but there are only \(dayCount) days",
        accepted: "at most one for each day")
    }
  }
}

extension SweepPlan: ShardedPlan {
  public static let kind = "sweep"
  public static let unit = "day"
  public static let reportsReading = true

  public var unitCount: Int { dayCount }
  public var scenarioCount: Int { comparison.entries.count }
  public var trackerCount: Int { comparison.trackers.count }
  public var figureCount: Int { comparison.measures.count }
  public var plannedShardCount: Int? { document.shardCount }
  /// The number of phone-days in a unit. A unit of a sweep is one day, which is run with every
  /// tracker.
  public var progressPerUnit: Int { trackerCount }

  public func unitSimulation() throws -> @Sendable (Int) throws -> [[Double?]] {
    let runs = try ComparisonRuns(comparison)
    return { try runs.figures(of: runs.day($0)) }
  }
}

extension SweepDocument {
  /// Rejects several values of a setting that the tracker does not use, since the resulting
  /// trackers would all be equal.
  fileprivate func refuseIdleSettings(in scenario: Scenario) throws(InputError) {
    for tracker in trackers {
      let tried = tracker.overrides.filter { $0.values.count > 1 }
      guard !tried.isEmpty else { continue }
      let preset = try scenario.comparable(tracker.preset, location: tracker.location).readPreset()
      for override in tried where preset.app == nil {
        try preset.refuseIdle(override.setting, at: override.location)
      }
    }
  }
}
