import Experiments

/// The tables with a row for each tracker.
extension TerminalReport {
  var overview: [String] { table(ReportColumn.overview) }

  var records: [String] { table(ReportColumn.records) }

  private func table(_ columns: [ReportColumn]) -> [String] {
    Table(columns, trackers).terminal(width: TerminalReport.width, pen: pen)
  }

  /// The definitions of the columns' headings.
  var legend: [String] {
    pen.legend(
      [
        ("place known", "% of the time in which the newest record lies within 100 m of the person"),
        ("path known", "% of the route that lies within 50 m of a line between two records"),
        ("longest gap", "longest time in which the place was not known, not between records"),
        ("stays, trips", "% of the true ones that the records show; a stay is 10 min within 100 m"),
        ("battery", "points of a full battery a day, beyond the same day without the tracker"),
        ("server", "records that it received, that were lost, that came twice, and their delay"),
        (
          "epochs",
          "% of the day's ten-minute epochs with a record; at rest indoors a fix comes about"
        ),
        ("", "once an hour (STD-19), so the place can be known in epochs without a record"),
      ], width: 15)
  }
}
