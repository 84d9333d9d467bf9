/// The schemas' descriptions, bounds and patterns, which types do not state.
///
/// Descriptions of measures, and which of them are shares, come from the table of measures.
enum SchemaNotes {
  static let all: [TypeNotes] = [report, energy, findings, choices, why, study, tuning].flatMap(
    \.self)

  static let intervalOfMean: SchemaNote =
    "Where the mean lies with 95 % confidence; null with too few seeds or draws."
}
