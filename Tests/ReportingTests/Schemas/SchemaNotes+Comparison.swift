import Statistics

@testable import Experiments

extension SchemaNotes {
  static let findings = [
    TypeNotes(
      Comparison.self,
      members: [
        "schema": SchemaNote(constant: Comparison.schema),
        "isComplete": """
        False if the comparison was interrupted, or merged while some shards were missing. The \
        figures then cover only the finished runs.
        """,
        "name": "Name of the sweep's plan; absent for 'odograph compare'.",
        "trackers": .notEmpty, "scenarios": .notEmpty,
        "axis": "Measure on the first axis of the Pareto front; `cost` is the other axis.",
        "reference": "Name of the tracker with which the others are compared.",
        "portfolio":
          "Findings over all scenarios, with equal weights; null if there is only one scenario.",
      ]),
    TypeNotes(
      Comparison.Design.self, "Number of runs, seeds and parameter draws.",
      members: [
        "seedCount": SchemaNote(
          """
          Number of seeds that were run; smaller than the range from `firstSeed` to `lastSeed` if \
          some seeds are missing.
          """,
          from: 1),
        "drawCount": SchemaNote(
          "Number of parameter draws. The seeds are assigned to the draws in turn.", from: 1),
        "correlationBound": """
        Absolute rank correlation above which `movedBy` lists a parameter; null with too few \
        parameter draws.
        """,
        "readingSeedCount": """
        Largest number of seeds on which a model variant was tried; 0 if no variant was tried.
        """,
      ]),
    TypeNotes(
      Comparison.Measure.self,
      members: [
        "sense": "Better direction; null for a measure that is neither good nor bad by itself."
      ]),
    TypeNotes(
      ScenarioComparison.MeasureFigures.self,
      members: [
        "figures": """
        Figure of each seed from `firstSeed` to `lastSeed`; null if the measure does not apply or \
        the seed was not run.
        """
      ]),
    TypeNotes(
      Findings.self,
      members: [
        "differences":
          "Figures of each other tracker minus those of the reference, paired by seed.",
        "readings": """
        Trials of other model variants, where sources contradict each other. A variant that shifts \
        no mean is left out.
        """,
        "choice": """
        Recommendation and the findings on all candidates; null if the user stated neither a \
        requirement nor an objective.
        """,
        "narrowing": """
        Uncertainty with and without the logs of the scenario's phone, for the measures that \
        decide; absent if the phone is not calibrated.
        """,
      ]),
    TypeNotes(
      Narrowing.self,
      "Uncertainty of a figure with a calibrated phone, and with the same phone without its logs.",
      members: [
        "reference": "Tracker whose figure is subtracted; null for the tracker's own mean.",
        "calibrated": "With the logs.", "uncalibrated": "Without the logs.",
      ]),
    TypeNotes(
      Narrowing.Certainty.self, "Mean and what is known of it.",
      members: ["interval": intervalOfMean]),
    TypeNotes(
      ComparedFigure.self,
      members: [
        "count": "Number of runs to which the measure applies.", "interval": intervalOfMean,
      ]),
    TypeNotes(
      Difference.self,
      members: [
        "count": "Number of pairs of runs in which the measure applies to both runs.",
        "interval": intervalOfMean,
      ]),
    TypeNotes(
      Spread.self, "Standard deviations, in the unit of the measure.",
      members: [
        "chance": SchemaNote(
          "Day-to-day variation: spread between seeds with the same model parameters.", from: 0),
        "ignorance": SchemaNote(
          "Model uncertainty: spread between parameter draws beyond day-to-day variation.",
          from: 0),
      ]),
    TypeNotes(
      MeasureOrder.self,
      members: [
        "ranking": "Trackers by their mean, the best first.",
        "drawsInOrder":
          "Number of parameter draws with the same order as the whole ranking; ties agree with it.",
      ]),
    TypeNotes(
      OrderedPair.self,
      members: [
        "advantage": .notNegative, "interval": intervalOfMean,
        "movedBy": "Model parameters that affect the advantage most, the strongest first.",
      ]),
    TypeNotes(
      ParameterInfluence.self,
      members: [
        "correlation": SchemaNote(
          """
          Spearman's rank correlation of the parameter with the advantage; above 0 if higher \
          values go with a larger advantage.
          """, from: -1, to: 1)
      ]),
    TypeNotes(
      VariantTrial.self,
      members: [
        "standard": "Model variant that the comparison uses.",
        "account": "Model variant that was tried instead.",
      ]),
    TypeNotes(DecisionChange.self, "Decision that is different under the tried model variant."),
  ]

  static let choices = [
    TypeNotes(Choice.Candidate.self, members: ["objectiveInterval": intervalOfMean]),
    TypeNotes(
      RequirementFinding.self,
      members: [
        "interval": intervalOfMean, "isMet": "True if the mean meets the requirement.",
        "isSure": """
        True if the mean and both ends of its interval meet the requirement; false without an \
        interval.
        """,
      ]),
  ]
}
