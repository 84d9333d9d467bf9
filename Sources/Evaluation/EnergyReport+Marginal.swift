extension EnergyReport {
  /// Compares the energy of a day with the tracker with that of the same day without it.
  ///
  /// - Parameters:
  ///   - account: The energy up to the time at which both accounts were cut. Marginal values are
  ///     the differences between `account` and `baseline`.
  ///   - baseline: The energy of the baseline day up to the same time.
  ///   - whole: The energy up to the end of the run, for totals. Nil if nothing was cut.
  ///   - comparedSeconds: The time from the start to the cut, at most `simulatedSeconds`.
  ///   - deliveredFixes: The number of delivered fixes up to the cut.
  ///   - recordedFixes: The number of recorded fixes up to the cut.
  public init(
    of account: EnergyAccount, without baseline: EnergyAccount, whole: EnergyAccount? = nil,
    simulatedSeconds: Double, comparedSeconds: Double, deliveredFixes: Int, recordedFixes: Int
  ) {
    let marginal = account.totalJoules - baseline.totalJoules
    let whole = whole ?? account
    self.init(of: whole, simulatedSeconds: simulatedSeconds, comparedSeconds: comparedSeconds)
    marginalJoules = marginal
    if account.batteryJoules > 0, comparedSeconds > 0 {
      marginalBatteryPercentPerDay =
        100 * marginal / account.batteryJoules / (comparedSeconds / 86400)
    }
    byComponent = whole.joulesByComponent.map { component in
      let with = account.joulesByComponent.first { $0.name == component.name }?.joules ?? 0
      let without = baseline.joulesByComponent.first { $0.name == component.name }?.joules ?? 0
      return Component(
        name: component.name, joules: component.joules, marginalJoules: with - without)
    }
    marginalJoulesPerDeliveredFix = deliveredFixes > 0 ? marginal / Double(deliveredFixes) : nil
    marginalJoulesPerRecordedFix = recordedFixes > 0 ? marginal / Double(recordedFixes) : nil
  }
}
