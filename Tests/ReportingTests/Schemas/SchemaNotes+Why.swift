@testable import Experiments

extension SchemaNotes {
  static let why = [
    TypeNotes(
      Why.self,
      members: [
        "schema": SchemaNote(constant: Why.schema),
        "isComplete": """
        False if the analysis was interrupted; changes that were not fully tried are then left out.
        """,
        "trackers": .notEmpty,
      ]),
    TypeNotes(
      Why.Design.self, "Number of seeds and runs, and the limits of the analysis.",
      members: [
        "seedCount": SchemaNote(from: 1),
        "hours": SchemaNote(
          "Number of hours to which minutes refer: 24, or the judged time if it is shorter.",
          from: 0, to: 24),
        "causeMinutesMin": SchemaNote(
          "Minutes below which a cause is listed in `smallCauses`, without an explanation.",
          from: 0),
        "stepShare": SchemaNote(
          "Share of the whole change's regained time that the `smallest` step must regain.",
          from: 0, to: 1),
      ]),
    TypeNotes(SeedMean.self, "Mean over the seeds.", members: ["interval": intervalOfMean]),
    TypeNotes(
      ExplainedTracker.self,
      members: [
        "missedMinutes": "Minutes in which the recorded positions do not show the place.",
        "batteryPercentPerDay": """
        Battery use of the unchanged tracker, in percentage points a day; null if it could not be \
        compared with the baseline day.
        """,
        "causes": """
        Causes with at least `causeMinutesMin` minutes, the largest first. Causes of gaps at the \
        server are last.
        """,
      ]),
    TypeNotes(ExplainedTracker.SmallCause.self, members: ["minutes": .notNegative]),
    TypeNotes(
      ExplainedCause.self,
      members: [
        "changes": """
        Changes that regain some of the time: settings, then events, then rules. The change that \
        regains most is first within its kind.
        """,
        "inVain": "Changes that were tried and regain no more than a negligible time.",
        "reason": "Reason for which no change was tried; null if a change was tried.",
      ]),
    TypeNotes(
      ChangeKind.self,
      """
      setting: a setting or behavior of the tracker, which an app developer can change. event: an \
      act of the person, or an event of the day. rule: a rule of the system or a limit of the \
      hardware, which no app developer can change.
      """),
    TypeNotes(
      TriedChange.self,
      members: [
        "name": "Name, such as 'event.forceQuit'; unique within a tracker.",
        "facts": "IDs of the rule's sources in FACTS.md; empty for settings and events.",
        "isOnFront": """
        True for a setting on the Pareto front of regained time and battery use; false for events \
        and rules.
        """,
        "isSure": """
        True if the interval of `whole.regained` begins at 0.5 minutes or more; null with fewer \
        than five seeds.
        """,
        "whole": "Effect of the whole change.",
        "smallest": """
        Effect of the smallest step that regains at least `stepShare` of the whole change's time; \
        null if no step smaller than the whole change was found.
        """,
      ]),
    TypeNotes(
      ChangeEffect.self,
      members: [
        "change": "The change in words; for an event or a rule, an if-clause without \"if\".",
        "regainedOfCause":
          "Minutes regained from this cause; another cause may take over a part of them.",
        "regained": "Minutes regained from all causes together.",
        "regainedMoving":
          "Minutes regained while the person moves; null for a cause of gaps at the server.",
        "batteryPercentPerDay":
          "Additional battery use, in percentage points a day; null if it could not be compared.",
      ]),
  ]
}
