import Evaluation
import RunObservation

extension RunRecorder {
  /// Makes a recorder of a tracker's run.
  convenience init(
    evaluator: Evaluator, tracker: ProvisionedTracker, sink: (any RunSink)?, explains: Bool
  ) {
    self.init(
      evaluator: evaluator, configuration: tracker.configuration, isOwnApp: tracker.isOwnApp,
      isDeliveryJudged: tracker.isDeliveryJudged, sink: sink, explains: explains)
  }

  func result(day: SimulatedDay, tracker: ProvisionedTracker, energy: EnergySum) -> RunResult {
    let assessment = evaluator.report()
    return RunResult(
      tracker: tracker.name, preset: tracker.preset, seed: day.seed,
      contract: tracker.contract?.rawValue,
      behaviours: tracker.configuration.behaviors.map(\.rawValue),
      coverage: assessment.coverage, coverageInferringStays: nil,
      gapCauses: assessment.gapCauses,
      longGaps: assessment.longGaps,
      energy: energy.report(simulatedSeconds: assessment.coverage.simulatedSeconds),
      delivery: assessment.delivery, lifecycle: lifecycle,
      derived: DerivedReport(awayMinutes: awayMinutes, trips: assessment.derivedTrips),
      settings: tracker.settingTexts,
      model: day.model.parameters,
      readings: day.model.readings)
  }
}
