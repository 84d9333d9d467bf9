import Campaigns
import Experiments
import Files
import Foundation
import Terminal

/// Puts a study's shards together: `study.json`, `study.csv`, `methods.md`.
struct StudyMerging {
  private let study: OpenedShards<StudyPlan>
  private let format: StudyFormat
  /// Nil for what has to come to an end all the same.
  var flag: InterruptionRequest.Flag?

  init(_ study: OpenedShards<StudyPlan>, format: StudyFormat) {
    self.study = study
    self.format = format
  }

  /// Those before the first that is not whole.
  func firstWhole(of shards: [Shard]) throws -> [Shard] {
    zip(shards, try study.states(of: shards)).prefix { $0.1 == .complete }.map(\.0)
  }

  /// - Parameter shards: that are whole.
  func merge(_ shards: [Shard]) throws -> StudyFiles {
    let folder = try StagedFolder.opened(study.out, option: "--out")
    defer { folder.discard() }
    let progress = ProgressLine("Merging", unit: "participants", isQuiet: study.options.quiet)
    defer { progress.clear() }
    var merge = StudyMerge(study.plan, in: study.folder)
    merge.jobs = study.options.jobs
    merge.isCancelled = { [flag] in flag?.isUp ?? false }
    merge.onProgress = { progress.report(done: $0, of: $1) }
    let outcome = try merge.run(shards, scratch: folder.folderForWriting("").path)
    progress.clear()
    guard let outcome else {
      Console.remark("odograph: interrupted; nothing is merged")
      throw AlreadyTold(status: .interrupted)
    }
    let files = StudyFiles(outcome)
    try files.write(in: folder)
    try folder.commit()
    if files.areComplete {
      StudyFiles.removePartial(in: folder.path)
      study.folder.removeOutgrown(by: study.plan)
    }
    try files.show(folder.path, as: format, isQuiet: study.options.quiet)
    return files
  }
}
