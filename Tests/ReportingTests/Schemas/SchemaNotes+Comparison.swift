import Statistics

@testable import Experiments

extension SchemaNotes {
  static let findings = [
    TypeNotes(
      Comparison.self,
      members: [
        "schema": SchemaNote(constant: Comparison.schema),
        "isComplete": "False when it was interrupted: the figures are of the runs that were done.",
        "trackers": .notEmpty, "scenarios": .notEmpty,
        "axis": "Set against the battery for the front.",
        "reference": "The tracker that the others are held against.",
        "portfolio": "Over the scenarios, each counting the same; null where there is one.",
      ]),
    TypeNotes(
      Comparison.Design.self, "What was run.",
      members: [
        "seedCount": SchemaNote(
          "Seeds that were lived; less than from firstSeed to lastSeed where some are missing.",
          from: 1),
        "drawCount": SchemaNote(
          "Draws of the phone's unknown parameters; the seeds go round them.", from: 1),
        "correlationBound":
          "Rank correlations of parameters are told from here on; null with too few draws.",
        "readingSeedCount": "Seeds on which contradicting accounts were tried.",
      ]),
    TypeNotes(
      Comparison.Measure.self,
      members: ["sense": "Null for what is neither good nor bad by itself."]),
    TypeNotes(ScenarioComparison.MeasureFigures.self, members: ["figures": "One a seed."]),
    TypeNotes(
      Findings.self,
      members: [
        "differences": "A tracker's figures less the reference's, seed by seed.",
        "readings": "Accounts that contradict the usual one; those that move nothing are left out.",
        "choice": "Only when something was asked for.",
      ]),
    TypeNotes(
      ComparedFigure.self,
      members: ["count": "Runs that have the figure.", "interval": intervalOfMean]),
    TypeNotes(
      Difference.self,
      members: ["count": "Runs that have the figure.", "interval": intervalOfMean]),
    TypeNotes(
      Spread.self, "Standard deviations.",
      members: [
        "chance": SchemaNote("From one day to the next.", from: 0),
        "ignorance": SchemaNote("From one draw of the unknown parameters to the next.", from: 0),
      ]),
    TypeNotes(
      MeasureOrder.self,
      members: [
        "ranking": "The best first.", "drawsInOrder": "Draws in which the whole ranking holds.",
      ]),
    TypeNotes(
      OrderedPair.self,
      members: [
        "advantage": .notNegative, "interval": intervalOfMean, "movedBy": "The strongest first.",
      ]),
    TypeNotes(
      ParameterInfluence.self,
      members: ["correlation": SchemaNote("Spearman's.", from: -1, to: 1)]),
    TypeNotes(
      VariantTrial.self,
      members: [
        "standard": "The account that the comparison follows.",
        "account": "The one that was tried.",
      ]),
    TypeNotes(DecisionChange.self, "What would be decided otherwise."),
  ]

  static let choices = [
    TypeNotes(Choice.Candidate.self, members: ["objectiveInterval": intervalOfMean]),
    TypeNotes(
      RequirementFinding.self,
      members: [
        "interval": intervalOfMean, "isMet": "By the mean.",
        "isSure": "By both ends of the interval as well.",
      ]),
  ]
}
