import Evaluation

extension ReferenceTable {
  /// The reference of all measures, each with its unit, its formula, and whether more or less is
  /// better.
  package static let measures = ReferenceTable(
    noun: "measure",
    groups: Measures.groups.map { group in
      Group(title: group.title, entries: group.measures.map(ReferenceEntry.init))
    })
}

extension ReferenceEntry {
  fileprivate init(_ measure: MeasureDefinition) {
    self.init(name: measure.name, meaning: measure.meaning, summary: measure.unit.symbol)
    let printed = Measures.byPrintedName.filter { $0.value == measure.name }.map(\.key).sorted()
    otherNames = printed + measure.qualifiedNames
    self = with("title", "title", measure.title)
      .with("heading", "column", measure.heading.map { "\($0.0) \($0.1)" })
      .with("unit", "unit", measure.unit.symbol)
      .with("better", "better", measure.betterText)
      .with("formula", "formula", measure.formula)
      .with("details", "details", measure.details)
      .with("sections", "in report.json", measure.qualifiedNames)
      .with("shown", "shown", measure.shown.words)
      .with("example", "hold it to a limit", measure.expectation, isCode: true)
  }
}

extension MeasureDefinition {
  /// An example line for a scenario that sets a limit for the measure; nil if there is none.
  fileprivate var expectation: String? {
    guard isExplained, let better else { return nil }
    let limit = better == .moreIsBetter ? ">= VALUE" : "<= VALUE"
    return "expect: { PRESET: { \(name): \"\(limit)\" } }"
  }
}

extension MeasureDefinition.Shown {
  fileprivate var words: String {
    switch self {
    case .onRequest: "with --measure"
    case .atOnce: "in comparisons"
    case .inBaselines: "in comparisons and in baselines of odograph check"
    }
  }
}
