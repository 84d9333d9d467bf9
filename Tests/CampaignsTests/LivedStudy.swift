import Foundation
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Simulation

/// A study that is run in shards, in a folder that is deleted with it.
final class CompletedStudy {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("odograph-study-\(UUID().uuidString)").path
  let shards: ShardFolder

  init() throws {
    shards = ShardFolder(out: folder)
    try shards.make()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func live(
    _ some: [Shard], of plan: StudyPlan, jobs: Int = 1,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> Int {
    var run = ShardWork(plan, in: shards)
    run.jobs = jobs
    run.isCancelled = isCancelled
    return try run.run(some)
  }

  func merged(_ some: [Shard], of plan: StudyPlan, jobs: Int = 1) throws -> Merged? {
    var work = ShardWork(plan, in: shards)
    work.jobs = jobs
    return try work.merge(some, scratch: folder).map(Merged.init)
  }

  struct Merged: Equatable {
    var study: Study
    var participants: [ParticipantRecord] = []

    init(_ outcome: StudyOutcome) throws {
      study = outcome.study
      try outcome.forEachParticipant { participants.append($0) }
    }
  }
}

extension StudyPlan {
  /// Runs all shards and merges them.
  func completed(shards count: Int = 1, jobs: Int = 1) throws -> CompletedStudy.Merged {
    let completed = try CompletedStudy()
    let shards = Shard.all(count)
    #expect(try completed.live(shards, of: self, jobs: jobs) == count)
    return try #require(try completed.merged(shards, of: self, jobs: jobs))
  }
}
