import Files
import Foundation
import Scenarios
import Simulation
import Text
import Timekeeping
import World

/// The walk of a simulated phone in the loop, as a scenario that `odograph run` can run.
struct LoopedWalk {
  static let trackName = "track.jsonl"
  static let seed: UInt64 = 1

  let phone: LoopOptions
  let folder: String
  let calendar: LocalCalendar
  let preset: String
  /// The changed settings, each with its value as the user typed it.
  let settings: [(name: String, value: String)]
  /// The acts of the person, in order of time.
  var acts: [(time: Instant, act: SimulatedAct)] = []
  /// The modes of motion that the machine's accelerometer recognized, in order of time.
  var modes = RecognizedModes()

  init(
    _ phone: LoopOptions, folder: String, calendar: LocalCalendar, preset: String, set: [String]
  ) throws(InputError) {
    self.phone = phone
    self.folder = folder
    self.calendar = calendar
    // In the scenario, a relative path would be relative to the scenario's folder.
    self.preset = preset.contains("/") ? URL(fileURLWithPath: preset).standardized.path : preset
    var settings: [(name: String, value: String)] = []
    for text in set {
      let override = try SettingOverride.parse(text, trackers: [PresetLibrary.name(of: preset)])
      settings.append((override.setting, override.values[0]))
    }
    self.settings = settings
  }

  var trackPath: String { "\(folder)/\(Self.trackName)" }
  var scenarioPath: String { "\(folder)/scenario.yaml" }

  /// True if the person looks at the app.
  var isAppOpen: Bool {
    for act in acts.reversed() {
      switch act.act {
      case .open: return true
      case .leave, .forceQuit, .reboot: return false
      case .unlock, .plugIn, .unplug: continue
      }
    }
    return false
  }

  /// Returns the scenario without the walk, after a check that its phone and tracker can run.
  func checkedScenario() throws(InputError) -> Scenario {
    let stay = [
      "start: 2026-01-01T00:00:00Z", "duration: 1 h", "day: [{ stay: [0, 0] }]",
    ]
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(
      text: (head + stay + tracker).joined(separator: "\n") + "\n", file: scenarioPath)
    _ = try SimulatedDay(scenario: scenario, seed: Self.seed).provision(scenario.trackers[0])
    return scenario
  }

  /// Writes the scenario.
  func write() throws(FileError) {
    try DurableFile.write(Array(text.utf8), to: scenarioPath, mode: 0o600)
  }

  // MARK: YAML

  var text: String {
    let replay =
      ["replay:", "  file: \(Self.trackName)", "  smoothing: fixed-lag"]
      + (modes.spans.isEmpty ? [] : ["  mode:"])
      + modes.spans.map { span in
        "    - { from: \(Self.time(span.first)), to: \(Self.time(span.end)), "
          + "mode: \(span.mode.rawValue) }"
      }
    let person =
      (acts.isEmpty ? [] : ["person:"])
      + acts.map { "  - { at: \(Self.time($0.time)), \($0.act.scenarioText) }" }
    return (head + replay + person + tracker).joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    let system = phone.system.map { ", system: \($0)" } ?? ""
    return [
      "# A walk with a simulated phone in the loop of a live receiver. 'odograph run' gives the",
      "# figures that odograph live showed.",
      "odograph: 1",
      "name: Walk with a live receiver",
      "timeZone: \(calendar.identifier)",
      "phone: { profile: \(Escaping.json(phone.profile))\(system) }",
    ]
  }

  private var tracker: [String] {
    ["trackers:", "  - preset: \(Escaping.json(preset))"]
      + (settings.isEmpty ? [] : ["    set:"])
      + settings.map { "      \($0.name): \(Escaping.json($0.value))" }
  }

  private static func time(_ instant: Instant) -> String { instant.iso8601(fractionDigits: 3) }
}

/// The modes of motion that were recognized at the points of a walk.
struct RecognizedModes {
  struct Span: Equatable {
    var mode: MotionMode
    var first: Instant
    /// The end of the span, which does not belong to it.
    var end: Instant
  }

  private(set) var spans: [Span] = []
  /// True if the last point has the mode of the last span.
  private var continues = false

  /// Adds the mode at the next point; nil if none was recognized.
  mutating func add(_ mode: MotionMode?, at time: Instant) {
    defer { continues = mode != nil }
    guard let mode else { return }
    let end = time + .milliseconds(1)
    if continues, let last = spans.last, last.mode == mode {
      spans[spans.count - 1].end = end
    } else {
      spans.append(Span(mode: mode, first: time, end: end))
    }
  }
}
