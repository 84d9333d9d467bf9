import Evaluation
import Experiments
import Scenarios

/// The sentence that recommends a tracker: "Recommended: drives, the lowest battery use with place
/// known ≥ 85 % (best in 8 of 15 draws)."
struct ChoiceText {
  let need: Need
  /// The recommended tracker; nil if none meets the requirements.
  let chosen: String?
  let draws: Int
  let drawsChosen: Int
  /// The noun for what can be recommended: "tracker", or "candidate" in a tuning.
  var noun = "tracker"

  init(_ choice: Choice, noun: String = "tracker") {
    self.init(
      need: choice.need, chosen: choice.chosen, draws: choice.draws,
      drawsChosen: choice.drawsChosen, noun: noun)
  }

  init(need: Need, chosen: String?, draws: Int, drawsChosen: Int, noun: String = "tracker") {
    self.need = need
    self.chosen = chosen
    self.draws = draws
    self.drawsChosen = drawsChosen
    self.noun = noun
  }

  /// The result: "Recommended: drives" or "No tracker".
  var result: String { chosen.map { "Recommended: \($0)" } ?? "No \(noun)" }

  /// The rest of the sentence, which follows `result` without a space.
  var reason: String {
    guard chosen != nil else { return " meets \(requirements)." }
    let support = draws > 1 ? " (best in \(drawsChosen) of \(draws) draws)." : "."
    let order = need.sense == .lessIsBetter ? "lowest" : "highest"
    let condition = need.requirements.isEmpty ? "" : " with \(requirements)"
    return ", the \(order) \(MeasureText(measure: need.objective).noun)\(condition)\(support)"
  }

  var sentence: String { result + reason }

  private var requirements: String {
    need.requirements.map(Self.text).joined(separator: " and ")
  }

  /// Returns a requirement in words, such as "place known ≥ 85 %".
  static func text(_ requirement: MeasureCondition) -> String {
    let text = MeasureText(measure: requirement.measure)
    return "\(text.noun) \(sign(requirement.comparison)) \(text.limit(requirement.value))"
  }

  private static func sign(_ comparison: Expectation.Comparison) -> String {
    switch comparison {
    case .atLeast: "≥"
    case .atMost: "≤"
    case .above, .below: comparison.rawValue
    case .equal: "="
    }
  }
}
