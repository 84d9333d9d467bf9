import Experiments
import Foundation

/// How sure the order of the trackers is, what it hangs on, and what to choose.
extension TerminalComparison {
  /// A line for each neighbours in the ranking.
  func certainty(_ order: MeasureOrder) -> [String] {
    guard let first = order.ranking.first, order.ranking.count > 1 else { return [] }
    let text = MeasureText(measure: order.measure)
    let leaders = order.ranking.filter { $0.mean == first.mean }.map(\.tracker)
    var lines = [
      pen.paint("By \(order.measure)", .bold)
        + ": \(leaders.joined(separator: " and ")) first, in \(first.drawsFirst) of \(first.draws) draws"
    ]
    for (better, worse) in zip(order.ranking, order.ranking.dropFirst()) {
      guard let pair = order.pair(better.tracker, worse.tracker) else { continue }
      lines += sentences(pair, text)
    }
    return lines
  }

  private func sentences(_ pair: OrderedPair, _ text: MeasureText) -> [String] {
    let isSame = pair.advantage == 0
    var parts = [
      isSame
        ? "\(pair.better) and \(pair.worse): the same"
        : "\(pair.better) before \(pair.worse) by \(unsigned(text, pair.advantage))"
    ]
    if !isSame, let interval = pair.interval {
      parts.append("(\(Self.range(interval, text.difference)))")
    }
    var facts: [String] = []
    if !isSame {
      let tied = pair.drawsTied > 0 ? ", the same in \(pair.drawsTied)" : ""
      facts.append("holds in \(pair.drawsHolding) of \(pair.draws) draws\(tied)")
    }
    if let share = pair.spread?.ignoranceShare, !isSame {
      facts.append("\(FigureText.decimal(share * 100, 0)) % of its spread is ignorance")
    }
    if !pair.movedBy.isEmpty {
      facts.append("moved most by " + pair.movedBy.map(influence).joined(separator: ", "))
    }
    let line =
      parts.joined(separator: " ") + (facts.isEmpty ? "" : "; " + facts.joined(separator: "; "))
    return wrapped(line, width: Self.width, indent: 2)
  }

  private func influence(_ influence: ParameterInfluence) -> String {
    "\(influence.parameter) (\(influence.source), r = "
      + "\(FigureText.decimal(influence.correlation, 2).replacing("-", with: "−")))"
  }

  private func unsigned(_ text: MeasureText, _ value: Double) -> String {
    text.difference(value).replacing("+", with: "")
  }

  // MARK: Sources that contradict one another

  func evidence(_ findings: Findings) -> [String] {
    let deciding = findings.readings.filter { !$0.changes.isEmpty }
    guard comparison.design.readingSeedCount > 0 else { return [] }
    guard !deciding.isEmpty else {
      let count = Set(findings.readings.map(\.reading)).count
      return wrapped(
        "No disagreement between sources decides who is first, on the front or chosen"
          + (count > 0 ? "; \(count) move figures." : "."), width: Self.width)
    }
    var lines = [pen.paint("Not decided by evidence", .bold) + ": sources contradict one another"]
    for trial in deciding {
      for change in trial.changes {
        let what = words(change)
        lines += wrapped(
          "\(trial.reading) = \(trial.account), not \(trial.standard) (\(trial.source)): \(what) "
            + "\(names(change.instead)), not \(names(change.standard))", width: Self.width,
          indent: 2)
      }
    }
    return lines
  }

  private func words(_ change: DecisionChange) -> String {
    switch change.decision {
    case .first: "first by \(change.measure ?? "") is"
    case .front: "on the front"
    case .choice: "the choice is"
    }
  }

  private func names(_ trackers: [String]) -> String {
    trackers.isEmpty ? "nobody" : trackers.joined(separator: ", ")
  }

  // MARK: The choice

  func choice(_ findings: Findings) -> [String] {
    guard let choice = findings.choice else { return [] }
    let need = choice.need
    let aim = (need.sense == .lessIsBetter ? "least " : "most ") + need.objective
    let wish = (need.requirements.map(\.description) + ["the \(aim)"]).joined(separator: ", ")
    let verdict =
      choice.chosen.map {
        pen.paint("Choose \($0)", .bold) + " for \(wish): so in \(choice.drawsChosen) of "
          + "\(choice.draws) draws."
      } ?? pen.paint("Nobody", .bold) + " meets \(wish)."
    let reasons = choice.candidates.filter { $0.tracker != choice.chosen }.flatMap { candidate in
      wrapped("\(candidate.tracker): \(reason(candidate, choice))", width: Self.width, indent: 2)
    }
    return wrapped(verdict, width: Self.width) + doubts(choice) + reasons
  }

  private func doubts(_ choice: Choice) -> [String] {
    let chosen = choice.candidates.first { $0.tracker == choice.chosen }
    return (chosen?.requirements ?? []).filter { !$0.isSure }.flatMap { finding in
      wrapped(
        "! \(finding.requirement.description) is not sure: \(found(finding)), met in "
          + "\(finding.drawsMet) of \(choice.draws) draws", width: Self.width, indent: 2
      ).map { pen.paint($0, .fair) }
    }
  }

  private func reason(_ candidate: Choice.Candidate, _ choice: Choice) -> String {
    let failed = candidate.requirements.filter { !$0.isMet }
    if let first = failed.first {
      return ([first] + failed.dropFirst()).map { "\($0.requirement.measure) is \(found($0))" }
        .joined(separator: ", ")
    }
    let text = MeasureText(measure: choice.need.objective)
    return "\(choice.need.objective) is \(candidate.objective.map(text.text) ?? "not known")"
  }

  private func found(_ finding: RequirementFinding) -> String {
    let text = MeasureText(measure: finding.requirement.measure)
    guard let found = finding.found else { return "not known here" }
    let range = finding.interval.map { " (\(Self.range($0, text.text)))" } ?? ""
    return text.text(found) + range
  }
}
