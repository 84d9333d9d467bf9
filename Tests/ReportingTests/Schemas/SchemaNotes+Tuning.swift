import Campaigns

@testable import Experiments

extension SchemaNotes {
  static let tuning = [
    TypeNotes(
      Tuning.self,
      members: [
        "schema": SchemaNote(constant: Tuning.schema),
        "start": "What the preset as it is is called.", "adviser": "Who asked for the candidates.",
        "settings": "What was tried.",
        "judged":
          "The preset as it is, then those that the search found best, in the order of asking.",
        "choice": "By the requirements and one of the objectives; as compare chooses.",
        "worth": """
        What becomes of the chosen one when a setting is put back; empty where the preset is \
        chosen as it is, or none is chosen.
        """,
      ]),
    TypeNotes(
      Tuning.Half.self,
      members: [
        "scenarios": "Names.", "seedCount": SchemaNote(from: 1),
        "phoneDays": "How many were lived; of the search without what was asked for again.",
      ]),
    TypeNotes(
      Tuning.Search.self,
      members: [
        "generations": SchemaNote(from: 1), "candidatesLived": "Each once.",
        "foundEligible": """
        Whether any of them met the requirements there. Where none did, those that came nearest \
        were judged.
        """,
      ]),
    TypeNotes(
      Tuning.Setting.self,
      members: ["start": "The preset's value.", "tried": "A range or the values."]),
    TypeNotes(
      JudgedCandidate.self,
      members: [
        "beatenBy": "Who is better.", "changes": "Settings that differ from the preset's.",
        "figures": "By objectives and requirements.",
        "differences": "The same less the preset's, day by day; empty for the preset as it is.",
      ]),
    TypeNotes(
      JudgedCandidate.Standing.self,
      """
      front: meets what is required, and no other that does is better in one objective and as good in \
      all. beaten: another is. failing: does not meet what is required.
      """),
    TypeNotes(SettingChange.self, members: ["start": "As the preset has it."]),
    TypeNotes(
      SettingEffect.self,
      members: [
        "differences":
          "The candidate with the preset's value less the candidate as it is, day by day.",
        "isSure": "Whether any of the intervals leaves 0 outside.",
      ]),
  ]
}
