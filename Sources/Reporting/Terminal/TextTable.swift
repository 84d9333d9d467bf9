/// How a piece of text looks where there is colour.
enum TextStyle: String, Sendable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case good = "32"
  case fair = "33"
  case bad = "31"

  /// For a share of which all is best.
  init(share: Double) { self = share >= 0.9 ? .good : share >= 0.5 ? .fair : .bad }
}

/// Writes styles as a terminal's escape sequences (ECMA-48, SGR), or leaves them out.
struct Pen: Sendable {
  var isColoured: Bool

  func paint(_ text: String, _ style: TextStyle) -> String {
    isColoured && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// Rows of cells, the first column to the left, all others to the right unless a cell says otherwise.
struct TextTable {
  struct Cell {
    var text: String
    var style = TextStyle.plain
    /// Words are read from the left.
    var isWords = false

    init(_ text: String, _ style: TextStyle = .plain, isWords: Bool = false) {
      self.text = text
      self.style = style
      self.isWords = isWords
    }
  }

  private(set) var rows: [[Cell]] = []
  /// Between two columns.
  var gap = 2

  mutating func add(_ row: [Cell]) { rows.append(row) }

  /// A first cell that would make the table wider than `widthMax` gets a line of its own.
  func lines(widthMax: Int, pen: Pen) -> [String] {
    rowLines(widthMax: widthMax, pen: pen).flatMap { $0 }
  }

  /// The same by row, for what is to stand between rows.
  func rowLines(widthMax: Int, pen: Pen) -> [[String]] {
    let count = rows.map(\.count).max() ?? 0
    guard count > 0 else { return [] }
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
    }
    let rest = widths.dropFirst().reduce(0) { $0 + $1 + gap }
    let first = min(widths[0], max(widthMax - rest, 8))
    return rows.map { lines($0, widths: [first] + widths.dropFirst(), pen) }
  }

  private func lines(_ row: [Cell], widths: [Int], _ pen: Pen) -> [String] {
    guard let head = row.first else { return [""] }
    var lines: [String] = []
    var line: String
    if head.text.displayWidth > widths[0], row.count > 1 {
      lines.append(pen.paint(head.text, head.style))
      line = String(repeating: " ", count: widths[0])
    } else {
      let text = row.count > 1 ? padded(head.text, to: widths[0]) : head.text
      line = pen.paint(text, head.style)
    }
    for (cell, width) in zip(row, widths).dropFirst() {
      let text =
        cell.isWords
        ? String(repeating: " ", count: gap) + padded(cell.text, to: width)
        : aligned(cell.text, to: width + gap)
      line += pen.paint(text, cell.style)
    }
    while line.last == " " { line.removeLast() }
    return lines + [line]
  }
}
