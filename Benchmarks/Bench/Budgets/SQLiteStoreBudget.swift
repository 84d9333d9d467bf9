import Foundation

/// The budget of a phone-day with the SQLite store: at most 10 times that of the in-memory store.
enum SQLiteStoreBudget: Budget {
  static let name = "sqlite"

  static func measure(rounds: Int) throws -> [Finding] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files = 0
    func freshPath() -> String {
      files += 1
      return folder.appendingPathComponent("\(files).sqlite").path
    }
    return try ["overland-high-resolution", "overland-significant-only"].map { preset in
      let day = try MeasuredScenario.commuting(tracker: preset)
      let memory = try day.bestSeconds(rounds: rounds)
      let sqlite = try day.bestSeconds(rounds: rounds, storePath: freshPath)
      return .atMost(
        10, "times", subject: "a commuter's day in SQLite, \(preset)", figure: sqlite / memory)
    }
  }
}
