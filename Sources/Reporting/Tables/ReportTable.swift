/// A row a tracker, below it the same with a recording's gaps taken for stays, where that was asked for.
extension Table {
  init(_ columns: [ReportColumn], _ trackers: [TrackerResults]) {
    self.init(title: "tracker", columns: columns.map(Column.init))
    for tracker in trackers {
      rows.append(Row(name: tracker.name, cells: columns.map { Cell($0, of: tracker) }))
      guard let inferred = tracker.inferringStays, columns.contains(where: \.isShare) else {
        continue
      }
      // Energy and delivery are not judged by where the person was.
      let cells = columns.map { column in
        guard column.isShare else { return Cell("") }
        var cell = Cell(column, of: inferred)
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
  /// The mean, and the lowest and the highest of several seeds.
  init(_ column: ReportColumn, of tracker: TrackerResults) {
    guard let spread = tracker.spread(column.figure) else {
      self.init(FigureText.none, .dim)
      return
    }
    self.init(
      column.text(spread.mean), range: tracker.runs.count > 1 ? spread.range(column.text) : nil,
      column.isShare ? TextStyle(share: spread.mean) : .plain)
  }
}
