import Campaigns
import Experiments

/// A tuning for somebody at a terminal: the front against the preset as it is, what did not hold, and what each
/// setting of the chosen one is worth. At most 100 columns wide.
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

  /// Ends with a line feed.
  package var text: String {
    sectioned([heading, table, changes, fallen, verdict, worth])
  }

  private func paragraph(_ text: String, indent: Int = 0) -> [String] {
    wrapped(text, width: Self.width, indent: indent)
  }

  private var heading: [String] {
    [pen.paint(tuning.name, .bold)] + paragraph("Wanted: " + words.wish)
      + paragraph(words.searched) + paragraph(words.judgedOn)
  }

  // MARK: The front

  private var shown: [JudgedCandidate] {
    let isEmpty = tuning.front.isEmpty
    return tuning.judged.filter { $0.name == tuning.start || $0.standing == .front || isEmpty }
  }

  /// Of each candidate its figures, and below them how they differ from the preset's.
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
          name: "less \(tuning.start)", style: .dim, isIndented: true,
          cells: words.differences(of: candidate)))
    }
    return table.terminal(width: Self.width, pen: pen)
  }

  /// The preset has none, and may be in doubt all the same.
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
    return ["On the search's front, and not here:"]
      + others.flatMap { paragraph("\($0.name): \(words.standing($0))", indent: 2) }
  }

  private var verdict: [String] {
    (words.verdict + [words.choice]).flatMap { paragraph($0) }
  }

  // MARK: What each setting is worth

  private var worth: [String] {
    guard let chosen = tuning.choice.chosen, !tuning.worth.isEmpty else { return [] }
    let table = Table(
      columns: words.columns,
      rows: tuning.worth.map { worth in
        Table.Row(
          name: "\(worth.change.setting) \(worth.change.start)", style: .plain, isIndented: true,
          cells: words.differences(of: worth) + [.init(words.verdict(worth))])
      })
    return paragraph("What becomes of \(chosen) with one setting put back:")
      + table.terminal(width: Self.width, pen: pen)
  }
}
