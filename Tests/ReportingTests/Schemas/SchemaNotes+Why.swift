@testable import Experiments

extension SchemaNotes {
  static let why = [
    TypeNotes(
      Why.self,
      members: [
        "schema": SchemaNote(constant: Why.schema),
        "isComplete": "False when it was interrupted; what was not tried to its end is left out.",
        "trackers": .notEmpty,
      ]),
    TypeNotes(
      Why.Design.self, "What was run.",
      members: [
        "seedCount": SchemaNote(from: 1),
        "hours": SchemaNote("How long a time minutes are of.", from: 0, to: 24),
        "causeMinutesMin": SchemaNote("Causes of less are not explained.", from: 0),
        "stepShare": SchemaNote(
          "Of what the whole change regains, the smallest one regains at least so much.",
          from: 0, to: 1),
      ]),
    TypeNotes(SeedMean.self, "Over the seeds.", members: ["interval": intervalOfMean]),
    TypeNotes(
      ExplainedTracker.self,
      members: [
        "missedMinutes": "Not covered by what the tracker had recorded.",
        "batteryPercentPerDay": "What the tracker costs as it is.",
        "causes": "The largest first; those of what the server knows last.",
      ]),
    TypeNotes(ExplainedTracker.SmallCause.self, members: ["minutes": .notNegative]),
    TypeNotes(
      ExplainedCause.self,
      members: [
        "changes": """
        What regains some of it: settings, events, rules, of each the one that regains most \
        first.
        """,
        "inVain": "What was tried and regains next to nothing.",
        "reason": "Why nothing was tried.",
      ]),
    TypeNotes(
      ChangeKind.self,
      """
      setting: the developer can buy it. event: something of that day. rule: the system or the \
      hardware, whose doing the gap is.
      """),
    TypeNotes(
      TriedChange.self,
      members: [
        "name": "Unique among those of a tracker.",
        "facts": "Ids of the facts that a rule rests on; else empty.",
        "isOnFront": "Of settings: none other regains as much for as little battery.",
        "isSure": """
        Whether the interval of what it regains begins at half a minute or above; null with fewer \
        than five seeds.
        """,
        "whole": "All of it.",
        "smallest": "The smallest part that is enough; null where that is the whole.",
      ]),
    TypeNotes(
      ChangeEffect.self,
      members: [
        "change": "What was changed; of an event or a rule what follows \"if\".",
        "regainedOfCause": "Minutes of this cause; another may take what it gives up.",
        "regained": "Minutes of all causes together.",
        "regainedMoving":
          "The same while the person moves; null for what the server does not know.",
        "batteryPercentPerDay":
          "Points of battery a day more than before; null where they could not be compared.",
      ]),
  ]
}
