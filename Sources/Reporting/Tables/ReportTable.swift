/// The table of a report, with a row for each tracker. With `--infer-stays`, further rows show the
/// results in which gaps are inferred to be stays.
extension Table {
  init(_ columns: [ReportColumn], _ trackers: [TrackerResults]) {
    self.init(title: "tracker", columns: columns.map(Column.init))
    for tracker in trackers {
      rows.append(Row(name: tracker.name, cells: Cell.all(columns, of: tracker)))
      guard let inferred = tracker.inferringStays, columns.contains(where: \.isShare) else {
        continue
      }
      // Energy and delivery do not depend on where the person was.
      let cells = zip(columns, Cell.all(columns, of: inferred)).map { column, cell in
        guard column.isShare else { return Cell("") }
        var cell = cell
        cell.range = nil
        return cell
      }
      rows.append(Row(name: inferred.name, style: .dim, isIndented: true, cells: cells))
    }
  }
}

extension Table.Column {
  init(_ column: ReportColumn) {
    let lines = [column.heading.0, column.heading.1]
    let title = lines.filter { !$0.isEmpty }.joined(separator: " ")
    self.init(lines: lines, title: title + (column.isShare ? ", %" : ""))
  }
}

extension Table.Cell {
  /// Returns the cells of a tracker's figures, in the order of the columns.
  fileprivate static func all(_ columns: [ReportColumn], of tracker: TrackerResults) -> [Self] {
    zip(columns, tracker.spreads(columns)).map { column, spread in
      Self(column, spread, isRanged: tracker.runs.count > 1)
    }
  }

  /// Makes the cell of a figure. It has the mean, and for several seeds the lowest and the highest
  /// figure.
  private init(_ column: ReportColumn, _ spread: Spread?, isRanged: Bool) {
    guard let spread else {
      self.init(FigureText.none, .dim)
      return
    }
    let text = column.measure.figure
    self.init(
      text(spread.mean), range: isRanged ? spread.range(text) : nil,
      column.isShare ? TextStyle(share: spread.mean) : .plain)
  }
}
