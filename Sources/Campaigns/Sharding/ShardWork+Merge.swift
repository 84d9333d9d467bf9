extension ShardWork {
  private static var unitsPerReport: Int { 64 }

  /// Merges shards into the plan's result, on one machine.
  ///
  /// - Parameters:
  ///   - shards: The whole shards, in the order of indices.
  ///   - scratch: A folder for a temporary file of 8 bytes per figure.
  ///   - receive: Called for each day or participant, with its number and the figures of every
  ///     tracker. NaN stands for a figure that does not apply.
  /// - Returns: Nil if the merge was interrupted, or if the shards contain no day or participant.
  public func merge(
    _ shards: [Shard], scratch: String,
    _ receive: (Int, ArraySlice<Double>) throws -> Void = { _, _ in }
  ) throws -> Plan.Outcome? {
    let figures = try FigureFile(
      scenarios: plan.scenarioCount, trackers: plan.trackerCount, measures: plan.figureCount,
      seeds: plan.unitCount / plan.scenarioCount, in: scratch)
    let isRead = try read(shards) {
      try receive($0, $1)
      try figures.add(day: $0, $1)
    }
    guard isRead else { return nil }
    try figures.finish()
    guard !figures.completedSeeds.isEmpty else { return nil }
    let outcome = try plan.outcome(of: figures, self)
    try figures.refuseTrouble()
    return outcome
  }

  /// - Returns: False if the reading was interrupted.
  func read(
    _ shards: [Shard], _ receive: (Int, ArraySlice<Double>) throws -> Void
  ) throws -> Bool {
    for shard in shards {
      let last = shard.units(of: plan.unitCount).upperBound - 1
      let isRead = try folder.read(shard, of: plan, isCancelled: isCancelled) { unit, figures in
        try receive(unit, figures)
        guard Plan.reportsReading, unit == last || unit % Self.unitsPerReport == 0 else { return }
        let each = plan.progressPerUnit
        onProgress?((unit + 1) * each, plan.unitCount * each)
      }
      guard isRead else { return false }
    }
    return true
  }
}
