import Campaigns
import Experiments
import Statistics
import Text

/// The sentences on a tuning that the terminal text, the page and the presets' files share.
struct TuningText {
  let tuning: Tuning

  /// The measures of the objectives, then the measures of the requirements. Each measure occurs
  /// once.
  var measures: [String] { tuning.judged.first?.figures.map(\.measure) ?? [] }

  // MARK: The search

  var searched: String {
    let search = tuning.search
    let completed =
      search.candidatesLived == search.candidatesAsked
      ? "" : ", \(search.candidatesLived) of them different"
    return
      "Searched by \(tuning.adviser): \(FigureText.count(Double(search.candidatesAsked))) candidates in "
      + "\(search.generations) generations\(completed), on " + half(search.half) + "."
  }

  var judgedOn: String {
    "Judged on the holdout set: " + half(tuning.judgement)
      + ". All figures here are from it."
  }

  private func half(_ half: Tuning.Half) -> String {
    half.scenarios.joined(separator: ", ") + "; " + half.seedsText
  }

  var wish: String {
    let aims = tuning.objectives.map {
      ($0.sense == .lessIsBetter ? "lowest " : "highest ") + $0.measure
    }
    return (aims + tuning.requirements.map(\.description)).joined(separator: ", ")
  }

  // MARK: The result

  /// True if any figure has an interval. Without intervals, no difference is certain.
  private var hasIntervals: Bool {
    tuning.judged.contains { $0.figures.contains { $0.interval != nil } }
  }

  /// The conclusions of the tuning, in a few sentences.
  var verdict: [String] { standingOfAll + idleObjectives }

  private var standingOfAll: [String] {
    guard !tuning.isHopeless else {
      let nearest = tuning.search.foundEligible ? "" : " The nearest candidates were judged."
      return ["No candidate meets the requirements.\(nearest)"]
    }
    var lines: [String] = []
    if !tuning.search.foundEligible {
      lines.append(
        "The search found no candidate that meets the requirements; the nearest ones were judged.")
    }
    guard hasIntervals else {
      return lines + [
        "Too few seeds to separate an effect from day-to-day variation: judge ten or more."
      ]
    }
    let better = tuning.front.filter(isBetter).map(\.name)
    let isStartOnFront = tuning.judged.contains {
      $0.name == tuning.start && $0.standing == .front
    }
    if !better.isEmpty {
      lines.append(
        "Better than \(tuning.start) in at least one objective with 95 % certainty, and no worse "
          + "in any: \(better.joined(separator: ", ")).")
    } else if tuning.front.isEmpty {
      lines.append("No candidate holds up against \(tuning.start): keep it unchanged.")
    } else {
      lines.append(
        "No candidate is certainly better than \(tuning.start) in one objective and no worse in any"
          + (isStartOnFront ? "; it is itself on the Pareto front." : "."))
    }
    return lines
  }

  /// Sentences on each objective that is equal for all candidates, so that it cannot rank them.
  private var idleObjectives: [String] {
    guard tuning.judged.count > 1 else { return [] }
    return tuning.objectives.compactMap { objective in
      let means = tuning.judged.map { $0.figure(objective.measure)?.mean }
      guard means.allSatisfy({ $0 == means[0] }) else { return nil }
      let text = MeasureText(measure: objective.measure)
      return means[0].map {
        "\(objective.measure) is the same for all judged candidates, \(text.withUnit($0)): as an "
          + "objective it separates no candidates."
      }
        ?? "\(objective.measure) applies to none of the judged days: as an objective it separates "
        + "no candidates."
    }
  }

  /// Returns true if the candidate is certainly better than the preset in at least one objective,
  /// and has no worse mean in any objective.
  func isBetter(_ candidate: JudgedCandidate) -> Bool {
    let found = tuning.objectives.compactMap { objective in
      candidate.difference(objective.measure).map { (objective.sense, $0) }
    }
    return found.count == tuning.objectives.count
      && found.allSatisfy { sense, difference in !sense.isBetter(0, than: difference.mean ?? 0) }
      && found.contains { sense, difference in
        difference.interval.map {
          sense.isBetter($0.low, than: 0) && sense.isBetter($0.high, than: 0)
        }
          ?? false
      }
  }

  /// Returns "on the front" for a candidate on the Pareto front. For other candidates, returns the
  /// reason why they are not on it.
  func standing(_ candidate: JudgedCandidate) -> String {
    switch candidate.standing {
    case .front: return "on the front"
    case .beaten: return "beaten by " + candidate.beatenBy.prefix(3).joined(separator: ", ")
    case .failing:
      return candidate.requirements.filter { !$0.isMet }.map { finding in
        let text = MeasureText(measure: finding.requirement.measure)
        let found = finding.found.map(text.withUnit) ?? "not known"
        return "\(text.noun) is \(found)"
      }.joined(separator: ", ")
    }
  }

  /// Returns a text for each requirement that the candidate may in fact miss. The candidate's mean
  /// meets such a requirement, but a part of the mean's confidence interval does not.
  func doubts(_ candidate: JudgedCandidate) -> [String] {
    candidate.requirements.filter { $0.isMet && !$0.isSure }.compactMap { finding in
      let text = MeasureText(measure: finding.requirement.measure)
      return finding.interval.map {
        "\(ChoiceText.text(finding.requirement)) is not certain: \(text.range($0))"
      }
    }
  }

  var choice: String {
    ChoiceText(tuning.choice, noun: "candidate").sentence
  }

  // MARK: Tables

  private var texts: [MeasureText] { measures.map(MeasureText.init) }

  var columns: [Table.Column] { texts.map(Table.Column.init) + [.init(kind: .words)] }

  func figures(of candidate: JudgedCandidate) -> [Table.Cell] {
    texts.map { .init(candidate.figure($0.measure), $0) }
  }

  /// Returns the cells with the differences between a candidate and the unchanged preset.
  func differences(of candidate: JudgedCandidate) -> [Table.Cell] {
    texts.map { .init(candidate.difference($0.measure), $0) }
  }

  func differences(of worth: SettingEffect) -> [Table.Cell] {
    texts.map { text in
      .init(worth.differences.first { $0.measure == text.measure }, text)
    }
  }

  // MARK: Settings

  func changes(_ candidate: JudgedCandidate) -> String {
    guard !candidate.changes.isEmpty else { return "unchanged" }
    return candidate.changes.map { "\($0.setting) \($0.value)" }.joined(separator: ", ")
  }

  func verdict(_ worth: SettingEffect) -> String {
    if worth.differences.allSatisfy({
      $0.interval.map { $0.low == 0 && $0.high == 0 } ?? ($0.mean == 0)
    }) {
      return "no effect"
    }
    guard hasIntervals else { return "" }
    guard worth.isSure else { return "keep the preset's value" }
    return worth.differences.contains(where: shows) ? "matters" : "too small to show"
  }

  /// Returns true if a difference is certain, and is not 0 in the digits that the table shows.
  private func shows(_ difference: Difference) -> Bool {
    guard let mean = difference.mean, let interval = difference.interval else { return false }
    let text = MeasureText(measure: difference.measure).difference(mean)
    return (interval.low > 0 || interval.high < 0) && FigureText.shows(text)
  }
}

extension Tuning.Half {
  var seedsText: String { Text.seeds(firstSeed, to: firstSeed + UInt64(max(seedCount, 1) - 1)) }
}
