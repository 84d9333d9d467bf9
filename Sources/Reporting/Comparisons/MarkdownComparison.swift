import Experiments
import Text

/// A comparison as Markdown, for a pull request, a wiki or a paper's appendix.
package struct MarkdownComparison {
  private let comparison: Comparison

  package init(_ comparison: Comparison) { self.comparison = comparison }

  /// The Markdown text, which ends with a line feed.
  package var text: String {
    let words = TerminalComparison(comparison)
    var sections: [[String]] = []
    if let part = comparison.incompletenessText { sections.append(["**\(part)**"]) }
    if let portfolio = comparison.portfolio {
      sections.append(["## Over \(comparison.scenarios.count) scenarios"])
      sections += self.sections(portfolio, words)
    }
    for scenario in comparison.scenarios {
      sections.append(["## " + Escaping.markdown(scenario.scenario.name)])
      sections += self.sections(scenario.findings, words)
    }
    return sectioned(sections)
  }

  private func sections(_ findings: Findings, _ words: TerminalComparison) -> [[String]] {
    let reasons =
      findings.orders.map { words.certainty($0) }
      + [words.evidence(findings), words.narrowing(findings), words.choice(findings)]
    return [[words.table(findings).markdown(alignsFigures: false)]]
      + reasons.filter { !$0.isEmpty }.map { ["```text"] + $0 + ["```"] }
  }
}
