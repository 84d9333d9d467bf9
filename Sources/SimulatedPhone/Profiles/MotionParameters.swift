import MotionSensing

/// The figures of the detection of activities by the motion coprocessor, and of their delivery.
package struct MotionParameters: Sendable, Hashable {
  /// The delays until an activity is reported.
  package let delays: ActivityDelays
  /// The time in motion after which a phone at rest counts as moving.
  package let movingNoticedSeconds: Double
  /// The delay of the history, which is complete only up to this time ago (MOT-5).
  package let historyLagSeconds: Double
  package let historyDays: Double
  /// The length of this person's steps, at two steps a second.
  package let strideMeters: Double
  /// The power of the sentinel that watches a still phone, as a share of that of the complete
  /// sensor path.
  package let sentinelShare: Double
  let cyclingWithoutSatellites: CyclingWithoutSatellites

  /// The activity reported on a bicycle while no satellite fix gives the speed (MOT-9, MOT-3).
  enum CyclingWithoutSatellites: String, CaseIterable {
    case asWalking = "as-walking"
    case recognized
  }
}

extension MotionParameters {
  init(stillNoticedSeconds: Double, draw: inout ParameterDraw) {
    delays = ActivityDelays(
      walkingSeconds: draw.ranged("motion.walkingSeconds", 3...10, "MOT-2"),
      runningSeconds: draw.ranged("motion.runningSeconds", 3...5, "MOT-2"),
      stationarySeconds: stillNoticedSeconds,
      holdOverSeconds: draw.known("motion.holdOverSeconds", 30, "MOT-2"),
      automotiveFixedSeconds: draw.ranged(
        "motion.automotiveFixedSeconds", 5...30, "MOT-3 (judgement)"),
      automotiveCarriedSeconds: draw.ranged(
        "motion.automotiveCarriedSeconds", 60...300, "MOT-3 (judgement)"),
      cyclingSeconds: draw.ranged("motion.cyclingSeconds", 60...300, "MOT-3 (judgement)"),
      automotiveHoldSeconds: draw.ranged(
        "motion.automotiveHoldSeconds", 120...300, "MOT-4 (judgement)"))
    movingNoticedSeconds = draw.ranged("motion.movingNoticedSeconds", 3...10, "MOT-2")
    historyLagSeconds = draw.ranged("motion.historyLagSeconds", 60...180, "MOT-5 (judgement)")
    historyDays = draw.known("motion.historyDays", 7, "MOT-6")
    strideMeters = draw.ranged("motion.strideMeters", 0.65...0.8, "unsourced", level: .trait)
    cyclingWithoutSatellites = draw.reading(
      "cyclingWithoutSatellites", standard: .asWalking, "MOT-9, MOT-3")
    sentinelShare = draw.ranged("motion.sentinelShare", 0.25...1, "ACC-1, ACC-2 (judgement)")
  }
}
