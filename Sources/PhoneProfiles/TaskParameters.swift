import ModelParameters

/// The model's values for scheduled background work: its frequency, duration and conditions.
package struct TaskParameters: Sendable {
  /// True if the system never runs a refresh on this phone, no matter how the person uses it.
  package let neverRefreshes: Bool
  package let refreshesPerDay: Double
  package let refreshesPerDayInWeeklyUse: Double
  package let refreshIntervalSecondsMin: Double
  package let refreshSeconds: Double
  package let refreshCutShortProbability: Double
  /// The maximum time since the last opening at which an app counts as used daily [s].
  /// `weeklyUseSecondsMax` is the maximum time for weekly use.
  package let dailyUseSecondsMax: Double
  package let weeklyUseSecondsMax: Double
  package let batteryLevelMin: Double
  /// The duration of satellite positioning that halves the number of background launches [s].
  ///
  /// Only positioning during background launches counts. Its effect decays with a time constant of
  /// one day.
  package let gnssSecondsHalvingLaunches: Double

  package let processingIdleSecondsMin: Double
  package let processingSeconds: Double
  package let processingDeadlineSeconds: Double
  /// The share of `processingDeadlineSeconds` for which a processing task waits for external power.
  ///
  /// After that time the system also runs the task on battery, if the phone is not in use.
  package let processingPatienceShare: Double

  package init(profile: OperatingSystemProfile, draw: inout ParameterDraw) {
    let neverShare = draw.ranged(
      "refresh.neverRunsShare", profile.major < 26 ? 0.05...0.15 : 0.15...0.25, "BGT-10")
    // The rank of this phone among all phones, by how readily it runs refreshes.
    let rank = draw.ranged("refresh.rank", 0...1, "BGT-10", level: .trait)
    neverRefreshes = rank < neverShare
    refreshesPerDay = draw.ranged("refresh.perDay", 4...20, "BGT-4", level: .trait)
    refreshesPerDayInWeeklyUse = draw.ranged(
      "refresh.perDayInWeeklyUse", 0...2, "BGT-4 (judgement)", level: .trait)
    refreshIntervalSecondsMin = draw.known("refresh.intervalSecondsMin", 900, "BGT-4")
    refreshSeconds = draw.known("refresh.seconds", 30, "BGT-1")
    refreshCutShortProbability = draw.ranged(
      "refresh.cutShortProbability", 0.05...0.2, "BGT-1 (judgement)")
    dailyUseSecondsMax = draw.known("refresh.dailyUseSecondsMax", 172_800, "BGT-4 (judgement)")
    weeklyUseSecondsMax = draw.known("refresh.weeklyUseSecondsMax", 604_800, "BGT-4, BGT-8")
    batteryLevelMin = draw.known("refresh.batteryLevelMin", 0.2, "BGT-5")
    gnssSecondsHalvingLaunches = draw.ranged(
      "refresh.gnssSecondsHalvingLaunches", 60...600, "BGT-6 (judgement)")

    processingIdleSecondsMin = draw.known("processing.idleSecondsMin", 300, "BGT-7")
    processingSeconds = draw.ranged("processing.seconds", 60...600, "BGT-7 (judgement)")
    processingDeadlineSeconds = draw.known("processing.deadlineSeconds", 172_800, "BGT-8")
    processingPatienceShare = draw.ranged(
      "processing.patienceShare", 0.25...0.75, "BGT-8 (judgement)")
  }
}
