import Evaluation
import Scenarios

/// The kinds of changes that might reduce a gap.
package enum ChangeKind: String, Codable, Sendable, CaseIterable {
  /// A change of the tracker: a setting, or a behavior of its preset. An app's developer can make
  /// it.
  case setting
  /// A change of the day: an act of the person, or something that happened to the phone.
  case event
  /// A change of the phone: a rule of the system, or a limit of its hardware. No app developer can
  /// make it.
  case rule
}

/// The scenario and the tracker of a run, to which a change is applied.
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
    scenario.phone.readings.append(ModelVariantChoice(reading, account))
  }
}

/// One change to a tracker or to its days, tried in a run that is paired with the unchanged run.
///
/// A change must not shift other random values. So an act that is left out keeps its place in the
/// file, and an act that is added comes last. Any difference between the two runs then comes from
/// the change.
struct CandidateChange: Sendable {
  /// One degree of a change, such as one of several values of a setting.
  struct Step: Sendable {
    /// The change in words, such as "distanceFilter: 500 m → 100 m". For an event or a rule, the
    /// words that follow "if" in a sentence.
    var words: String
    var apply: @Sendable (inout RunSetup) -> Void
  }

  /// The name of the change, such as "distanceFilter", "event.forceQuit" or "rule.memoryPressure".
  /// It is unique among a tracker's changes.
  let name: String
  let kind: ChangeKind
  /// The causes of gaps that the change may reduce.
  let causes: Set<GapCause>
  /// The steps from the smallest to the whole change. There is at least one. A change without
  /// degrees has only one step.
  let steps: [Step]
  /// The ids of the rule's sources in FACTS.md; empty for events and settings.
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

  /// The index of the step that makes the whole change, which is the last step.
  var whole: Int { steps.count - 1 }
}

extension Set<GapCause> {
  /// The causes of gaps of an app whose process has ended.
  static let appDead = Set(GapCause.allCases.filter { $0.name.hasPrefix("appDead.") })
  /// The causes of gaps of an app that could run, but is not told that the person moves.
  static let notDelivered: Set = [
    .nothingAsked, .pausedAutomatically, .suspended, .stalled, .belowServiceResolution, .stale,
  ]
  /// The causes of gaps of an app that asks for positions and receives no accurate one.
  package static let unseen: Set<GapCause> = [
    .acquiring, .noSignal, .heldByOperatingSystem, .heldByEngine, .recordedTooInaccurate, .stale,
  ]
  static let unsent: Set<GapCause> = [.notYetSent, .lost]
  static let emptyBattery: Set<GapCause> = [.phoneOff, .appDeadPhoneOff]

  package func and(_ others: Set<GapCause>) -> Set<GapCause> { union(others) }
}
