import Experiments

/// The part of the terminal text on how certain the order of the trackers is, and what the order
/// depends on.
extension TerminalComparison {
  /// Returns a row for each tracker, the best tracker first. A row says how far the tracker is
  /// ahead of the next one, and how certain this lead is.
  func certainty(_ order: MeasureOrder) -> [String] {
    guard let first = order.ranking.first, order.ranking.count > 1 else { return [] }
    let leaders = order.ranking.filter { $0.mean == first.mean }.map(\.tracker)
    let title = "\(leaders.joined(separator: " and ")) \(leaders.count > 1 ? "lead" : "leads")"
    let support =
      first.draws > 1
      ? ", in \(first.drawsFirst) of \(first.draws) draws; the whole order holds in "
        + "\(order.drawsInOrder)" : ""
    return wrapped("\(order.measure): \(title)\(support).", width: Self.width) + rows(order)
  }

  private func rows(_ order: MeasureOrder) -> [String] {
    let text = MeasureText(measure: order.measure)
    let table = Table(
      columns: ["ahead by", "95 %", "in draws", "uncertainty"].map { .init(lines: [$0]) },
      rows: order.ranking.enumerated().map { place, ranked in
        let next = place + 1 < order.ranking.count ? order.ranking[place + 1].tracker : nil
        let pair = next.flatMap { order.pair(ranked.tracker, $0) }
        return Table.Row(
          name: ranked.tracker, style: .plain, isIndented: true, cells: cells(pair, text),
          notes: pair.map(influences) ?? [])
      })
    return table.terminal(width: Self.width, pen: pen)
  }

  private func cells(_ pair: OrderedPair?, _ text: MeasureText) -> [Table.Cell] {
    guard let pair else { return [] }
    guard pair.advantage != 0 else { return [.init("the same")] }
    let ignorance = pair.spread?.ignoranceShare.map { FigureText.decimal($0 * 100, 0) + " %" }
    return [
      .init(text.advantage(pair.advantage)),
      .init(pair.interval.map(text.advantageRange) ?? "", .dim),
      .init(
        "\(pair.drawsHolding)/\(pair.draws)",
        TextStyle(share: Double(pair.drawsHolding) / Double(max(pair.draws, 1)))),
      .init(ignorance ?? "", .dim),
    ]
  }

  private func influences(_ pair: OrderedPair) -> [String] {
    guard !pair.movedBy.isEmpty else { return [] }
    let causes = pair.movedBy.map(\.words).joined(separator: ", ")
    return wrapped("depends most on " + causes, width: Self.width, indent: 4)
      .map { pen.paint($0, .dim) }
  }

  // MARK: Model variants

  func evidence(_ findings: Findings) -> [String] {
    guard comparison.design.readingSeedCount > 0 else { return [] }
    let deciding = findings.readings.filter { !$0.changes.isEmpty }
    guard !deciding.isEmpty else {
      return wrapped(
        "No model variant, tried one at a time, changes which tracker leads, is on the Pareto "
          + "front or is recommended.",
        width: Self.width)
    }
    return [pen.paint("Not decided by evidence", .bold) + ", as sources contradict each other:"]
      + deciding.flatMap { trial in
        wrapped(
          "\(trial.reading): \(trial.account) instead of \(trial.standard) (\(trial.source)): "
            + trial.changes.map(words).joined(separator: "; "), width: Self.width, indent: 2)
      }
  }

  // MARK: The phone's logs

  /// Returns the intervals of the battery use with and without the logs of a calibrated phone.
  func narrowing(_ findings: Findings) -> [String] {
    guard let text = NarrowingText(findings, cost: comparison.cost) else { return [] }
    let table = Table(
      columns: NarrowingText.columns.map { .init(lines: [$0]) },
      rows: text.table(comparison.cost).map { row in
        Table.Row(
          name: row.name, style: .plain, isIndented: true, cells: row.cells.map { .init($0) })
      })
    return [pen.paint(NarrowingText.title + ":", .bold)]
      + wrapped(text.sentence, width: Self.width) + table.terminal(width: Self.width, pen: pen)
  }

  func words(_ change: DecisionChange) -> String {
    switch change.decision {
    case .first:
      "\(names(change.instead)) \(change.instead.count > 1 ? "lead" : "leads") by "
        + "\(change.measure ?? ""), not \(names(change.standard))"
    case .front: front(change)
    case .choice: "recommended is \(names(change.instead)), not \(names(change.standard))"
    }
  }

  private func front(_ change: DecisionChange) -> String {
    let joins = change.instead.filter { !change.standard.contains($0) }
    let leaves = change.standard.filter { !change.instead.contains($0) }
    return [
      joins.isEmpty ? nil : "joining the Pareto front: \(names(joins))",
      leaves.isEmpty ? nil : "leaving the Pareto front: \(names(leaves))",
    ].compactMap { $0 }.joined(separator: "; ")
  }

  private func names(_ trackers: [String]) -> String {
    trackers.isEmpty ? "no tracker" : trackers.joined(separator: ", ")
  }
}

extension ParameterInfluence {
  /// The parameter, its source, and how much it correlates with the better tracker's lead, as text.
  var words: String {
    let correlation = FigureText.decimal(self.correlation, 2)
    return "\(parameter) (\(source); r = \(correlation))"
  }
}
