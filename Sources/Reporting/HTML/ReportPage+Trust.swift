import Experiments
import ModelParameters
import PhoneProfiles
import SimulatedPhone
import Simulation

/// The part of the page on the evidence behind the figures, the model's parameters and the
/// trackers' settings.
extension ReportPage {
  var trust: [Trust] {
    trackers.enumerated().map { index, tracker in
      let footings = tracker.runs.map(ParameterEvidence.init)
      return Trust(
        name: tracker.name, mark: marks[tracker.name],
        energy: share(footings.map(\.weakEnergyShare)),
        gaps: share(footings.map(\.weakGapShare)))
    }
  }

  private func share(_ shares: [Double?]) -> String {
    guard let spread = Spread(shares) else { return FigureText.none }
    return FigureText.percent(spread.mean) + " %"
  }

  /// The rows of the table that shows the model parameters behind each figure. If several shown
  /// runs have a row of the same name, the row of the first run is used.
  var footing: [ParameterEvidence.Row] {
    var rows: [ParameterEvidence.Row] = []
    for run in shownRuns {
      rows += ParameterEvidence(of: run).rows(except: Set(rows.map(\.name)))
    }
    return rows
  }

  private var shownRuns: [RunResult] {
    trackers.compactMap { tracker in
      tracker.runs.first { $0.seed == shownSeed } ?? tracker.runs.first
    }
  }

  // MARK: - Model

  private var model: [ModelParameter] { shownRuns.first?.model ?? [] }

  var modelSummary: String {
    let weak = model.count(where: \.isWeak)
    let drawn = model.count { $0.low < $0.high && !$0.isFixed }
    let calibrated = model.count(where: \.isCalibrated)
    return
      "\(model.count) parameters, \(drawn) of them drawn from a range, \(weak) without a source"
      + (calibrated > 0 ? ", \(calibrated) calibrated by logs" : "")
  }

  var modelCaption: String { "Values drawn with seed \(shownSeed)" }

  var parameters: [ModelRow] {
    model.map { parameter in
      ModelRow(
        name: parameter.name, value: FigureText.shortest(parameter.value),
        range: parameter.rangeText, source: parameter.source)
    }
  }

  var readings: [ModelRow] {
    (shownRuns.first?.readings ?? []).map { reading in
      let others = reading.choices.filter { $0 != reading.choice }.joined(separator: ", ")
      return ModelRow(
        name: reading.name, value: reading.choice, range: "not \(others)", source: reading.source)
    }
  }

  var settings: [Settings] {
    trackers.map { tracker in
      Settings(
        name: tracker.name, text: tracker.runs.first?.settings.joined(separator: ", ") ?? "")
    }
  }
}
