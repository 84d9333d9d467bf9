import Campaigns
import Experiments

/// The results of a tuning for a terminal, at most 100 columns wide.
///
/// They compare the candidates on the Pareto front with the unchanged preset, list the candidates
/// that failed on the holdout set, and show the effect of each setting of the recommended
/// candidate.
package struct TerminalTuning {
  private static let width = 100

  private let tuning: Tuning
  private let words: TuningText
  private let pen: Pen

  package init(_ tuning: Tuning, isColored: Bool = false) {
    self.tuning = tuning
    words = TuningText(tuning: tuning)
    pen = Pen(isColored: isColored)
  }

  /// The results of the tuning as text for a terminal. The text ends with a line feed.
  package var text: String {
    sectioned([heading, table, changes, fallen, verdict, worth])
  }

  private func paragraph(_ text: String, indent: Int = 0) -> [String] {
    wrapped(text, width: Self.width, indent: indent)
  }

  private var heading: [String] {
    [pen.paint(tuning.name, .bold)] + paragraph("Goal: " + words.wish)
      + paragraph(words.searched) + paragraph(words.judgedOn)
  }

  // MARK: The front

  private var shown: [JudgedCandidate] {
    let isEmpty = tuning.front.isEmpty
    return tuning.judged.filter { $0.name == tuning.start || $0.standing == .front || isEmpty }
  }

  /// The table of each candidate's figures, with the differences from the preset's figures below
  /// them.
  private var table: [String] {
    var table = Table(columns: words.columns)
    for candidate in shown {
      let isMet = candidate.standing != .failing
      let figures = words.figures(of: candidate).map { Table.Cell($0.text) }
      table.rows.append(
        .init(
          name: candidate.name,
          cells: figures + [.init(words.standing(candidate), isMet ? .good : .bad)]))
      guard candidate.name != tuning.start else { continue }
      table.rows.append(
        .init(
          name: "minus \(tuning.start)", style: .dim, isIndented: true,
          cells: words.differences(of: candidate)))
    }
    return table.terminal(width: Self.width, pen: pen)
  }

  /// The lines on each candidate: its changed settings and its doubtful requirements. A requirement
  /// is doubtful if the candidate's mean meets it, but part of the mean's interval does not.
  ///
  /// The unchanged preset has no changed settings, but may have doubtful requirements.
  private var changes: [String] {
    shown.flatMap { candidate in
      (candidate.name == tuning.start
        ? [] : paragraph("\(candidate.name): \(words.changes(candidate))", indent: 2))
        + words.doubts(candidate).flatMap { paragraph("! \(candidate.name): \($0)", indent: 2) }
        .map { pen.paint($0, .fair) }
    }
  }

  private var fallen: [String] {
    guard !tuning.front.isEmpty else { return [] }
    let others = tuning.judged.filter { $0.standing != .front && $0.name != tuning.start }
    guard !others.isEmpty else { return [] }
    return ["On the Pareto front in the search, but not here:"]
      + others.flatMap { paragraph("\($0.name): \(words.standing($0))", indent: 2) }
  }

  private var verdict: [String] {
    (words.verdict + [words.choice]).flatMap { paragraph($0) }
  }

  // MARK: The effect of each setting

  private var worth: [String] {
    guard let chosen = tuning.choice.chosen, !tuning.worth.isEmpty else { return [] }
    let table = Table(
      columns: words.columns,
      rows: tuning.worth.map { worth in
        Table.Row(
          name: "\(worth.change.setting) \(worth.change.start)", style: .plain, isIndented: true,
          cells: words.differences(of: worth) + [.init(words.verdict(worth))])
      })
    return paragraph("Effect of reverting one setting of \(chosen):")
      + table.terminal(width: Self.width, pen: pen)
  }
}
