import Text

extension Calibration {
  /// The cautions that follow from the figures, in whole sentences.
  var cautions: [String] { [start, misfit, checks, edges].compactMap(\.self) }

  private var fitCount: Int { nights.count { $0.role == .fit } }

  private var start: String? {
    guard fitCount < 3 else { return nil }
    return "\(fitCount == 1 ? "One night narrows" : "\(fitCount) nights narrow") the parameters; "
      + "three nights with different settings are a better start."
  }

  private var misfit: String? {
    let remedy =
      "the settings may be others than those given, or the phone did other work."
    let unlike = nights.count { $0.role == .fit && !$0.after.covers($0.measured.middle) }
    if unlike > fitCount / 4 {
      return "Even the calibrated phone does not explain \(unlike) of "
        + "\(counted(fitCount, "night")) that narrowed it: " + remedy
    }
    guard logsFitModel, !unexplainedNights.isEmpty else { return nil }
    let names = listing(unexplainedNights.map(\.name), atMost: 5)
    return "No values of the parameters explain the drain of \(names): " + remedy
  }

  private var checks: String? {
    nights.contains { $0.role != .fit }
      ? nil : "No night checks the result, so nothing shows that it predicts."
  }

  private var edges: String? {
    let names = parameters.filter { parameter in
      let width = parameter.priorHigh - parameter.priorLow
      return parameter.posterior.low > parameter.priorHigh - 0.1 * width
        || parameter.posterior.high < parameter.priorLow + 0.1 * width
    }.map(\.name)
    guard !names.isEmpty else { return nil }
    return "At the edge of what the sources allow: \(names.joined(separator: ", ")). "
      + "The phone may be unlike those that were measured, or the settings unlike those given."
  }
}
