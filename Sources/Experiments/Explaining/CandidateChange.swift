import Evaluation
import Scenarios

/// The kinds of changes that might reduce a gap.
package enum ChangeKind: String, Codable, Sendable, CaseIterable {
  /// A change of the tracker: another value of a setting, or a behavior added or removed. An app's
  /// developer can make this change.
  case setting
  /// A change of the day: an act of the person, or an event that happens to the phone.
  case event
  /// A change of the phone: a rule of the system, or a limit of the hardware. No app developer can
  /// make this change.
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

/// One change to a tracker or to its days. It is tried in a run that is paired with the unchanged
/// run.
///
/// A change must not alter the random values of anything else. Random values depend on an act's
/// position in the scenario's list. Therefore a removed act becomes an act without effect, and a
/// new act is added at the end. Any difference between the two runs then comes from the change.
struct CandidateChange: Sendable {
  /// One size of a change, such as one of several values of a setting.
  struct Step: Sendable {
    /// The change in words, such as "distanceFilter: 500 m → 100 m".
    ///
    /// For an event or a rule, the words are an if-clause without "if", such as "the app had not
    /// crashed".
    var words: String
    var apply: @Sendable (inout RunSetup) -> Void
  }

  /// The name of the change, such as "distanceFilter", "event.forceQuit" or "rule.memoryPressure".
  /// No two changes of a tracker have the same name.
  let name: String
  let kind: ChangeKind
  /// The causes of gaps that the change may reduce.
  let causes: Set<GapCause>
  /// The steps of the change, from the smallest to the largest; at least one.
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

  /// The index of the largest step, which is the whole change.
  var whole: Int { steps.count - 1 }
}

extension Set<GapCause> {
  /// The causes of gaps in which the app's process has ended.
  static let appDead = Set(GapCause.allCases.filter { $0.name.hasPrefix("appDead.") })
  /// The causes of gaps in which the app could run, but the phone does not report the person's
  /// movement to the app.
  static let notDelivered: Set = [
    .nothingAsked, .pausedAutomatically, .suspended, .stalled, .belowServiceResolution, .stale,
  ]
  /// The causes of gaps in which the app requests positions and receives no accurate position.
  package static let unseen: Set<GapCause> = [
    .acquiring, .noSignal, .heldByOperatingSystem, .heldByEngine, .recordedTooInaccurate, .stale,
  ]
  static let unsent: Set<GapCause> = [.notYetSent, .lost]
  static let emptyBattery: Set<GapCause> = [.phoneOff, .appDeadPhoneOff]

  package func and(_ others: Set<GapCause>) -> Set<GapCause> { union(others) }
}
