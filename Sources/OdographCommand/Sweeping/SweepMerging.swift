import Campaigns
import Experiments
import Files
import Foundation
import Reporting
import Terminal

/// Puts a sweep's shards together: `sweep.sqlite`, `comparison.json`, `comparison.html`.
struct SweepMerging {
  private static let database = "sweep.sqlite"

  private let sweep: OpenedShards<SweepPlan>
  private let flag: InterruptionRequest.Flag
  var format = OutputFormat.terminal

  init(_ sweep: OpenedShards<SweepPlan>, _ flag: InterruptionRequest.Flag) {
    self.sweep = sweep
    self.flag = flag
  }

  /// - Parameter shards: that are whole.
  func merge(_ shards: [Shard]) throws {
    let folder = try StagedFolder.opened(sweep.out, option: "--out")
    defer { folder.discard() }
    try folder.refuseObstacles(to: ComparisonFiles.names + [Self.database], option: "--out")
    let path = try folder.pathForWriting(Self.database)
    let database = try SweepDatabase(sweep.plan, path: path)
    let progress = ProgressLine("Merging", unit: "phone-days", isQuiet: sweep.options.quiet)
    defer { progress.clear() }
    var merge = SweepMerge(sweep.plan, in: sweep.folder)
    merge.jobs = sweep.options.jobs
    merge.isCancelled = { [flag] in flag.isUp }
    merge.onProgress = { progress.report(done: $0, of: $1) }
    let comparison = try merge.run(
      shards, scratch: URL(fileURLWithPath: path).deletingLastPathComponent().path, database.add)
    progress.clear()
    guard let comparison else {
      Console.remark("odograph: interrupted; nothing is merged")
      throw AlreadyTold(status: .interrupted)
    }
    try database.finish(comparison)
    let files = ComparisonFiles(comparison)
    try files.write(in: folder)
    try folder.commit(removingBeside: ["-journal", "-wal", "-shm"])
    try files.show(folder, as: format, isQuiet: sweep.options.quiet)
    if !sweep.options.quiet, format == .terminal {
      Console.write("Every run: \(sweep.out)/\(Self.database)\n")
    }
  }
}
