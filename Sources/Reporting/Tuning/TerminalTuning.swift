import Campaigns
import Experiments

/// A tuning for somebody at a terminal: the front against the preset as it is, what did not hold, and what each
/// setting of the chosen one is worth. At most 100 columns wide.
public struct TerminalTuning {
  private static let width = 100

  private let tuning: Tuning
  private let words: TuningText
  private let pen: Pen

  public init(_ tuning: Tuning, isColoured: Bool = false) {
    self.tuning = tuning
    words = TuningText(tuning: tuning)
    pen = Pen(isColoured: isColoured)
  }

  /// Ends with a line feed.
  public var text: String {
    [heading, table, changes, fallen, verdict, worth].filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func paragraph(_ text: String, indent: Int = 0) -> [String] {
    wrapped(text, width: Self.width, indent: indent)
  }

  private var heading: [String] {
    [pen.paint(tuning.name, .bold)] + paragraph("Wanted: " + words.wish)
      + paragraph(words.searched) + paragraph(words.judgedOn)
  }

  // MARK: The front

  private typealias Cell = TextTable.Cell

  private var shown: [JudgedCandidate] {
    let isEmpty = tuning.front.isEmpty
    return tuning.judged.filter { $0.name == tuning.start || $0.standing == .front || isEmpty }
  }

  /// Of each candidate its figures, and below them how they differ from the preset's.
  private var table: [String] {
    var table = TextTable()
    let texts = words.measures.map(MeasureText.init)
    for line in [\(String, String).0, \(String, String).1] {
      table.add([Cell("")] + texts.map { Cell($0.heading[keyPath: line], .dim) })
    }
    for candidate in shown {
      let figures = texts.map { candidate.figure($0.measure) }
      let isMet = candidate.standing != .failing
      table.add(
        [Cell(candidate.name, .bold)]
          + zip(texts, figures).map { Cell($1?.mean.map($0.text) ?? FigureText.none) }
          + [Cell(words.standing(candidate), isMet ? .good : .bad, isWords: true)])
      guard candidate.name != tuning.start else { continue }
      addDifferences(candidate, texts, to: &table)
    }
    return table.lines(widthMax: Self.width, pen: pen)
  }

  private func addDifferences(
    _ candidate: JudgedCandidate, _ texts: [MeasureText], to table: inout TextTable
  ) {
    let differences = texts.map { candidate.difference($0.measure) }
    table.add(
      [Cell("  less \(tuning.start)", .dim)]
        + zip(texts, differences).map { Cell($1?.mean.map($0.difference) ?? FigureText.none) })
    guard differences.contains(where: { $0?.interval != nil }) else { return }
    table.add(
      [Cell("")]
        + zip(texts, differences).map {
          Cell($1?.interval.map($0.differenceRange) ?? "", .dim)
        })
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
    var table = TextTable()
    let texts = words.measures.map(MeasureText.init)
    for line in [\(String, String).0, \(String, String).1] {
      table.add([Cell("")] + texts.map { Cell($0.heading[keyPath: line], .dim) })
    }
    for worth in tuning.worth {
      let differences = texts.map { text in
        worth.differences.first { $0.measure == text.measure }
      }
      table.add(
        [Cell("  \(worth.change.setting) \(worth.change.start)")]
          + zip(texts, differences).map { Cell($1?.mean.map($0.difference) ?? FigureText.none) }
          + [Cell(words.verdict(worth), isWords: true)])
      guard differences.contains(where: { $0?.interval != nil }) else { continue }
      table.add(
        [Cell("")]
          + zip(texts, differences).map {
            Cell($1?.interval.map($0.differenceRange) ?? "", .dim)
          })
    }
    return paragraph("What becomes of \(chosen) with one setting put back:")
      + table.lines(widthMax: Self.width, pen: pen)
  }
}
