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
        False where it was interrupted, or merged without some shards: not all participants are \
        in it.
        """,
        "participantsPlanned": SchemaNote(from: 1), "participants": SchemaNote(from: 1),
        "participantsLeftOut": """
        Numbers of those who are not in it, such as '7-12,30'; only where it was merged without \
        some shards.
        """,
        "days": SchemaNote(from: 1), "start": "ISO 8601 in UTC.", "trackers": .notEmpty,
      ]),
    TypeNotes(
      ValidDayRule.self,
      members: [
        "hours": SchemaNote("Local hours with a record that make a day valid.", from: 1),
        "fromHour": SchemaNote("Hours that begin earlier do not count.", from: 0, to: 23),
        "untilHour": SchemaNote("Nor do hours that begin at this one or later.", from: 1, to: 24),
        "bridgedHours": SchemaNote(
          """
          Hours without a record count where the hours with one before and after lie at most so \
          many apart; 0 bridges nothing.
          """, from: 0, to: 24),
      ]),
    TypeNotes(
      UsableRule.self, members: ["validDays": SchemaNote("Who has so many is usable.", from: 1)]),
    TypeNotes(
      PopulationSummary.Drawn.self,
      members: [
        "name": "Where it stands in the plan.", "counts": "Of words; empty for numbers.",
        "unit": "Of numbers; empty for plain ones.", "values": figureOrNull,
      ]),
    TypeNotes(
      Distribution.self, "Of a figure over participants, each of whom counts once.",
      members: [
        "count": SchemaNote("People to whom the figure applies.", from: 1),
        "interval": "Of the mean over all such people, 95 %; null with fewer than five.",
        "standardDeviation": "Between people; null of one.",
      ]),
    TypeNotes(
      StudyFindings.self,
      members: [
        "hoursPerDay": figureOrNull,
        "mobility": "What does not apply to anybody is left out.",
        "gapCauses": "The largest first; without those that took no time.",
      ]),
    TypeNotes(StudyFindings.Measured.self, members: ["distribution": figureOrNull]),
    TypeNotes(
      StudyFindings.UsableShare.self,
      members: ["share": .share, "interval": "With 95 % confidence."]),
    TypeNotes(
      Recruitment.self,
      members: [
        "usable": SchemaNote(from: 1), "certainty": .share,
        "recruits": "Null where no number would do.",
        "low": "If the usable share lies at the upper end of its interval.",
        "high": "If it lies at the lower end.",
      ]),
    TypeNotes(
      StudyFindings.Slot.self,
      members: [
        "count": "Participants to whom it applies.",
        "mean": SchemaNote(
          "Of their shares of ten-minute epochs without a record.", from: 0, to: 1),
      ]),
    TypeNotes(
      StudyFindings.Mobility.self,
      members: [
        "bias": "Recorded less true, participant by participant.",
        // Rounding may take a rank correlation slightly beyond 1.
        "rankCorrelation": SchemaNote(
          "Of recorded with true; null where all are the same.", from: -1.000001, to: 1.000001),
      ]),
  ]

  private static let figureOrNull: SchemaNote = "Null where the figure applies to no participant."
}
