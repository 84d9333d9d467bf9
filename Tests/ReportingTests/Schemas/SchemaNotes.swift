/// The schemas' descriptions, bounds and patterns, which types do not state.
///
/// Descriptions of measures, and which of them are shares, come from the table of measures.
enum SchemaNotes {
  static let all: [TypeNotes] = [
    report, energy, findings, choices, why, judge, judgedBattery, judgedSettings, calibration,
    study, tuning,
  ].flatMap(\.self)

  static let intervalOfMean: SchemaNote = """
    95 % confidence interval of the mean; null with values from fewer than five parameter draws \
    (in why.json: five seeds).
    """
}
