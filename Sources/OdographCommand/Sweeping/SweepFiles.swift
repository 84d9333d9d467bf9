import Campaigns
import Experiments
import Files
import Reporting
import Terminal

/// A sweep's result files: `sweep.sqlite` with every run, and the files of the comparison.
struct SweepFiles: CampaignResults {
  typealias Format = OutputFormat

  private static let database = "sweep.sqlite"
  static let names = [database] + ComparisonFiles.names
  static let companions = ["-journal", "-wal", "-shm"]

  private let files: ComparisonFiles
  private let place: InterruptibleResult
  private let isComplete: Bool

  init?(merging shards: [Shard], _ work: ShardWork<SweepPlan>, in folder: StagedFolder) throws {
    isComplete = shards.count == shards.first?.count
    // The comparison is the first, since it says if it is complete.
    place = InterruptibleResult(
      ComparisonFiles.names + [Self.database], in: folder, isComplete: isComplete)
    let database = try SweepDatabase(
      work.plan, path: folder.pathForWriting(place.subfolder + Self.database))
    let comparison = try work.merge(
      shards, scratch: folder.folderForWriting(""), database.add)
    guard let comparison else { return nil }
    try database.finish(comparison)
    files = ComparisonFiles(comparison)
  }

  func write(in folder: StagedFolder) throws {
    try files.write(in: folder, below: place.subfolder)
  }

  func removeReplaced(in opened: OpenedShards<SweepPlan>) {
    if isComplete { InterruptibleResult.removePartial(Self.names, in: opened.out) }
  }

  func show(_ folder: StagedFolder, as format: OutputFormat, isQuiet: Bool) throws {
    try files.show(place.path, as: format, isQuiet: isQuiet)
    if !isQuiet, format == .terminal {
      Console.write("Every run: \(place.path)/\(Self.database)\n")
    }
  }
}
