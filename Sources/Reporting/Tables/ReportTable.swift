/// A row a tracker, below it the same with a recording's gaps taken for stays, where that was asked for.
extension Table {
  init(_ columns: [ReportColumn], _ trackers: [TrackerResults]) {
    self.init(title: "tracker", columns: columns.map(Column.init))
    for tracker in trackers {
      rows.append(Row(name: tracker.name, cells: Cell.all(columns, of: tracker)))
      guard let inferred = tracker.inferringStays, columns.contains(where: \.isShare) else {
        continue
      }
      // Energy and delivery are not judged by where the person was.
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
  /// A tracker's figures in the order of the columns.
  fileprivate static func all(_ columns: [ReportColumn], of tracker: TrackerResults) -> [Self] {
    zip(columns, tracker.spreads(columns)).map { column, spread in
      Self(column, spread, isRanged: tracker.runs.count > 1)
    }
  }

  /// The mean, and the lowest and the highest of several seeds.
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
