import Evaluation
import Scenarios
import Statistics

/// Turns the trials of changes into a report.
struct WhyAnalysis {
  let table: TrialTable
  let search: StepSearch
  private let bootstrap: Bootstrap

  init(table: TrialTable, search: StepSearch) {
    self.table = table
    self.search = search
    bootstrap = Bootstrap(drawCount: table.usual.first?.count ?? 0)
  }

  func tracker(_ tracker: Int) -> ExplainedTracker {
    let usual = table.usual[tracker]
    let setup = table.setups[tracker]
    let causes = table.causes(of: tracker)
    let battery = usual.compactMap(\.batteryPercent)
    return ExplainedTracker(
      tracker: setup.choice.name, preset: PresetLibrary.name(of: setup.choice.preset),
      missedMinutes: seedMean(usual.map { table.minutes($0.recordedSeconds) }),
      missedMovingMinutes: seedMean(usual.map { table.minutes($0.movingSeconds) }),
      batteryPercentPerDay: battery.count == usual.count ? seedMean(battery) : nil,
      causes: causes.map { explained($0, of: tracker) },
      smallCauses: GapCause.allCases.compactMap { cause in
        let minutes = table.meanMinutes(cause, of: tracker)
        return minutes > 0 && !causes.contains(cause) ? .init(cause: cause, minutes: minutes) : nil
      })
  }

  private func explained(_ cause: GapCause, of tracker: Int) -> ExplainedCause {
    let tried = table.tried(of: tracker, for: cause)
    let regaining = table.regaining(of: tracker, for: cause)
    let front = table.front(of: tracker, for: cause)
    let moving = table.usual[tracker].compactMap { $0.movingSeconds(cause) }
    return ExplainedCause(
      cause: cause, minutes: seedMean(table.minutes(cause, of: tracker)),
      movingMinutes: cause.isOfServer ? nil : seedMean(moving.map(table.minutes)),
      changes: regaining.map { change($0, for: cause, isOnFront: front.contains($0)) }.sorted(
        by: Self.comesFirst),
      inVain: tried.filter { !regaining.contains($0) }.map { key in
        let candidate = table.candidate(key)
        return .init(kind: candidate.kind, change: candidate.steps[key.step].words)
      },
      reason: tried.isEmpty ? reason(cause, of: tracker) : nil)
  }

  /// Returns true if the report lists a change before another. Equal changes keep their order,
  /// since Swift's sort is stable.
  private static func comesFirst(_ a: TriedChange, _ b: TriedChange) -> Bool {
    let order = ChangeKind.allCases
    guard a.kind == b.kind else {
      return (order.firstIndex(of: a.kind) ?? 0) < (order.firstIndex(of: b.kind) ?? 0)
    }
    return a.whole.regained.mean > b.whole.regained.mean
  }

  private func reason(_ cause: GapCause, of tracker: Int) -> String {
    if table.hasCandidate(for: cause, of: tracker) {
      return "interrupted before anything was tried"
    }
    switch cause {
    case .phoneNotWithPerson: return "a tracker cannot locate a person who does not carry the phone"
    case .unexplained: return "a defect of the simulation"
    default: return "no known change would reduce it here"
    }
  }

  // MARK: Changes

  private func change(
    _ whole: TrialTable.Key, for cause: GapCause, isOnFront: Bool
  ) -> TriedChange {
    let candidate = table.candidate(whole)
    let effect = effect(whole, on: cause)
    return TriedChange(
      kind: candidate.kind, name: candidate.name, facts: candidate.facts, isOnFront: isOnFront,
      isSure: effect.regained.isSure, whole: effect,
      smallest: search.smallest(whole, for: cause).map { self.effect($0, on: cause) })
  }

  private func effect(_ key: TrialTable.Key, on cause: GapCause) -> ChangeEffect {
    func regained(_ part: (MissedTime) -> Double) -> SeedMean {
      seedMean(table.regained(key, part) ?? [])
    }
    return ChangeEffect(
      change: table.candidate(key).steps[key.step].words,
      regainedOfCause: regained { $0.seconds(cause) },
      regained: regained { $0.totalSeconds(inViewOf: cause) },
      regainedMoving: cause.isOfServer ? nil : regained(\.movingSeconds),
      batteryPercentPerDay: table.paid(key).map(seedMean))
  }

  /// Returns the mean over seeds with its interval.
  ///
  /// Each seed has its own person, phone and parameter draw, so the seeds are independent. The
  /// bootstrap therefore resamples single seeds.
  private func seedMean(_ values: [Double]) -> SeedMean {
    let sample = NestedSample(draws: values.map { [$0] })
    return SeedMean(mean: mean(values), interval: bootstrap.interval(of: sample))
  }
}
