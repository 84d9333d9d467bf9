import ModelParameters
import MotionSensing

/// The model's values for how the motion coprocessor detects activities and delivers them.
package struct MotionParameters: Sendable {
  /// The delays from the start of an activity to its report.
  package let delays: ActivityDelays
  /// The time in motion after which a phone that was at rest counts as moving [s].
  package let movingNoticedSeconds: Double
  /// The time from an activity until the history contains the activity [s] (MOT-5).
  package let historyLagSeconds: Double
  package let historyDays: Double
  /// The length of one step of this person, at two steps a second [m].
  package let strideMeters: Double
  /// The power of the simple sensor that works while the phone is still, as a share of the power of
  /// the complete motion sensing.
  package let sentinelShare: Double
  package let cyclingWithoutSatellites: CyclingWithoutSatellites

  /// The variants of the activity that the phone reports for a cyclist while no satellite fix gives
  /// a speed (MOT-9, MOT-3).
  ///
  /// The phone either reports walking, or recognizes cycling.
  package enum CyclingWithoutSatellites: String, PhoneVariant {
    package static let names = allNames

    case asWalking = "as-walking"
    case recognized
  }
}

extension MotionParameters {
  package init(stillNoticedSeconds: Double, draw: inout ParameterDraw) {
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
