import Campaigns
import Experiments
import Foundation
import Statistics

/// `tune.html`: the results of a tuning as one file that needs no network.
///
/// It has tables, and a plot of the unchanged preset, the Pareto front and the other candidates
/// that ran on the holdout set.
package struct TuningPage {
  private let tuning: Tuning
  private let plot: TuningPlot
  private let libraries: PageLibraries
  private let words: TuningText

  package init(_ outcome: TuningOutcome) { self.init(outcome, libraries: .installed()) }

  init(_ outcome: TuningOutcome, libraries: PageLibraries) {
    tuning = outcome.tuning
    plot = TuningPlot(outcome)
    // The page has no map.
    self.libraries = PageLibraries(d3: libraries.d3)
    words = TuningText(tuning: outcome.tuning)
  }

  package func html() throws -> Data {
    try PageTemplate(PackageResources.tuning_mustache).page(try context)
  }

  struct Context {
    var title: String
    var facts: [String]
    var style: String
    var scripts: [String]
    var data: String
    var provenance: String
    var licenses: [PageLibraries.License]
    var chartNotice: String?
    var verdict: [String]
    var start: String
    var columns: [ComparisonPage.Heading]
    var candidates: [Candidate]
    var choice: String
    var chosen: String
    var hasWorth: Bool
    var worth: [Worth]
    var settings: [Tuning.Setting]
  }

  struct Candidate {
    var index: Int
    var name: String
    var cells: [Table.Cell]
    var differences: [Table.Cell]
    var standing: String
    var changes: String
    var doubts: [String]
  }

  struct Worth {
    var change: String
    var cells: [Table.Cell]
    var verdict: String
  }

  private var context: Context {
    get throws {
      Context(
        title: tuning.name,
        facts: ["Goal: " + words.wish, words.searched, words.judgedOn],
        style: String(decoding: PackageResources.report_css, as: UTF8.self), scripts: scripts,
        data: try PageData.script(plot),
        provenance: tuning.provenance.sentence(hashOf: "scenarios"),
        licenses: libraries.licenses, chartNotice: libraries.chartNotice,
        verdict: words.verdict, start: tuning.start,
        columns: words.measures.map(ComparisonPage.Heading.init), candidates: candidates,
        choice: words.choice, chosen: tuning.choice.chosen ?? "", hasWorth: !tuning.worth.isEmpty,
        worth: tuning.worth.map(worth), settings: tuning.settings)
    }
  }

  private var scripts: [String] {
    let own = [PackageResources.words_js, PackageResources.meanings_js]
    let drawn = [PackageResources.names_js, PackageResources.marks_js, PackageResources.tuning_js]
    let all = own + (libraries.d3 == nil ? [] : drawn)
    return (libraries.d3.map { [$0] } ?? [])
      + all.map { PageLibraries.forScript(String(decoding: $0, as: UTF8.self)) }
  }

  // MARK: Tables

  private var candidates: [Candidate] {
    tuning.judged.enumerated().map { index, candidate in
      Candidate(
        index: index, name: candidate.name,
        cells: words.figures(of: candidate), differences: words.differences(of: candidate),
        standing: words.standing(candidate), changes: words.changes(candidate),
        doubts: words.doubts(candidate))
    }
  }

  private func worth(_ worth: SettingEffect) -> Worth {
    Worth(
      change: "\(worth.change.setting) \(worth.change.start)", cells: words.differences(of: worth),
      verdict: words.verdict(worth))
  }
}
