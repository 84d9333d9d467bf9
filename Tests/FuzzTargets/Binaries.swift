import Campaigns
import Cryptography
import Files
import Foundation
import Scenarios

/// Files that are no text.
extension FuzzReader {
  static let binaries = [
    FuzzReader("gzip", "a gzipped file, with a limit") { bytes in
      let limit = 1 << 18
      let unpacked = Gunzip(Data(bytes), limit: limit)
      require(unpacked.bytes.count <= limit + 1 << 16, "unpacking keeps to its limit")
    },
    FuzzReader("shard", "a shard's file, as it is and with its checksum put right") { bytes in
      readShard(bytes)
      readShard(bytes + sha256(bytes))
    },
  ]

  private static func readShard(_ bytes: [UInt8]) {
    let folder = ShardFolder(out: ScratchFile.folder)
    guard (try? folder.make()) != nil else { fatalError("\(folder.path) cannot be made") }
    let shard = Shard(index: 1, count: 1)
    let name = "shards/" + (folder.file(of: shard) as NSString).lastPathComponent
    ScratchFile.with(bytes, named: name) { _ in
      guard folder.state(of: shard, in: SmallPlan.only) == .complete else { return }
      var units = 0
      _ = try? ShardWork(SmallPlan.only, in: folder).merge([shard], scratch: ScratchFile.folder) {
        require($0 == units && $1.count == 4, "units come in order, each with its figures")
        units += 1
      }
      require(units == SmallPlan.only.unitCount, "a whole shard has all units")
    }
  }
}

/// A plan of three days, two trackers and two figures.
private struct SmallPlan: ShardedPlan {
  var chosenTrackers: [TrackerChoice] { [] }
  static let kind = "sweep"
  static let unit = "day"
  static let reportsReading = false
  static let only = SmallPlan()

  let name = "small"
  let fingerprint: PlanFingerprint
  let unitCount = 3
  let scenarioCount = 1
  let phoneDays = 3
  let trackerCount = 2
  let figureCount = 2
  let plannedShardCount: Int? = nil
  let progressPerUnit = 1

  private init() {
    let text = #"{"parts":[{"name":"seeds","value":"3"}]}"#
    guard let read = try? JSONDecoder().decode(PlanFingerprint.self, from: Data(text.utf8)) else {
      fatalError("a fingerprint cannot be read: \(text)")
    }
    fingerprint = read
  }

  func unitSimulation() throws -> @Sendable (Int) throws -> [[Double?]] {
    { [[Double($0), nil], [0.5, 1]] }
  }

  func outcome(of figures: FigureFile, _ work: ShardWork<SmallPlan>) throws -> Int? {
    figures.column(scenario: 0, tracker: 0, measure: 0).count
  }
}
