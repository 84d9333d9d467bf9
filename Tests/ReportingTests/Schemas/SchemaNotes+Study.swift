import Campaigns
import Scenarios
import Statistics

@testable import Experiments

extension SchemaNotes {
  static let study = [
    TypeNotes(
      Study.self,
      members: [
        "schema": SchemaNote(constant: Study.schema),
        "isComplete": """
        False if the study was interrupted, or merged while some shards were missing. Some \
        participants are then missing.
        """,
        "participantsPlanned": SchemaNote(from: 1), "participants": SchemaNote(from: 1),
        "participantsLeftOut": """
        Numbers of the missing participants, such as '7-12,30'; absent if no participant is \
        missing, or only the last participants.
        """,
        "map": """
        Origin of the participants' places and routes, and the credit of the map, in sentences; \
        absent for a study without a map.
        """,
        "days": SchemaNote(from: 1), "start": "Start of the simulated time, as ISO 8601 in UTC.",
        "trackers": .notEmpty,
      ]),
    TypeNotes(
      ValidDayRule.self,
      members: [
        "hours": SchemaNote("Number of local hours with data that a valid day needs.", from: 1),
        "fromHour": SchemaNote(
          "First local hour that counts; 7 is the hour from 07:00.", from: 0, to: 23),
        "untilHour": SchemaNote(
          "End of the hours that count; 23 counts the hours before 23:00.", from: 1, to: 24),
        "bridgedHours": SchemaNote(
          """
          Largest difference, in hours, between two hours with a record at which the hours between \
          them also count as hours with data; 0 bridges no gap.
          """, from: 0, to: 24),
      ]),
    TypeNotes(
      UsableRule.self,
      members: [
        "validDays": SchemaNote("Number of valid days that a usable participant needs.", from: 1)
      ]),
    TypeNotes(
      PopulationSummary.Drawn.self,
      members: [
        "name": "Path of the drawn entry in the study's plan.",
        "counts": "Number of participants for each drawn word; empty for drawn numbers.",
        "unit": "Unit of drawn numbers; empty for words and for numbers without a unit.",
        "values": figureOrNull,
      ]),
    TypeNotes(
      Distribution.self,
      "Distribution of a figure over participants. Each participant counts once.",
      members: [
        "count": SchemaNote("Number of participants to whom the figure applies.", from: 1),
        "interval": """
        95 % confidence interval of the mean over these participants; null with fewer than five of \
        them (fewer than two in a study of more than 1,000).
        """,
        "standardDeviation":
          "Standard deviation between participants; null for a single participant.",
      ]),
    TypeNotes(
      StudyFindings.self,
      members: [
        "hoursPerDay": figureOrNull,
        "mobility": "Measures of mobility; a measure that applies to no participant is left out.",
        "gapCauses": """
        Hours a day in which the place was not known, by cause, the largest first. A cause without \
        such time is left out.
        """,
      ]),
    TypeNotes(StudyFindings.Measured.self, members: ["distribution": figureOrNull]),
    TypeNotes(
      StudyFindings.UsableShare.self,
      members: ["share": .share, "interval": "95 % interval of the share."]),
    TypeNotes(
      Recruitment.self,
      members: [
        "usable": SchemaNote(from: 1), "certainty": .share,
        "recruits": """
        Number of people to recruit; null if no participant was usable, or if the number exceeds \
        10,000,000.
        """,
        "low": """
        Number of people to recruit if the usable share is the upper end of its interval; null if \
        no participant was usable, or if the number exceeds 10,000,000.
        """,
        "high": """
        Number of people to recruit if the usable share is the lower end of its interval; null if \
        no participant was usable, or if the number exceeds 10,000,000.
        """,
      ]),
    TypeNotes(
      StudyFindings.Slot.self,
      members: [
        "count": "Number of participants with a judged epoch in this hour or day.",
        "mean": SchemaNote(
          """
          Mean over these participants of the share of ten-minute epochs without a record; null \
          without such participants.
          """, from: 0, to: 1),
      ]),
    TypeNotes(
      StudyFindings.Mobility.self,
      members: [
        "bias": "Recorded value minus true value of each participant.",
        // Rounding may take a rank correlation slightly beyond 1.
        "rankCorrelation": SchemaNote(
          """
          Spearman's rank correlation of recorded with true values; null if all recorded or all \
          true values are equal.
          """, from: -1.000001, to: 1.000001),
      ]),
  ]

  private static let figureOrNull: SchemaNote =
    "Distribution over the participants; null if no participant has such a number."
}
