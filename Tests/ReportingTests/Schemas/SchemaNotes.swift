/// The schemas' descriptions, bounds and patterns, which no type states.
///
/// A measure's description and whether it is a share come from the table of measures.
enum SchemaNotes {
  static let all: [TypeNotes] = [report, energy, findings, choices, why, study, tuning].flatMap(
    \.self)

  static let intervalOfMean: SchemaNote =
    "Where the mean lies with 95 % confidence; null with too few seeds or draws."
}
