import Experiments

/// The part of the terminal text on the recommended tracker, and on why the other trackers are not
/// recommended.
extension TerminalComparison {
  func choice(_ findings: Findings) -> [String] {
    guard let choice = findings.choice else { return [] }
    let need = choice.need
    let text = ChoiceText(choice)
    let verdict = pen.paint(text.result, .bold) + text.reason
    let reasons = choice.candidates.filter { $0.tracker != choice.chosen }.flatMap { candidate in
      wrapped("not \(candidate.tracker): \(reason(candidate, need))", width: Self.width, indent: 2)
    }
    let doubts = (doubts(choice) + failures(choice)).flatMap { doubt in
      wrapped("! \(doubt)", width: Self.width, indent: 2).map { pen.paint($0, .fair) }
    }
    return wrapped(verdict, width: Self.width) + doubts + reasons
  }

  /// Returns a sentence for each requirement that the chosen tracker may in fact miss.
  ///
  /// The tracker's mean meets the requirement, but at least one end of the mean's confidence
  /// interval does not. A requirement without a confidence interval is included too.
  func doubts(_ choice: Choice) -> [String] {
    let chosen = choice.candidates.first { $0.tracker == choice.chosen }
    return (chosen?.requirements ?? []).filter { !$0.isSure }.map { finding in
      "\(ChoiceText.text(finding.requirement)) is not certain: \(found(finding)), met in "
        + "\(finding.drawsMet) of \(choice.draws) draws"
        + (finding.interval == nil ? "; intervals need five draws" : "")
    }
  }

  /// Returns a sentence for each requirement that the chosen tracker misses in some scenarios,
  /// although its mean over all scenarios may meet the requirement.
  func failures(_ choice: Choice) -> [String] {
    guard comparison.portfolio?.choice == choice else { return [] }
    return choice.need.requirements.indices.compactMap { index -> String? in
      let names = comparison.scenarios.filter { scenario in
        let own = scenario.findings.choice?.candidates.first { $0.tracker == choice.chosen }
        let finding = own?.requirements[index]
        return finding?.found != nil && finding?.isMet == false
      }.map(\.scenario.name)
      guard !names.isEmpty else { return nil }
      return "\(ChoiceText.text(choice.need.requirements[index])) is not met in \(names.count) of "
        + "\(comparison.scenarios.count) scenarios: \(names.joined(separator: ", "))"
    }
  }

  private func reason(_ candidate: Choice.Candidate, _ need: Need) -> String {
    let failed = candidate.requirements.filter { !$0.isMet }
    guard failed.isEmpty else {
      return failed.map { finding in
        "\(MeasureText(measure: finding.requirement.measure).noun) is \(found(finding))"
      }.joined(separator: ", ")
    }
    let text = MeasureText(measure: need.objective)
    return "\(text.noun) is \(candidate.objective.map(text.withUnit) ?? "not known")"
  }

  private func found(_ finding: RequirementFinding) -> String {
    let text = MeasureText(measure: finding.requirement.measure)
    guard let found = finding.found else { return "not known here" }
    return text.withUnit(found) + (finding.interval.map { " (\(text.range($0)))" } ?? "")
  }
}
