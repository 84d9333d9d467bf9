import Foundation

@testable import Assessments
@testable import Evaluation

/// The tables of Docs/Measures.md. Each stands between two marks, with prose around it.
enum MeasuresPage {
  /// The measures of each mark's name. Causes of gaps and of deaths have no rows of their own.
  private static let subjects: [String: [MeasureDefinition]] = [
    "known": Measures.known, "days": Measures.days, "stays": Measures.stays,
    "states": Measures.states, "movement": Measures.movement, "fixes": Measures.fixes,
    "accuracy": Measures.accuracy, "delivery": Measures.delivery, "late": Measures.late,
    "judged": Measures.judged, "energy": Measures.energy, "derived": Measures.derived,
    "lifecycle": Measures.lifecycle.filter { !$0.member.hasPrefix("deaths.") },
  ]

  /// Returns the page with its tables generated again.
  static func filled(_ page: String) -> String {
    page.replacing(/<!-- measures: ([a-z, ]+) -->\n[^<]*<!-- end of measures -->/) {
      match -> String in
      let names = match.1.split(separator: ", ").map(String.init)
      let rows = names.flatMap { subjects[$0] ?? [] }
      return "<!-- measures: \(match.1) -->\n\(table(rows))<!-- end of measures -->"
    }
  }

  private static func table(_ measures: [MeasureDefinition]) -> String {
    let rows = measures.map { measure in
      let formula = measure.formula.map { "*" + $0.replacing("|", with: "\\|") + "*." }
      let details = measure.details?.replacing("|", with: "\\|")
      let text = [measure.meaning, formula, details].compactMap(\.self).joined(separator: " ")
      let better = measure.betterText ?? "–"
      let cells = ["`\(measure.name)`", measure.title, measure.unit.symbol, better, text]
      return "| " + cells.joined(separator: " | ") + " |\n"
    }
    return "| name | title | unit | better | meaning |\n| --- | --- | --- | --- | --- |\n"
      + rows.joined()
  }
}
