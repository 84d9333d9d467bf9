import MotionSensing

/// What the motion coprocessor takes to tell an activity, and how it hands it on.
package struct MotionParameters: Sendable, Hashable {
  /// What an activity takes to be told.
  package let delays: ActivityDelays
  /// Time in motion until the system takes a phone at rest to move.
  package let movingNoticedSeconds: Double
  /// History is complete only up to so long ago (MOT-5).
  package let historyLagSeconds: Double
  package let historyDays: Double
  /// Of this person, at two steps a second.
  package let strideMeters: Double
  /// What the sentinel that watches a still phone draws, against the whole path at work.
  package let sentinelShare: Double
  let cyclingWithoutSatellites: CyclingWithoutSatellites

  /// The activity reported of a bicycle while no satellite fix gives the speed (MOT-9, MOT-3).
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
