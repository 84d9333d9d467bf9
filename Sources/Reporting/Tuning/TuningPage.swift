import Campaigns
import Evaluation
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
  private let marks: TrackerMarks
  private let libraries: PageLibraries
  private let words: TuningText

  package init(_ outcome: TuningOutcome) { self.init(outcome, libraries: .embedded) }

  init(_ outcome: TuningOutcome, libraries: PageLibraries) {
    tuning = outcome.tuning
    marks = TrackerMarks(outcome.tuning.judged.map(\.name))
    plot = TuningPlot(outcome, marks: marks)
    // The page has no map.
    self.libraries = PageLibraries(d3: libraries.d3)
    words = TuningText(tuning: outcome.tuning)
  }

  package func html() throws -> Data {
    try PageTemplate(PackageResources.tuning_mustache).page(try context)
  }

  struct Context: Encodable {
    var shell: PageShell
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

  struct Candidate: Encodable {
    var mark: TrackerMark
    var name: String
    var cells: [PageCell]
    var differences: [PageCell]
    var standing: String
    var changes: String
    var doubts: [String]
  }

  struct Worth: Encodable {
    var change: String
    var cells: [PageCell]
    var verdict: String
  }

  private var context: Context {
    get throws {
      Context(
        shell: try shell, chartNotice: libraries.chartNotice,
        verdict: words.verdict, start: tuning.start,
        columns: words.measures.map(ComparisonPage.Heading.init), candidates: candidates,
        choice: words.choice, chosen: tuning.choice.chosen ?? "", hasWorth: !tuning.worth.isEmpty,
        worth: tuning.worth.map(worth), settings: tuning.settings)
    }
  }

  private var shell: PageShell {
    get throws {
      let drawn = [
        PackageResources.chart_js, PackageResources.labels_js, PackageResources.links_js,
        PackageResources.tuning_js,
      ]
      return try PageShell(
        title: tuning.name, brand: "tuning of a preset",
        facts: ["Goal: " + words.wish, words.searched, words.judgedOn], start: "front-section",
        assets: PageAssets(
          libraries: libraries,
          scripts: [
            PackageResources.words_js, PackageResources.meanings_js, PackageResources.marks_js,
          ] + libraries.scripts(plots: drawn)),
        data: plot, provenance: tuning.provenance.sentence(hashOf: "scenarios"))
    }
  }

  // MARK: Tables

  private var candidates: [Candidate] {
    let costs = tuning.judged.compactMap { $0.figure(Measures.cost)?.mean }
    return tuning.judged.map { candidate in
      let mark = marks[candidate.name]
      return Candidate(
        mark: mark, name: candidate.name,
        cells: zip(words.measures, words.figures(of: candidate)).map { measure, cell in
          PageCell(
            cell, measure: measure, mean: candidate.figure(measure)?.mean,
            costMax: costs.max() ?? 0, mark: mark)
        }, differences: words.differences(of: candidate).map(PageCell.init),
        standing: words.standing(candidate), changes: words.changes(candidate),
        doubts: words.doubts(candidate))
    }
  }

  private func worth(_ worth: SettingEffect) -> Worth {
    Worth(
      change: "\(worth.change.setting) \(worth.change.start)",
      cells: words.differences(of: worth).map(PageCell.init), verdict: words.verdict(worth))
  }
}
