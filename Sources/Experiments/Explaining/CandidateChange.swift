import Evaluation
import Scenarios

/// What somebody could do about a gap, or what would have had to be otherwise.
package enum ChangeKind: String, Codable, Sendable, CaseIterable {
  /// Of the tracker: a setting, or a behavior of its preset. This a developer can buy.
  case setting
  /// Of the day: something that the person did, or that befell the phone.
  case event
  /// Of the phone: a rule of the system, or what its hardware can do. Nobody can buy it.
  case rule
}

/// A tracker's days as a run takes them, before one thing is changed.
struct RunSetup: Sendable {
  var scenario: Scenario
  var choice: TrackerChoice
  var preset: Preset

  mutating func set(_ setting: String, _ value: String) {
    choice.settings.append(SettingText(setting, value))
  }

  mutating func fix(_ parameter: String, at value: Double) {
    scenario.phone.model.append(ModelOverride(parameter, value: value))
  }

  mutating func read(_ reading: String, as account: String) {
    scenario.phone.readings.append(ModelReadingChoice(reading, account))
  }
}

/// One thing about a tracker's days that could have been otherwise, tried in a paired run.
///
/// What is changed must not shift anybody's chance: an act that is left out keeps its place in the file,
/// one that is put in comes last. So whatever differs between the two runs comes of the change.
struct CandidateChange: Sendable {
  /// As much of it as is done.
  struct Step: Sendable {
    /// "distanceFilter: 500 m → 100 m"; of an event or a rule what follows "if".
    var words: String
    var apply: @Sendable (inout RunSetup) -> Void
  }

  /// Unique among a tracker's: "distanceFilter", "event.forceQuit", "rule.memoryPressure".
  let name: String
  let kind: ChangeKind
  /// The causes that it may do something about.
  let causes: Set<GapCause>
  /// From the least to the whole; one where a thing is done or not. At least one.
  let steps: [Step]
  /// The facts behind a rule, or nothing.
  let facts: String

  init(
    _ name: String, _ kind: ChangeKind, _ causes: Set<GapCause>, facts: String = "", steps: [Step]
  ) {
    self.name = name
    self.kind = kind
    self.causes = causes
    self.steps = steps
    self.facts = facts
  }

  init(
    _ name: String, _ kind: ChangeKind, _ causes: Set<GapCause>, facts: String = "",
    _ words: String, _ apply: @escaping @Sendable (inout RunSetup) -> Void
  ) {
    self.init(name, kind, causes, facts: facts, steps: [Step(words: words, apply: apply)])
  }

  /// The number of its step that does all of it.
  var whole: Int { steps.count - 1 }
}

extension Set<GapCause> {
  /// The process is gone, whatever ended it.
  static let appDead = Set(GapCause.allCases.filter { $0.name.hasPrefix("appDead.") })
  /// The app lives, or may be woken, and does not hear of the person's moves.
  static let unheard: Set = [
    .nothingAsked, .pausedAutomatically, .suspended, .stalled, .belowServiceResolution, .stale,
  ]
  /// The app asks for positions and gets none, or none that is any good.
  package static let unseen: Set<GapCause> = [
    .acquiring, .noSignal, .heldByOperatingSystem, .heldByEngine, .recordedTooInaccurate, .stale,
  ]
  static let unsent: Set<GapCause> = [.notYetSent, .lost]
  static let emptyBattery: Set<GapCause> = [.phoneOff, .appDeadPhoneOff]

  package func and(_ others: Set<GapCause>) -> Set<GapCause> { union(others) }
}
