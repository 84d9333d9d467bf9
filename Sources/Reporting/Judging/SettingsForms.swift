import Experiments
import Text

/// The comparison of days with two settings, for a terminal, at most 100 columns wide.
package struct TerminalSettings {
  private static let width = 100

  private let words: SettingsText
  private let pen: Pen
  private let isVerbose: Bool

  package init(_ judgment: SettingsJudgment, isColored: Bool = false, isVerbose: Bool = false) {
    words = SettingsText(judgment: judgment)
    self.isVerbose = isVerbose
    pen = Pen(isColored: isColored)
  }

  /// The comparison as text for a terminal. The text ends with a line feed.
  package var text: String {
    sectioned([heading, remarks, table, legend])
  }

  private var heading: [String] {
    wrapped(words.verdict, width: Self.width).map { pen.paint($0, .bold) }
      + wrapped(words.extent, width: Self.width)
  }

  private var remarks: [String] {
    words.judgment.comparison.remarks.flatMap { wrapped("! \($0)", width: Self.width) }
      .map { pen.paint($0, .fair) }
  }

  private var table: [String] {
    words.table(isVerbose: isVerbose).terminal(width: Self.width, pen: pen)
  }

  private var legend: [String] {
    pen.legend(
      [
        ("difference", "second minus first; colored if its 95 % interval leaves out 0"),
        ("days", "of each setting that show such a difference in nine of ten experiments"),
      ], width: 12)
  }
}

/// The comparison of days with two settings, as Markdown for a pull request or a wiki.
package struct MarkdownSettings {
  private let words: SettingsText

  package init(_ judgment: SettingsJudgment) { words = SettingsText(judgment: judgment) }

  /// The Markdown text, which ends with a line feed.
  package var text: String {
    sectioned([
      ["**\(Escaping.markdown(words.verdict))**"],
      [
        ([words.extent] + words.judgment.comparison.remarks).map(Escaping.markdown)
          .joined(separator: " ")
      ],
      [words.table(isVerbose: false).markdown()],
    ])
  }
}

/// The comparison of days with two settings as CSV, a row for each measure. Fields that do not
/// apply are empty.
package enum SettingsCSV {
  static let columns = [
    "measure", "firstDays", "secondDays", "firstMean", "secondMean", "difference", "low", "high",
    "countToDistinguish",
  ]

  package static func text(_ judgment: SettingsJudgment) -> String {
    let rows = judgment.comparison.differences.map { row in
      let means = row.means
      return Table.csv(
        [row.measure, "\(row.firstDays)", "\(row.secondDays)"]
          + [
            means.firstMean, means.secondMean, means.difference, means.interval?.low,
            means.interval?.high,
          ].map(Table.field) + [means.countToDistinguish.map { "\($0)" }])
    }
    return ([Table.csv(columns)] + rows).joined(separator: "\n") + "\n"
  }
}
