import Foundation
import Geodesy
import LiveTestSupport
import PhoneAPI
import Scenarios
import Testing
import Text
import Timekeeping
import TrackingEngine

@testable import LivePhone
@testable import LiveTracking
@testable import Simulation

/// A simulated phone on the positions of a scripted receiver, for an hour in no time.
@Suite("A simulated phone in the loop of a live receiver")
struct LoopedPhoneTests {
  private final class Trial {
    let folder = TemporaryFolder()
    let walk: LoopedWalk
    let phone: LoopedPhone
    var motion: MotionStates = []

    init(
      preset: String = "overland-high-resolution", phone: String = "iphone-14/ios-18",
      set: [String] = []
    ) throws {
      walk = try LoopedWalk(
        LoopOptions(phone: phone, output: nil), folder: folder.path + "/walk", calendar: .utc,
        preset: preset, set: set)
      self.phone = try LoopedPhone(walk)
    }

    /// Walks north from `start` seconds on, a report each second, while the machine's time is the
    /// receiver's.
    func walk(_ seconds: Range<Int>, metersPerSecond: Double = 1.4, from north: Double = 0) {
      for second in seconds {
        let way = north + metersPerSecond * Double(second - seconds.lowerBound)
        phone.receive(
          ScriptedReceiver.report(Double(second), north: way), motion: motion,
          at: .seconds(Int64(1000 + second)))
      }
    }

    func perform(_ act: SimulatedAct, at second: Double) -> LiveAnswer {
      phone.perform(act, at: .seconds(1000 + second))
    }

    /// Runs the walk's scenario, as `odograph run` does.
    func again() throws -> RunResult {
      let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: walk.scenarioPath)
      let day = try SimulatedDay(scenario: scenario, seed: 1)
      return try TrackerRun(day: day, tracker: day.provision(scenario.trackers[0])).run()
    }
  }

  /// Returns a result as text, without the energy of unrecorded time, which a growing run does not
  /// meter.
  private static func text(_ result: RunResult?) throws -> String {
    var result = result
    result?.energy.unrecorded = nil
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(result), as: UTF8.self)
  }

  @Test("A walk with acts and modes gives the figures that its scenario gives by odograph run")
  func figures() throws {
    let trial = try Trial(set: ["minimumDistance=20m"])
    trial.walk(0..<300, metersPerSecond: 0)
    trial.motion = .walking
    trial.walk(300..<600)
    #expect(trial.perform(.open, at: 600.25).isDone)
    trial.walk(600..<700, from: 420)
    #expect(trial.perform(.leave, at: 700.5).isDone)
    trial.motion = [.automotive]
    trial.walk(700..<1300, metersPerSecond: 14, from: 560)
    trial.motion = .stationary
    trial.walk(1300..<1500, metersPerSecond: 0, from: 8960)
    #expect(trial.perform(.forceQuit, at: 1500.125).isDone)
    // A gap of seven minutes, which is simulated once the receiver has a fix again.
    trial.walk(1920..<2100, metersPerSecond: 1.2, from: 8990)
    #expect(trial.perform(.open, at: 2100.75).isDone)
    trial.walk(2101..<2200, metersPerSecond: 1.2, from: 9207)
    // An act after the last position, at 2199 s, does not happen.
    #expect(trial.perform(.forceQuit, at: 2200.5).isDone)
    let summary = try #require(trial.phone.finish())
    #expect(summary.contains("odograph run \(trial.walk.scenarioPath)"))
    let result = try #require(trial.phone.result)
    let again = try Self.text(trial.again())
    #expect(try Self.text(result) == again)
    #expect(result.lifecycle.deaths[.forceQuit] == 1)
    // 2199 s, less the gap of 421 s, which is not evaluated.
    #expect(result.coverage.simulatedSeconds == 2199)
    let scenario = try String(contentsOfFile: trial.walk.scenarioPath, encoding: .utf8)
    #expect(scenario.contains("mode: automotive"))
    // The person looked at the app at the end, and leaves it then.
    #expect(scenario.contains("at: 2026-03-02T12:36:39.000Z, leaves: app"))
  }

  @Test("The display shows a phone that is 30 s behind, and waits while the receiver has no fix")
  func display() throws {
    let trial = try Trial()
    var status = trial.phone.status
    let clock = { (instant: Instant) in LocalCalendar.utc.clockWithSeconds(instant) }
    #expect(
      status.rows(clock).map(\.text) == ["iphone-14 with ios-18: waits for positions"])
    trial.walk(0..<610)
    status = trial.phone.status
    status.unhinderedCount = 600
    let texts = status.rows(clock).map(\.text)
    // The newest growth is at 12:10:00, and 30 s behind; the phone runs up to that instant.
    #expect(texts[0] == "iphone-14 with ios-18: app runs in the background, at 12:09:29")
    #expect(texts[1] == "location hardware: satellites; app asks for standard updates")
    #expect(texts[3].hasSuffix("of the time"))
    #expect(texts[3].contains(", unhindered 600; place known "))
    #expect(texts[5].hasPrefix("motion from the speed of the positions"))
    // Without positions the phone stands still; it does not invent any.
    let before = try #require(trial.phone.status.figures)
    trial.phone.receive(
      PositionReport(mode: .none, time: ScriptedReceiver.noon + .seconds(1500 as Int64)),
      motion: [], at: .seconds(2500 as Int64))
    #expect(trial.phone.status.figures?.time == before.time)
    #expect(!trial.phone.takeRecords().isEmpty)
    #expect(trial.phone.takeRecords().isEmpty)
  }

  @Test("The tracker's share of the battery's use is the difference from a phone without it")
  func battery() throws {
    let trial = try Trial()
    trial.walk(0..<1200)
    let figures = try #require(trial.phone.status.figures)
    #expect(figures.marginalPercent > 0.1)
    #expect(figures.usedPercent > figures.marginalPercent)
    #expect(figures.recordCount > 500)
  }

  @Test("A receiver whose clock is set ends a walk that has begun, and restarts one that has not")
  func clock() throws {
    let trial = try Trial()
    // A receiver without satellites believes in 2006; then it gets the time.
    trial.phone.receive(
      ScriptedReceiver.report(-619_315_200), motion: [], at: .seconds(999 as Int64))
    trial.walk(0..<300)
    #expect(trial.phone.status.figures != nil)
    trial.walk(0..<300)
    #expect(
      trial.phone.status.trouble == "the receiver's clock was set; the walk ended before that")
    #expect(
      trial.perform(.open, at: 700)
        == .refused("The simulated phone does not run: its walk has ended."))
    #expect(try Self.text(trial.phone.result) == Self.text(trial.again()))
    #expect(trial.phone.finish() != nil)
  }

  @Test("A walk that never begins leaves no folder")
  func nothing() throws {
    let trial = try Trial()
    trial.walk(0..<5)
    #expect(trial.phone.finish() == nil)
    #expect(!FileManager.default.fileExists(atPath: trial.walk.folder))
  }

  @Test("Acts are refused before the walk begins")
  func early() throws {
    let trial = try Trial()
    #expect(!trial.perform(.open, at: 0).isDone)
  }

  @Test(
    "Phones that are none name the nearest",
    arguments: [
      ("iphone-41", "unknown phone 'iphone-41'"),
      ("iphone-14/ios-81", "'iphone-14' does not run 'ios-81'"),
      ("", "unknown phone ''"),
    ])
  func unknownPhones(_ text: String, _ reason: String) {
    let error = #expect(throws: InputError.self) {
      try LoopOptions(phone: text, output: nil)
    }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("accepted: ") == true)
  }

  @Test("A phone profile is simulated, and the walk's scenario names it")
  func profile() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/my-phone.yaml"
    let profile = """
      odographProfile: 1
      phone: iphone-14
      system: ios-18
      logs:
        - { sha256: \(String(repeating: "3f", count: 32)), from: 2026-03-02, until: 2026-03-03 }
      parameters:
        battery.healthShare: { prior: [0.8, 1], outcome: moved, draws: [0.875] }
      """
    try Data(profile.utf8).write(to: URL(fileURLWithPath: path))
    let trial = try Trial(phone: path)
    #expect(trial.walk.phone.phoneWords == "my-phone.yaml")
    trial.walk(0..<120)
    _ = trial.phone.finish()
    let health = trial.phone.result?.model.first { $0.name == "battery.healthShare" }
    #expect(health?.value == 0.875 && health?.isCalibrated == true)
    #expect(try Self.text(trial.phone.result) == Self.text(trial.again()))
    #expect(throws: InputError.self) { try LoopOptions(phone: path + ".yml", output: nil) }
  }

  @Test("A folder that exists is refused, and keeps its files")
  func folder() throws {
    let folder = TemporaryFolder()
    let walk = try LoopedWalk(
      LoopOptions(phone: "iphone-14", output: nil), folder: folder.path, calendar: .utc,
      preset: "always", set: [])
    #expect(throws: InputError.self) { try LoopedPhone(walk) }
  }
}
