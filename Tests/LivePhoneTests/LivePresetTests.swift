import LiveTestSupport
import Scenarios
import Testing
import Timekeeping

@testable import LivePhone

@Suite("Presets on a live phone")
struct LivePresetTests {
  /// The result of ten minutes on foot with a fix a second: the number of waiting records, and a
  /// note.
  struct Expectation: Sendable {
    var records: Int
    var note: String
  }

  static let expectations: [String: Expectation] = [
    "adaptive": Expectation(records: 601, note: "liveUpdates: begins"),
    "overland-high-resolution": Expectation(
      records: 601, note: "standardUpdates: starts at accuracy best"),
    "overland-battery-saving-both": Expectation(
      records: 601, note: "significantChanges: starts"),
    // The first fix, and the one after 500 m, which a walker covers in 334 s.
    "overland-battery-saving": Expectation(records: 2, note: "SLC-1: a significant change"),
    "overland-significant-only": Expectation(records: 2, note: "SLC-1: a significant change"),
    "continuous-location": Expectation(records: 0, note: "trackedFence: has a fence of 50 m"),
    "continuous-location-background": Expectation(
      records: 0, note: "trackedFence: has a fence of 50 m"),
    // It records each minute of the machine's own time, of which almost none passes.
    "ehe-pilot-1": Expectation(records: 0, note: "foregroundTimer: records a fix each 1 min"),
    "ehe-pilot-2": Expectation(records: 0, note: "foregroundTimer: records a fix each 1 min"),
    "always": Expectation(records: 601, note: "standardUpdates: starts at accuracy best"),
    // Records from the first fix that is 20 s beyond the fence, whose 100 m take 67 s: 601 - 89.
    "gated-trips": Expectation(records: 512, note: "tripSessions: waits in a fence of 100 m"),
    // It records for two minutes of the machine's own time, of which almost none passes.
    "duty-cycle": Expectation(records: 601, note: "dutyCycle: positions for 2 min"),
    // Motion detects its drives, and there is no drive.
    "drives": Expectation(records: 0, note: "standardUpdates: starts"),
  ]

  @Test(
    "Every preset does on a receiver's fixes what it is for",
    arguments: PresetLibrary.names.filter { !$0.hasSuffix("as-shipped") })
  func walks(_ preset: String) throws {
    let expectation = try #require(Self.expectations[preset], "what does it do live?")
    let folder = TemporaryFolder()
    let receiver = ScriptedReceiver()
    var notes: [String] = []
    let tracker = try LiveTracker(
      in: folder.path, endpoint: "http://127.0.0.1:9/", token: nil, preset: preset,
      receiver: receiver, change: { $0.sendInterval = .hours(1) },
      onNote: { notes.append("\($0): \($1)") })
    tracker.run(for: .zero)
    let start = LiveClock.wallClockTime - .seconds(600 as Int64)
    for second in 0...600 {
      var report = ScriptedReceiver.report(Double(second), north: 1.5 * Double(second))
      report.time = start + .seconds(Int64(second))
      receiver.say(.position(report))
      tracker.run(for: .zero)
    }
    tracker.kill()
    #expect(tracker.store.queueLength == expectation.records)
    #expect(notes.contains { $0.hasPrefix(expectation.note) }, "\(notes)")
  }

  @Test("Without an accelerometer a drive is detected by speed, and is over when it is over")
  func drivesBySpeed() throws {
    let folder = TemporaryFolder()
    let receiver = ScriptedReceiver()
    var notes: [String] = []
    let tracker = try LiveTracker(
      in: folder.path, endpoint: "http://127.0.0.1:9/", token: nil, preset: "drives",
      receiver: receiver, change: { $0.sendInterval = .hours(1) },
      onNote: { notes.append("\($0): \($1)") })
    tracker.run(for: .zero)
    // A machine with an accelerometer detects drives by motion.
    guard case .speed = tracker.tracker.driveMeans else { return }
    let start = LiveClock.wallClockTime - .seconds(600 as Int64)
    for second in 0...560 {
      // A minute of rest, 300 s of 15 m/s, and 200 s of rest.
      var report = ScriptedReceiver.report(
        Double(second), north: 15 * Double(min(max(second - 60, 0), 300)))
      report.time = start + .seconds(Int64(second))
      receiver.say(.position(report))
      tracker.run(for: .zero)
    }
    tracker.kill()
    #expect(
      notes.contains {
        $0.hasPrefix("driveDetection: shows the user: Drives are detected by speed")
      })
    #expect(notes.contains("driveDetection: a drive is under way"))
    // Confirmed after 30 s of 15 m/s: the first point is at 15 m, the next at 480 m or so.
    let end = notes.first { $0.hasPrefix("driveDetection: a drive of") }
    #expect(end?.hasPrefix("driveDetection: a drive of 44") == true, "\(notes)")
  }
}
