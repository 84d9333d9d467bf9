import Campaigns

@testable import Experiments

extension SchemaNotes {
  static let tuning = [
    TypeNotes(
      Tuning.self,
      members: [
        "schema": SchemaNote(constant: Tuning.schema),
        "start": "Name of the preset with its settings unchanged.",
        "adviser": "Name and version of the optimizer that proposed the candidates.",
        "settings": "Settings that were varied.",
        "judged": """
        Candidates that ran on the holdout set: the unchanged preset, then the best candidates of \
        the search.
        """,
        "choice": """
        Recommendation of the candidate that meets the requirements and is best in an objective; \
        `chosen` is null if no candidate meets the requirements.
        """,
        "worth": """
        Effect of each changed setting of the recommended candidate; empty if no candidate or the \
        unchanged preset is recommended.
        """,
      ]),
    TypeNotes(
      Tuning.Half.self,
      members: [
        "scenarios": "Names of the scenarios.", "seedCount": SchemaNote(from: 1),
        "phoneDays": """
        Number of runs: candidates × scenarios × seeds. In the search, repeated candidates are \
        not run again.
        """,
      ]),
    TypeNotes(
      Tuning.Search.self,
      members: [
        "generations": SchemaNote(from: 1),
        "candidatesLived": "Number of different candidates that were run.",
        "foundEligible": """
        True if at least one candidate met all requirements on the search set. If false, the \
        candidates that came nearest to the requirements were judged.
        """,
      ]),
    TypeNotes(
      Tuning.Setting.self,
      members: [
        "start": "Value in the preset.",
        "tried": "Values that were tried, such as '30 m to 300 m' or 'true, false'.",
      ]),
    TypeNotes(
      JudgedCandidate.self,
      members: [
        "beatenBy": """
        Names of the candidates that meet the requirements, are at least as good in all objectives \
        and better in at least one; empty if the candidate itself does not meet the requirements.
        """,
        "changes": "Settings whose values differ from the preset's values.",
        "figures": "Figure of each measure that is an objective or in a requirement.",
        "differences": """
        Figures minus those of the unchanged preset, paired by scenario and seed; empty for the \
        unchanged preset.
        """,
      ]),
    TypeNotes(
      JudgedCandidate.Standing.self,
      """
      front: meets all requirements; no other candidate that meets them is at least as good in all \
      objectives and better in any. beaten: meets all requirements, but is not on the front. \
      failing: does not meet all requirements.
      """),
    TypeNotes(SettingChange.self, members: ["start": "Value in the preset."]),
    TypeNotes(
      SettingEffect.self,
      members: [
        "differences": """
        Figures of the candidate with the preset's value of the setting, minus those of the \
        candidate itself, paired by scenario and seed.
        """,
        "isSure": "True if at least one interval in `differences` excludes 0.",
      ]),
  ]
}
