import Evaluation
import Experiments

/// The part of the page on the certainty of the trackers' order, the parameters that it depends on,
/// and the recommended tracker.
extension ComparisonPage {
  var certaintyIntroduction: String {
    "Phone parameters that no source settles were drawn "
      + "\(FigureText.times(Double(comparison.design.drawCount))). “Holds in draws” is the number "
      + "of these draws in which a tracker is ahead of the next. “Model uncertainty” is the share "
      + "of the spread of their difference that comes from the draws; the rest is day-to-day "
      + "variation (days, people, phones)."
  }

  var orders: [Order] {
    (comparison.findings?.orders ?? []).filter { !$0.ranking.isEmpty }.map { order in
      let first = order.ranking[0]
      let leaders = order.ranking.filter { $0.mean == first.mean }.map(\.tracker)
      let support = first.draws > 1 ? ", in \(first.drawsFirst) of \(first.draws) draws" : ""
      let verb = leaders.count > 1 ? "lead" : "leads"
      return Order(
        title: Measures.title(of: order.measure),
        leader: "\(leaders.joined(separator: " and ")) \(verb)\(support)", places: places(order))
    }
  }

  private func places(_ order: MeasureOrder) -> [Place] {
    let text = MeasureText(measure: order.measure)
    return order.ranking.enumerated().map { index, ranked in
      let next = index + 1 < order.ranking.count ? order.ranking[index + 1].tracker : nil
      guard let pair = next.flatMap({ order.pair(ranked.tracker, $0) }) else {
        return Place(name: ranked.tracker, advantage: "", draws: "", ignorance: "", movedBy: "")
      }
      guard pair.advantage != 0 else {
        return Place(
          name: ranked.tracker, advantage: "the same", draws: "", ignorance: "", movedBy: "")
      }
      return Place(
        name: ranked.tracker, advantage: text.advantage(pair.advantage),
        range: pair.interval.map(text.advantageRange),
        draws: "\(pair.drawsHolding) of \(pair.draws)",
        ignorance: pair.spread?.ignoranceShare.map { FigureText.decimal($0 * 100, 0) + " %" }
          ?? FigureText.none,
        movedBy: pair.movedBy.map(\.words).joined(separator: ", "))
    }
  }

  // MARK: - Model variants

  var evidence: [String] {
    guard comparison.design.readingSeedCount > 0, let findings = comparison.findings else {
      return ["Model variants, for which sources contradict each other, were not tried."]
    }
    let deciding = findings.readings.filter { !$0.changes.isEmpty }
    guard !deciding.isEmpty else {
      return [
        "No model variant, tried one at a time, changes which tracker leads, is on the Pareto "
          + "front or is recommended."
      ]
    }
    return ["Not decided by evidence, because another model variant changes the result:"]
      + deciding.map { trial in
        "\(trial.reading): \(trial.account) instead of \(trial.standard) (\(trial.source)): "
          + trial.changes.map(words.words).joined(separator: "; ") + "."
      }
  }

  // MARK: - The phone's logs

  /// How much the logs of a calibrated phone narrow, by measure; nil for other phones.
  var narrowing: NarrowingTables? {
    guard let text = NarrowingText(comparison.findings, cost: comparison.cost) else { return nil }
    let measures = [comparison.cost, comparison.axis].withoutRepeats
    return NarrowingTables(
      title: NarrowingText.title, sentence: text.sentence, columns: NarrowingText.columns,
      tables: measures.map { measure in
        .init(
          caption: Measures.title(of: measure) + ": 95 % intervals of means and differences",
          rows: text.table(measure).map { .init(name: $0.name, cells: $0.cells) })
      })
  }

  // MARK: - The choice

  private var choice: Choice? { comparison.findings?.choice }

  var choiceVerdict: String {
    choice.map { ChoiceText($0).sentence } ?? ""
  }

  var choiceDoubts: [String] {
    guard let choice else { return [] }
    return words.doubts(choice) + words.failures(choice)
  }

  var choiceCaption: String { "Each tracker against the requirements and the objective" }

  var requirements: [String] { choice?.need.requirements.map(ChoiceText.text) ?? [] }

  var candidates: [Candidate] {
    guard let choice else { return [] }
    return choice.candidates.map { candidate in
      let asked = candidate.requirements.map { finding in
        let text = MeasureText(measure: finding.requirement.measure)
        let verdict = finding.isMet ? (finding.isSure ? "met" : "met, not certain") : "not met"
        return Cell(
          text: (finding.found.map(text.withUnit) ?? FigureText.none) + ", " + verdict,
          range: finding.interval.map(text.range), color: finding.isMet ? "sure" : "unsure")
      }
      let text = MeasureText(measure: choice.need.objective)
      let objective = Cell(
        text: candidate.objective.map(text.withUnit) ?? FigureText.none,
        range: candidate.objectiveInterval.map(text.range))
      return Candidate(
        name: candidate.tracker, isChosen: candidate.tracker == choice.chosen,
        cells: asked + [objective])
    }
  }
}
