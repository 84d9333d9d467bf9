import Evaluation
import Scenarios

/// The kind of a change that would have reduced a gap.
package enum ChangeKind: String, Codable, Sendable, CaseIterable {
  /// A change of the tracker: a setting, or a behavior of its preset. A developer can make it.
  case setting
  /// A change of the day: something that the person did, or that happened to the phone.
  case event
  /// A change of the phone: a rule of the system, or a limit of its hardware. No developer can make
  /// it.
  case rule
}

/// The scenario and the tracker of a run, before one thing is changed.
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

/// One change to a tracker's days, tried in a paired run.
///
/// A change must not shift other random values: an act that is left out keeps its place in the
/// file, and an act that is added comes last. So any difference between the two runs comes from the
/// change.
struct CandidateChange: Sendable {
  /// The change up to a certain degree.
  struct Step: Sendable {
    /// The change in words, such as "distanceFilter: 500 m → 100 m". For an event or a rule, the
    /// words that follow "if".
    var words: String
    var apply: @Sendable (inout RunSetup) -> Void
  }

  /// A name that is unique for a tracker, such as "distanceFilter", "event.forceQuit" or
  /// "rule.memoryPressure".
  let name: String
  let kind: ChangeKind
  /// The causes that it may reduce.
  let causes: Set<GapCause>
  /// The steps from the least to the whole. At least one, and only one if there are no degrees.
  let steps: [Step]
  /// The ids of the facts behind a rule; empty for other changes.
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

  /// The index of the step that makes the whole change.
  var whole: Int { steps.count - 1 }
}

extension Set<GapCause> {
  /// The app's process has ended, for whatever reason.
  static let appDead = Set(GapCause.allCases.filter { $0.name.hasPrefix("appDead.") })
  /// The app runs, or may be woken, and does not receive the person's moves.
  static let unheard: Set = [
    .nothingAsked, .pausedAutomatically, .suspended, .stalled, .belowServiceResolution, .stale,
  ]
  /// The app asks for positions and receives none, or none that is accurate enough.
  package static let unseen: Set<GapCause> = [
    .acquiring, .noSignal, .heldByOperatingSystem, .heldByEngine, .recordedTooInaccurate, .stale,
  ]
  static let unsent: Set<GapCause> = [.notYetSent, .lost]
  static let emptyBattery: Set<GapCause> = [.phoneOff, .appDeadPhoneOff]

  package func and(_ others: Set<GapCause>) -> Set<GapCause> { union(others) }
}
