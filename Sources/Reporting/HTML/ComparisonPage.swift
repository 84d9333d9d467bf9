import Evaluation
import Experiments
import Foundation
import Statistics
import Text

/// `comparison.html`: a comparison as one file that needs no network.
///
/// Tables and sentences are static HTML. If D3 was installed when the page was written, scripts
/// draw the plots of coverage against cost: one for all scenarios together and a small one for each
/// scenario.
package struct ComparisonPage {
  let comparison: Comparison
  let libraries: PageLibraries
  let words: TerminalComparison
  let marks: TrackerMarks

  package init(_ comparison: Comparison) { self.init(comparison, libraries: .embedded) }

  init(_ comparison: Comparison, libraries: PageLibraries) {
    self.comparison = comparison
    // The page has no map.
    self.libraries = PageLibraries(d3: libraries.d3)
    words = TerminalComparison(comparison)
    marks = TrackerMarks(comparison.findings?.trackers.map(\.tracker) ?? [])
  }

  package func html() throws -> Data {
    try PageTemplate(PackageResources.comparison_mustache).page(try context)
  }

  private var context: Context {
    get throws {
      let findings = comparison.findings
      let notices = [comparison.incompletenessText].compactMap { $0 }
      let remarks = comparison.scenarios.flatMap { scenario in
        scenario.scenario.warnings.map { "\(scenario.scenario.name): \($0)" }
      }
      return Context(
        shell: try shell, answer: answer,
        notices: notices, hasNotices: !notices.isEmpty,
        chartNotice: libraries.chartNotice, isPortfolio: comparison.portfolio != nil,
        frontIntroduction: frontIntroduction, seedsCaption: seedsCaption,
        columns: columns.map(Heading.init), rows: findings.map(rows) ?? [],
        hasChoice: findings?.choice != nil, choiceVerdict: choiceVerdict,
        choiceDoubts: choiceDoubts, choiceCaption: choiceCaption, requirements: requirements,
        objective: findings?.choice.map { Measures.title(of: $0.need.objective) } ?? "",
        candidates: candidates, certaintyIntroduction: certaintyIntroduction, orders: orders,
        evidenceTitle: "Where sources contradict each other", evidence: evidence,
        narrowing: narrowing, reference: comparison.reference,
        differenceColumns: words.columns.map(Heading.init), differences: differences,
        axisWords: Measures.title(of: comparison.axis),
        costWords: Measures.title(of: comparison.cost),
        scenarios: scenarios, measures: measures, remarks: remarks, hasRemarks: !remarks.isEmpty)
    }
  }

  private var shell: PageShell {
    get throws {
      let drawn = [
        PackageResources.chart_js, PackageResources.labels_js, PackageResources.links_js,
        PackageResources.pareto_js,
      ]
      return try PageShell(
        title: comparison.name ?? title, brand: "comparison of trackers",
        facts: (comparison.name == nil ? [] : [title]) + [comparison.runsText],
        start: "front-section",
        assets: PageAssets(
          libraries: libraries,
          scripts: [
            PackageResources.words_js, PackageResources.meanings_js, PackageResources.marks_js,
          ] + libraries.scripts(plots: drawn)),
        data: ComparisonPlots(comparison, marks: marks),
        provenance: comparison.provenance.sentence(hashOf: "scenarios"))
    }
  }

  // MARK: - Heading

  private var title: String {
    let names = comparison.scenarios.map(\.scenario.name)
    return "\(FigureText.counted(comparison.trackers.count, "tracker")) on "
      + (names.count == 1 ? names[0] : "\(names.count) scenarios")
  }

  /// The recommendation for the stated need; without a need, the comparison of the best trackers.
  private var answer: String? {
    guard let findings = comparison.findings else { return nil }
    return findings.choice == nil ? TrackerRanking(findings.trackers).sentence : choiceVerdict
  }

  /// The measures of the first table: the coverage in motion and the battery use, then the others.
  var columns: [String] {
    let first = ["positionCoverageMoving", comparison.cost].filter(words.columns.contains)
    return first + words.columns.filter { !first.contains($0) }
  }

  private var frontIntroduction: String {
    let front = comparison.findings?.front.filter(\.isOnFront).map(\.tracker) ?? []
    let axis = Measures.title(of: comparison.axis)
    guard !front.isEmpty else { return "No Pareto front: “\(axis)” does not apply here." }
    return
      "On the Pareto front (no other tracker has as \(comparison.axisAmount) “\(axis)” for as "
      + "little battery): "
      + front.joined(separator: ", ") + "."
  }

  private var seedsCaption: String {
    [
      comparison.portfolio == nil ? "Small dots: single days." : nil,
      comparison.hasIntervals ? nil : "Too few draws for intervals, which need five.",
    ].compactMap(\.self).joined(separator: " ")
  }
}
