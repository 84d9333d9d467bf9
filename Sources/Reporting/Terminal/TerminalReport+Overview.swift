import Experiments

/// The tables with a row a tracker.
extension TerminalReport {
  /// A column: two lines of heading, the figure, and how it is written.
  struct Column {
    var heading: (String, String)
    var figure: (RunResult) -> Double?
    var text: (Double) -> String
    /// Whether it is a share of which all is best, and coloured so.
    var isShare = false

    static func share(
      _ first: String, _ second: String, _ figure: @escaping (RunResult) -> Double?
    ) -> Column {
      Column(heading: (first, second), figure: figure, text: FigureText.percent, isShare: true)
    }

    static func count(
      _ first: String, _ second: String, _ figure: @escaping (RunResult) -> Int?
    ) -> Column {
      Column(
        heading: (first, second), figure: { figure($0).map(Double.init) }, text: FigureText.count)
    }

    static func duration(
      _ first: String, _ second: String, _ figure: @escaping (RunResult) -> Double?
    ) -> Column {
      Column(heading: (first, second), figure: figure, text: FigureText.duration)
    }
  }

  var overview: [String] {
    table([
      .share("place", "known") { $0.coverage.positionCoverage },
      .share("while", "moving") { $0.coverage.positionCoverageMoving },
      .share("while", "still") { $0.coverage.positionCoverageStill },
      .share("path", "known") { $0.coverage.pathCoverage },
      .share("10-min", "epochs") { $0.coverage.epochCoverage },
      .share("stays", "found") { $0.coverage.stayRecall },
      .share("trips", "found") { $0.coverage.tripRecall },
      Column(
        heading: ("battery", "%/day"), figure: { $0.energy.marginalBatteryPercentPerDay },
        text: { FigureText.decimal($0, 2) }),
    ])
  }

  var records: [String] {
    table([
      .count("fixes", "recorded") { $0.coverage.fixCount },
      .count("server", "received") { $0.delivery?.received },
      .count("", "lost") { $0.delivery?.lost },
      .count("", "twice") { $0.delivery?.duplicated },
      .duration("typical", "delay") { $0.delivery?.latencyP50Seconds },
      .duration("longest", "gap") { $0.coverage.longestGapSeconds },
    ])
  }

  private func table(_ columns: [Column]) -> [String] {
    var table = TextTable()
    table.add([.init("")] + columns.map { .init($0.heading.0, .dim) })
    table.add([.init("")] + columns.map { .init($0.heading.1, .dim) })
    for tracker in trackers {
      table.add([.init(tracker.name, .bold)] + columns.map { mean($0, of: tracker) })
      if isOverSeveralSeeds { table.add([.init("")] + columns.map { range($0, of: tracker) }) }
      if let inferred = tracker.inferringStays, columns.contains(where: \.isShare) {
        // Energy and delivery are not judged by where the person was.
        let cells = columns.map { $0.isShare ? mean($0, of: inferred) : .init("") }
        table.add([.init("  " + inferred.name, .dim)] + cells)
      }
    }
    return table.lines(widthMax: TerminalReport.width, pen: pen)
  }

  private func mean(_ column: Column, of tracker: TrackerResults) -> TextTable.Cell {
    guard let spread = tracker.spread(column.figure) else { return .init(FigureText.none, .dim) }
    return .init(
      column.text(spread.mean), column.isShare ? TextStyle(share: spread.mean) : .plain)
  }

  private func range(_ column: Column, of tracker: TrackerResults) -> TextTable.Cell {
    .init(tracker.spread(column.figure)?.range(column.text) ?? "", .dim)
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
