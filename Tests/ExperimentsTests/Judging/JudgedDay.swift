import Evaluation
import Foundation
import RecordStorage
import Recordings
import Scenarios
import TestSupport
import TrackingEngine

@testable import Experiments
@testable import Simulation

/// A simulated morning of one preset, with the store of its records.
struct JudgedDay {
  /// A morning at home, a drive to work and back on foot for lunch, with an hour without the app.
  static func scenario() throws -> Scenario {
    let file = try TemporaryFile(
      """
      odograph: 1
      name: Morning
      start: 2026-03-02T06:00:00Z
      timeZone: UTC
      duration: 5 h
      phone: { battery: 90 % }
      places:
        home: { at: [45.5000, -122.6000], wifi: nest }
        work: { at: [45.5300, -122.6500], wifi: office }
        cafe: { at: [45.5340, -122.6540] }
      day:
        - stay: home
          until: 07:00
        - drive: work
        - stay: work
          for: 90 min
        - walk: cafe
        - stay: cafe
          for: 20 min
        - drive: home
        - stay: home
          until: 11:00
      """, suffix: ".yaml")
    return try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
  }

  let scenario: Scenario
  let choice: TrackerChoice
  let result: RunResult
  private let settings: TrackerSettings
  private let folder: TemporaryFile
  private var store: String { folder.path }

  init(preset: String) throws {
    scenario = try Self.scenario()
    choice = TrackerChoice(preset: preset)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    let tracker = try day.provision(choice)
    settings = tracker.configuration.settings
    folder = try TemporaryFile("", suffix: ".sqlite")
    try FileManager.default.removeItem(atPath: folder.path)
    var run = TrackerRun(day: day, tracker: tracker)
    run.storePath = folder.path
    result = try run.run()
  }

  /// The log in the store.
  func storedLog() throws -> TrackerLog? {
    try TrackerLog(RecordArchive(path: store), name: "day.sqlite", range: nil)
  }

  /// The log as an export writes it and the reader of the format reads it.
  func exportedLog(_ format: ExportFormat) throws -> TrackerLog {
    var export = RecordExport(format)
    export.settings = settings
    var bytes: [UInt8] = []
    try export.write(RecordArchive(path: store)) { bytes += $0 }
    let file = try TemporaryFile(String(decoding: bytes, as: UTF8.self), suffix: ".txt")
    return try TrackerLog.read(
      path: file.path, device: nil, options: TraceOptions(), range: nil)
  }

  func judge(_ log: TrackerLog, seeds: [UInt64] = [1]) throws -> Judgment? {
    var plan = JudgePlan(
      log: log, files: [log.name], truth: try JudgedTruth(scenario, seed: 1), seeds: seeds)
    plan.choice = choice
    plan.jobs = 2
    return try plan.run(scenario: scenario, options: [])
  }
}
