import Evaluation
import Experiments

/// The table of measures, for a terminal and for Markdown.
extension JudgeText {
  /// Returns the measures to show: all, or those on the time between records and those that a
  /// comparison shows.
  func shown(isVerbose: Bool) -> [JudgedMeasure] {
    guard !isVerbose else { return judgment.measures }
    let headline = Set(Measures.cadence.map(\.name) + Measures.headline)
    return judgment.measures.filter { headline.contains($0.measure) }
  }

  /// Returns the table of the log's figures, with those of the simulated runs if there are any.
  func table(_ measures: [JudgedMeasure]) -> Table {
    var table = Table()
    table.title = "measure"
    table.columns = [Self.column("log")]
    if judgment.simulation != nil {
      table.columns += ["median", "simulated 90 %", "rank"].map(Self.column)
      table.columns.append(Table.Column(title: "place", kind: .words))
    }
    table.rows = measures.compactMap(row)
    return table
  }

  private static func column(_ title: String) -> Table.Column {
    Table.Column(lines: [title], title: title)
  }

  private func row(_ measure: JudgedMeasure) -> Table.Row? {
    guard let definition = Measures.ofLog(measure.measure) else { return nil }
    var row = Table.Row(
      name: definition.title, style: .plain, cells: [Table.Cell(definition.text(measure.log))])
    guard judgment.simulation != nil else { return row }
    guard let simulated = measure.simulated else {
      row.cells += (0..<4).map { _ in Table.Cell(FigureText.none, .dim) }
      return row
    }
    let range = "\(definition.figure(simulated.low)) to \(definition.figure(simulated.high))"
    row.cells += [
      Table.Cell(definition.figure(simulated.median)), Table.Cell(range),
      Table.Cell(Self.whole(simulated.rank) + " %"),
      Table.Cell(simulated.place.rawValue, simulated.place.isOutside ? .fair : .good),
    ]
    return row
  }
}
