import Experiments
import Statistics
import Text

/// The sentences on a calibration that all its forms share.
struct CalibrationText {
  let calibration: Calibration

  /// The sentences on whether the logs fit the model, and on whether the profile predicts.
  var answer: String {
    guard calibration.logsFitModel else { return misfit }
    let checks = calibration.nights.filter { $0.role != .fit }
    let share = calibration.design.intervalShare
    guard let all = Calibration.Summary(.heldBack, checks, share: share) else {
      return "No night was held back, so nothing shows whether the profile predicts."
    }
    let covered = checks.count { $0.after.covers($0.measured.middle) }
    let change = 100 * (1 - all.after.meanScore / all.before.meanScore)
    return "Of \(counted(checks.count, "night")) that the calibration did not see, its "
      + "\(percent(share)) % intervals cover \(covered) "
      + "(\(percent(all.after.coveredShare)) %); the interval score is "
      + (change >= 0
        ? "\(FigureText.decimal(change, 0)) % better" : "\(FigureText.decimal(-change, 0)) % worse")
      + " than the model's without the logs."
  }

  private var misfit: String {
    let names = calibration.unexplainedNights.map(\.name)
    return "The logs do not fit the model under the given settings: no values of the parameters "
      + "explain the drain of \(listing(names, atMost: 3)). Check that the settings are those that "
      + "the phone had, and that the phone is the one that is given."
  }

  var facts: [String] {
    let count = calibration.nights.count { $0.role == .fit }
    let moved = calibration.parameters.count { $0.outcome == .moved }
    return [
      "\(counted(count, "night")) of \(calibration.nights.count) narrowed the parameters of "
        + "\(calibration.phone) with \(calibration.system).",
      "\(moved) of \(counted(calibration.parameters.count, "parameter")) on which the drain "
        + "depends moved. Nights differ by "
        + "\(FigureText.decimal(calibration.unexplainedPercentPerHour, 2)) %/h beyond the model.",
    ]
  }

  func percent(_ share: Double) -> String { FigureText.decimal(100 * share, 0) }

  func range(_ interval: PredictionInterval) -> String {
    "\(FigureText.decimal(interval.middle, 2)) (\(FigureText.decimal(interval.low, 2)) to "
      + "\(FigureText.decimal(interval.high, 2)))"
  }

  func role(_ role: Calibration.Role) -> String {
    switch role {
    case .fit: "narrowed"
    case .heldBack: "held back"
    case .anotherUnit: "another phone"
    }
  }

  func caption(_ role: Calibration.Role) -> String {
    switch role {
    case .fit: "Nights that narrowed the parameters"
    case .heldBack: "Nights that were held back"
    case .anotherUnit: "Nights of other phones of the same model"
    }
  }

  func outcome(_ parameter: Calibration.Parameter) -> String {
    switch parameter.outcome {
    case .moved: "moved"
    case .undecided: "the logs cannot tell"
    }
  }

  /// A value with three digits, and its range in the same form.
  func figures(_ parameter: Calibration.Parameter) -> (before: String, after: String) {
    func text(_ value: Double) -> String { ValidationText.number(value) }
    return (
      "\(text(parameter.priorLow)) to \(text(parameter.priorHigh))",
      "\(text(parameter.posterior.middle)) (\(text(parameter.posterior.low)) to "
        + "\(text(parameter.posterior.high)))"
    )
  }
}
