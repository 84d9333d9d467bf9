import Experiments

/// All shards of a sweep put together: every run to whoever keeps them, and the comparison that would have
/// come of living them on one machine. Neither depends on how many shards there were.
public struct SweepMerge: Sendable {
  /// The runs of one day.
  public struct Day: Sendable {
    /// Of the sweep; from 0.
    public var number: Int
    /// Position among the plan's.
    public var scenario: Int
    public var seed: UInt64
    /// From 0.
    public var draw: Int
    /// Of every tracker every measure; a NaN for what does not apply.
    public var figures: ArraySlice<Double>
  }

  private static let daysPerReport = 64

  let plan: SweepPlan
  let folder: ShardFolder
  public var jobs = 1
  public var isCancelled: @Sendable () -> Bool = { false }
  /// In phone-days.
  public var onProgress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  public init(_ plan: SweepPlan, in folder: ShardFolder) {
    self.plan = plan
    self.folder = folder
  }

  /// - Parameters:
  ///   - shards: those that are whole, in the order of indices.
  ///   - scratch: folder on a disk with room for 8 bytes a figure.
  ///   - receive: given each day in turn.
  /// - Returns: nil when it was interrupted, or no day was lived.
  public func run(
    _ shards: [Shard], scratch: String, _ receive: (Day) throws -> Void
  ) throws -> Comparison? {
    let comparison = plan.comparison
    let figures = try FigureFile(
      scenarios: comparison.entries.count, trackers: plan.trackerCount,
      measures: plan.figureCount, seeds: comparison.seeds.count, in: scratch)
    for shard in shards {
      guard
        try read(
          shard,
          {
            try receive($0)
            try figures.add(day: $0.number, $0.figures)
          })
      else {
        return nil
      }
    }
    try figures.finish()
    return try self.comparison(figures)
  }

  /// The figures alone, of a sweep that memory holds; nil when it was interrupted.
  func table(_ shards: [Shard]) throws -> FigureTable? {
    let comparison = plan.comparison
    var table = FigureTable(
      scenarios: comparison.entries.count, trackers: comparison.trackers.count,
      seeds: comparison.seeds.count)
    let width = comparison.measures.count
    for shard in shards {
      let isRead = try read(shard) { day in
        let seed = day.number / comparison.entries.count
        for tracker in comparison.trackers.indices {
          let first = day.figures.startIndex + tracker * width
          table[day.scenario, tracker, seed] = day.figures[first..<first + width].map {
            $0.isNaN ? nil : $0
          }
        }
      }
      guard isRead else { return nil }
    }
    return table
  }

  /// False when it was interrupted.
  private func read(_ shard: Shard, _ receive: (Day) throws -> Void) throws -> Bool {
    let last = shard.units(of: plan.dayCount).upperBound - 1
    return try folder.read(shard, of: plan, isCancelled: isCancelled) { number, figures in
      try receive(day(number, figures))
      guard number == last || number % Self.daysPerReport == 0 else { return }
      onProgress?((number + 1) * plan.trackerCount, plan.phoneDays)
    }
  }

  private func day(_ number: Int, _ figures: ArraySlice<Double>) -> Day {
    let seeds = plan.comparison.seeds
    let (seed, scenario) = number.quotientAndRemainder(dividingBy: plan.comparison.entries.count)
    return Day(
      number: number, scenario: scenario, seed: seeds.seed(seed), draw: seeds.draw(of: seed),
      figures: figures)
  }

  private func comparison(_ figures: FigureFile) throws -> Comparison? {
    let livedSeeds = figures.livedSeeds
    guard !livedSeeds.isEmpty else { return nil }
    var part = plan.comparison
    part.jobs = jobs
    part.seeds = part.seeds.keeping(livedSeeds)
    let trackers = part.trackers.count
    var outcome = ComparisonOutcome(
      plan: part, runs: try ComparisonRuns(plan.comparison), figures: figures,
      runsPlanned: plan.phoneDays)
    outcome.isComplete = figures.livedDays == plan.dayCount
    outcome.runsDone = figures.livedDays * trackers
    let comparison = try outcome.comparison(options: plan.options)
    try figures.refuseTrouble()
    return comparison
  }
}
