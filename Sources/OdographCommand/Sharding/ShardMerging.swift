import Campaigns
import Experiments
import Files
import Terminal

/// The merge of a plan's shards into the plan's result files.
struct ShardMerging<Plan: Campaign> {
  let opened: OpenedShards<Plan>
  let format: Plan.Results.Format

  init(_ opened: OpenedShards<Plan>, format: Plan.Results.Format) {
    self.opened = opened
    self.format = format
  }

  /// Merges shards and writes the result files.
  ///
  /// - Parameters:
  ///   - shards: the complete shards.
  ///   - flag: the flag that an interruption raises; nil for a merge that must not be interrupted.
  @discardableResult
  func merge(
    _ shards: [Shard], _ flag: InterruptionRequest.Flag?
  ) throws -> Plan.Results {
    let folder = try StagedFolder.opened(opened.out, option: "--output")
    defer { folder.discard() }
    try folder.refuseObstacles(to: Plan.Results.names, option: "--output")
    let progress = ProgressLine("Merging", unit: Plan.progressUnit, isQuiet: opened.options.quiet)
    defer { progress.clear() }
    let results = try Plan.Results(merging: shards, opened.work(progress, flag), in: folder)
    progress.clear()
    guard let results else { throw AlreadyReported.interrupted("nothing is merged") }
    try results.write(in: folder)
    try folder.commit(removingBeside: Plan.Results.companions)
    results.removeReplaced(in: opened)
    try results.show(folder, as: format, isQuiet: opened.options.quiet)
    return results
  }
}
