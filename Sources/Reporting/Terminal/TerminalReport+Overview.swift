import Experiments

/// The tables with a row a tracker.
extension TerminalReport {
  var overview: [String] { table(ReportColumn.overview) }

  var records: [String] { table(ReportColumn.records) }

  private func table(_ columns: [ReportColumn]) -> [String] {
    var table = TextTable()
    table.add([.init("")] + columns.map { .init($0.heading.0, .dim) })
    table.add([.init("")] + columns.map { .init($0.heading.1, .dim) })
    for tracker in trackers {
      let spreads = tracker.spreads(columns)
      table.add([.init(tracker.name, .bold)] + zip(columns, spreads).map(mean))
      if isOverSeveralSeeds { table.add([.init("")] + zip(columns, spreads).map(range)) }
      if let inferred = tracker.inferringStays, columns.contains(where: \.isShare) {
        // Energy and delivery are not judged by where the person was.
        let cells = zip(columns, inferred.spreads(columns)).map { column, spread in
          column.isShare ? mean(column, spread) : .init("")
        }
        table.add([.init("  " + inferred.name, .dim)] + cells)
      }
    }
    return table.lines(widthMax: TerminalReport.width, pen: pen)
  }

  private func mean(_ column: ReportColumn, _ spread: Spread?) -> TextTable.Cell {
    guard let spread else { return .init(FigureText.none, .dim) }
    return .init(
      column.measure.figure(spread.mean), column.isShare ? TextStyle(share: spread.mean) : .plain)
  }

  private func range(_ column: ReportColumn, _ spread: Spread?) -> TextTable.Cell {
    .init(spread?.range(column.measure.figure) ?? "", .dim)
  }

  /// What the columns mean.
  var legend: [String] {
    let lines = [
      ("place known", "% of the time: the newest record then lies within 100 m of the person"),
      ("path known", "% of the way: a line between two records passes within 50 m of it"),
      ("10-min epochs", "% of the day's ten-minute pieces with at least one record"),
      ("longest gap", "of the time in which the place was not known, not between records"),
      ("stays, trips", "% of the true ones, 10 min within 100 m, that the records show"),
      ("", "at rest indoors a fix comes about once an hour (STD-19): known place, yet no stay"),
      ("battery", "points of a full battery a day, beyond the same day without the tracker"),
      ("server", "what it received of the records, lost for good or got twice, and how late"),
    ]
    return lines.map { name, meaning in
      pen.paint(padded(name, to: 15) + meaning, .dim)
    }
  }
}
