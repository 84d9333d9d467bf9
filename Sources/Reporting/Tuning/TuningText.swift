import Campaigns
import Experiments
import Statistics
import Text

/// What terminal, page and presets say of a tuning in the same words.
struct TuningText {
  let tuning: Tuning

  /// Objectives, then what else is required, each once.
  var measures: [String] { tuning.judged.first?.figures.map(\.measure) ?? [] }

  // MARK: What was done

  var searched: String {
    let search = tuning.search
    let lived =
      search.candidatesLived == search.candidatesAsked
      ? "" : ", \(search.candidatesLived) of them different"
    return
      "Searched by \(tuning.adviser): \(FigureText.count(Double(search.candidatesAsked))) candidates in "
      + "\(search.generations) generations\(lived), on " + half(search.half) + "."
  }

  var judgedOn: String {
    "Judged on what the search has not seen: " + half(tuning.judgement)
      + ". All figures here are of these."
  }

  private func half(_ half: Tuning.Half) -> String {
    half.scenarios.joined(separator: ", ") + "; " + half.seedsText
  }

  var wish: String {
    let aims = tuning.objectives.map {
      ($0.sense == .lessIsBetter ? "least " : "most ") + $0.measure
    }
    return (aims + tuning.requirements.map(\.description)).joined(separator: ", ")
  }

  // MARK: What came of it

  /// Without them nothing is sure.
  private var hasIntervals: Bool {
    tuning.judged.contains { $0.figures.contains { $0.interval != nil } }
  }

  /// What to make of it, in a few sentences.
  var verdict: [String] { standingOfAll + idleObjectives }

  private var standingOfAll: [String] {
    guard !tuning.isHopeless else {
      let nearest = tuning.search.foundEligible ? "" : " Those that came nearest were judged."
      return ["Nobody meets what is required.\(nearest)"]
    }
    var lines: [String] = []
    if !tuning.search.foundEligible {
      lines.append(
        "The search found nobody who meets what is required; those that came nearest were judged.")
    }
    guard hasIntervals else {
      return lines + [
        "Too few seeds were judged to tell chance from anything else: take ten or more."
      ]
    }
    let better = tuning.front.filter(isBetter).map(\.name)
    let isStartOnFront = tuning.judged.contains {
      $0.name == tuning.start && $0.standing == .front
    }
    if !better.isEmpty {
      lines.append(
        "Surely better than \(tuning.start) in one objective and no worse in any, as far as the intervals "
          + "go: \(better.joined(separator: ", ")).")
    } else if tuning.front.isEmpty {
      lines.append("Nothing that was found holds against \(tuning.start): it may stay as it is.")
    } else {
      lines.append(
        "No tracker is surely better than \(tuning.start) in one objective and no worse in any"
          + (isStartOnFront ? "; it is on the front itself." : "."))
    }
    return lines
  }

  /// Of what is the same for all nobody has the most, and a front by it is one of equals.
  private var idleObjectives: [String] {
    guard tuning.judged.count > 1 else { return [] }
    return tuning.objectives.compactMap { objective in
      let means = tuning.judged.map { $0.figure(objective.measure)?.mean }
      guard means.allSatisfy({ $0 == means[0] }) else { return nil }
      let text = MeasureText(measure: objective.measure)
      return means[0].map {
        "\(objective.measure) is the same for all that were judged, \(text.withUnit($0)): as an objective it "
          + "told nobody apart."
      }
        ?? "\(objective.measure) applies on none of the days judged: as an objective it told nobody apart."
    }
  }

  /// By the intervals: one objective is better for sure, and none is worse by its mean.
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

  /// Why a candidate is not on the front.
  func standing(_ candidate: JudgedCandidate) -> String {
    switch candidate.standing {
    case .front: return "on the front"
    case .beaten: return "behind " + candidate.beatenBy.prefix(3).joined(separator: ", ")
    case .failing:
      return candidate.requirements.filter { !$0.isMet }.map { finding in
        let text = MeasureText(measure: finding.requirement.measure)
        let found = finding.found.map(text.withUnit) ?? "not known"
        return "\(finding.requirement.measure) is \(found)"
      }.joined(separator: ", ")
    }
  }

  /// Where requirements are met by the mean alone.
  func doubts(_ candidate: JudgedCandidate) -> [String] {
    candidate.requirements.filter { $0.isMet && !$0.isSure }.compactMap { finding in
      let text = MeasureText(measure: finding.requirement.measure)
      return finding.interval.map {
        "\(finding.requirement.description) is not sure: \(text.range($0))"
      }
    }
  }

  var choice: String {
    let need = tuning.choice.need
    let aim = (need.sense == .lessIsBetter ? "the least " : "the most ") + need.objective
    let wish = (need.requirements.map(\.description) + [aim]).joined(separator: ", ")
    guard let chosen = tuning.choice.chosen else { return "Nobody meets \(wish)." }
    let support =
      tuning.choice.draws > 1
      ? ": so in \(tuning.choice.drawsChosen) of \(tuning.choice.draws) draws." : "."
    return "Choose \(chosen) for \(wish)\(support)"
  }

  // MARK: Tables

  private var texts: [MeasureText] { measures.map(MeasureText.init) }

  var columns: [Table.Column] { texts.map(Table.Column.init) + [.init(kind: .words)] }

  func figures(of candidate: JudgedCandidate) -> [Table.Cell] {
    texts.map { .init(candidate.figure($0.measure), $0) }
  }

  /// How it differs from the preset.
  func differences(of candidate: JudgedCandidate) -> [Table.Cell] {
    texts.map { .init(candidate.difference($0.measure), $0) }
  }

  func differences(of worth: SettingWorth) -> [Table.Cell] {
    texts.map { text in
      .init(worth.differences.first { $0.measure == text.measure }, text)
    }
  }

  // MARK: Settings

  func changes(_ candidate: JudgedCandidate) -> String {
    guard !candidate.changes.isEmpty else { return "as it is" }
    return candidate.changes.map { "\($0.setting) \($0.value)" }.joined(separator: ", ")
  }

  func verdict(_ worth: SettingWorth) -> String {
    if worth.differences.allSatisfy({
      $0.interval.map { $0.low == 0 && $0.high == 0 } ?? ($0.mean == 0)
    }) {
      return "changes nothing here"
    }
    guard hasIntervals else { return "" }
    guard worth.isSure else { return "may be left as it was" }
    return worth.differences.contains(where: shows) ? "tells" : "tells too little to show"
  }

  /// Whether a difference that is sure is one in the digits that people read.
  private func shows(_ difference: Difference) -> Bool {
    guard let mean = difference.mean, let interval = difference.interval else { return false }
    let text = MeasureText(measure: difference.measure).difference(mean)
    return (interval.low > 0 || interval.high < 0) && FigureText.shows(text)
  }
}

extension Tuning.Half {
  var seedsText: String { Text.seeds(firstSeed, to: firstSeed + UInt64(max(seedCount, 1) - 1)) }
}
