import Experiments
import Text

/// A table that is described once and then written for a terminal, as Markdown or on a page.
struct Table {
  struct Column {
    enum Kind {
      /// A right-aligned column. If a row has a range in this column, a terminal adds a second line
      /// to the row. The second line shows all ranges of the row.
      case figure
      /// A right-aligned column like `figure`, except that its ranges never add a second line to a
      /// row. A terminal shows these ranges only if the row has a second line anyway.
      case mark
      /// A left-aligned column.
      case words
    }

    /// The lines of the column's heading at a terminal; empty if the column needs no heading there.
    var lines: [String] = []
    /// The column's heading in one line, for Markdown and pages.
    var title = ""
    var kind = Kind.figure
  }

  struct Cell {
    var text: String
    /// The interval or the range around the figure; nil if the figure has neither.
    var range: String?
    var style = TextStyle.plain

    init(_ text: String, range: String? = nil, _ style: TextStyle = .plain) {
      self.text = text
      self.range = range
      self.style = style
    }
  }

  struct Row {
    var name: String
    var style = TextStyle.bold
    var isIndented = false
    var cells: [Cell]
    /// The lines of notes that follow the row at a terminal.
    var notes: [String] = []
  }

  /// The heading above the row names, in Markdown and on pages. A terminal shows `corner` instead.
  var title = ""
  /// The cell above the row names at a terminal.
  var corner = Cell("")
  /// The minimum width of the column of row names, in characters.
  var nameWidthMin = 0
  var headingStyle = TextStyle.dim
  var columns: [Column] = []
  var rows: [Row] = []

  /// Returns the table in GitHub's Markdown syntax. Each range is in brackets after its figure.
  func markdown(alignsFigures: Bool = true) -> String {
    let headings = ([title] + columns.map(\.title)).map(Escaping.markdown)
    let ruler = columns.map { alignsFigures && $0.kind != .words ? "--:" : "---" }
    let texts = rows.map { row in
      [row.name] + row.cells.map { $0.text + ($0.range.map { " (\($0))" } ?? "") }
    }
    let heading = "|" + headings.map { ($0.isEmpty ? "" : " ") + $0 + " |" }.joined()
    let lines = [["---"] + ruler] + texts.map { $0.map(Escaping.markdown) }
    return ([heading] + lines.map { "| " + $0.joined(separator: " | ") + " |" })
      .joined(separator: "\n")
  }

  /// Returns a line of CSV without its line end; nil fields are empty.
  static func csv(_ fields: [String?]) -> String {
    fields.map { Escaping.csv($0 ?? "") }.joined(separator: ",")
  }

  static func field(_ figure: Double?) -> String? { figure.map { "\($0)" } }
}

extension Table.Column {
  init(_ text: MeasureText) {
    self.init(lines: [text.heading.0, text.heading.1], title: text.nameWithUnit)
  }
}

extension Table.Cell {
  init(_ figure: ComparedFigure?, _ text: MeasureText) {
    self.init(
      figure?.mean.map(text.text) ?? FigureText.none, range: figure?.interval.map(text.range))
  }

  init(_ difference: Difference?, _ text: MeasureText) {
    self.init(
      difference?.mean.map(text.difference) ?? FigureText.none,
      range: difference?.interval.map(text.differenceRange))
  }
}
