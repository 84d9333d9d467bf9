extension Table {
  /// The number of spaces between two columns.
  private static let gap = 2

  /// A row of the table as one line of cells, and the notes below that line.
  private struct Line {
    var name: Cell
    var cells: [Cell]
    var notes: [String] = []
  }

  /// Returns the lines of the table. Each range is in the line below its figure.
  ///
  /// A name that would make the table wider than `width` has a line of its own.
  func terminal(width: Int, pen: Pen) -> [String] {
    let lines = headings + rows.flatMap(self.lines)
    let names = lines.map { max($0.name.text.displayWidth, nameWidthMin) }.max() ?? 0
    let widths = columns.indices.map { column in
      lines.map { column < $0.cells.count ? $0.cells[column].text.displayWidth : 0 }.max() ?? 0
    }
    let rest = widths.reduce(0) { $0 + $1 + Self.gap }
    let nameWidth = min(names, max(width - rest, 8))
    return lines.flatMap { text($0, nameWidth, widths, pen) + $0.notes }
  }

  private var headings: [Line] {
    let count: Int = columns.map(\.lines.count).max() ?? 0
    return (0..<count).map { index in
      Line(
        name: index == 0 ? corner : Cell(""),
        cells: columns.map { Cell($0.lines.count > index ? $0.lines[index] : "", headingStyle) })
    }
  }

  private func lines(_ row: Row) -> [Line] {
    let name = Cell((row.isIndented ? "  " : "") + row.name, row.style)
    guard zip(row.cells, columns).contains(where: { $0.range != nil && $1.kind == .figure }) else {
      return [Line(name: name, cells: row.cells, notes: row.notes)]
    }
    let ranges = row.cells.map { Cell($0.range ?? "", .dim) }
    return [
      Line(name: name, cells: row.cells), Line(name: Cell(""), cells: ranges, notes: row.notes),
    ]
  }

  private func text(_ line: Line, _ nameWidth: Int, _ widths: [Int], _ pen: Pen) -> [String] {
    let name = line.name.text
    let isLong = name.displayWidth > nameWidth && !line.cells.isEmpty
    var text =
      isLong
      ? padded("", to: nameWidth)
      : pen.paint(line.cells.isEmpty ? name : padded(name, to: nameWidth), line.name.style)
    for (index, cell) in line.cells.enumerated() {
      let isWords = columns[index].kind == .words
      text += pen.paint(
        isWords
          ? padded("", to: Self.gap) + padded(cell.text, to: widths[index])
          : aligned(cell.text, to: Self.gap + widths[index]), cell.style)
    }
    while text.last == " " { text.removeLast() }
    return (isLong ? [pen.paint(name, line.name.style)] : []) + [text]
  }
}
