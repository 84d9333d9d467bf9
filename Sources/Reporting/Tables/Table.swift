import Experiments
import Text

/// A table that is described once, for a terminal, for Markdown and for a page.
struct Table {
  struct Column {
    enum Kind {
      /// A column aligned to the right; at a terminal its ranges have a line of their own.
      case figure
      /// A column aligned to the right; its ranges stand in the line of the figures' ranges, if
      /// there is one.
      case mark
      /// A column aligned to the left.
      case words
    }

    /// The lines of the heading at a terminal; empty if the column needs none there.
    var lines: [String] = []
    /// The heading in one line, for other forms.
    var title = ""
    var kind = Kind.figure
  }

  struct Cell {
    var text: String
    /// The interval or the range around the figure; nil without one.
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
    /// Lines below the row at a terminal.
    var notes: [String] = []
  }

  /// The heading above the rows' names, in forms that have one.
  var title = ""
  /// The cell above the rows' names at a terminal, instead of the title.
  var corner = Cell("")
  /// The minimum width of the names at a terminal.
  var nameWidthMin = 0
  var headingStyle = TextStyle.dim
  var columns: [Column] = []
  var rows: [Row] = []

  /// Returns a Markdown table that GitHub and others read, with ranges in brackets after their
  /// figures.
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
    self.init(lines: [text.heading.0, text.heading.1], title: text.measure)
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
