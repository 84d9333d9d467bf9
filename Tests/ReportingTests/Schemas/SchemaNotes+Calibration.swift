import Experiments

extension SchemaNotes {
  static let calibration = [
    TypeNotes(
      Calibration.self,
      members: [
        "schema": SchemaNote(constant: Calibration.schema),
        "nights": "Nights in the order of the logs.",
        "parameters": """
        Parameters on which the drain of the nights depends, the most influential first.
        """,
        "unexplainedPercentPerHour": """
        Standard deviation by which nights differ beyond the model: the median of its draws.
        """,
        "summaries": "Comparison of predictions and measurements, for each role that has nights.",
        "remarks": "Cautions, in sentences.",
      ]),
    TypeNotes(
      Calibration.Design.self, "How the calibration was made.",
      members: [
        "intervalShare": SchemaNote(
          "Probability that each interval is to cover.", from: 0, to: 1),
        "surfaceExplainedShare": """
        Least share of a night's variance that the response surfaces explain.
        """,
      ]),
    TypeNotes(
      Calibration.Role.self,
      """
      fit: the night has narrowed the parameters. heldBack: it checks the result. anotherUnit: it \
      is of another phone of the same model, and checks the result.
      """),
    TypeNotes(
      Calibration.Night.self, "A stretch of a log without a charger.",
      members: [
        "measured": "Measured drain, and the limits that the gauge's steps leave.",
        "before": "Drain that the model predicts without the calibration.",
        "after": "Drain that the calibrated phone predicts.",
        "isExplained": """
        False if the calibrated parameters miss the measured drain by more than 0.5 %/h and by \
        more than half the width of `before`.
        """,
      ]),
    TypeNotes(
      Calibration.Parameter.self,
      members: [
        "remainingShare": """
        Standard deviation of the posterior as a share of the prior's, on the scale of scores.
        """,
        "draws": "Posterior draws; draws of one index belong together, over all parameters.",
      ]),
    TypeNotes(
      Calibration.Parameter.Outcome.self,
      "moved: the logs moved or narrowed the parameter. undecided: they cannot tell it."),
    TypeNotes(
      Calibration.Scores.self, "Agreement of predicted intervals with measurements.",
      members: ["coveredShare": SchemaNote(from: 0, to: 1)]),
  ]
}
