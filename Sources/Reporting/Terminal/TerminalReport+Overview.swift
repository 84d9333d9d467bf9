import Experiments

/// The tables with a row a tracker.
extension TerminalReport {
  var overview: [String] { table(ReportColumn.overview) }

  var records: [String] { table(ReportColumn.records) }

  private func table(_ columns: [ReportColumn]) -> [String] {
    Table(columns, trackers).terminal(width: TerminalReport.width, pen: pen)
  }

  /// What the columns mean.
  var legend: [String] {
    pen.legend(
      [
        ("place known", "% of the time: the newest record then lies within 100 m of the person"),
        ("path known", "% of the way: a line between two records passes within 50 m of it"),
        ("10-min epochs", "% of the day's ten-minute pieces with at least one record"),
        ("longest gap", "of the time in which the place was not known, not between records"),
        ("stays, trips", "% of the true ones, 10 min within 100 m, that the records show"),
        ("", "at rest indoors a fix comes about once an hour (STD-19): known place, yet no stay"),
        ("battery", "points of a full battery a day, beyond the same day without the tracker"),
        ("server", "what it received of the records, lost for good or got twice, and how late"),
      ], width: 15)
  }
}
