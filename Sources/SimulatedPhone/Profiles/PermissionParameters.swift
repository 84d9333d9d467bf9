/// The figures of permissions, reduced accuracy and the sessions of iOS 17 and 18.
package struct PermissionParameters: Sendable, Hashable {
  /// The time from a provisional Always to the prompt that asks if the app may keep it.
  package let provisionalPromptSeconds: Double
  package let reducedRadiusMeters: Double
  /// The time between two areas on the move.
  package let reducedFixSeconds: Double

  package let hasSessions: Bool
  package let hasServiceSessions: Bool
  /// The time for which the system keeps a service session after a relaunch.
  package let serviceMemorySeconds: Double
  /// The time of lying still after which live updates stop.
  package let liveStationarySeconds: Double
  package let liveWakeSeconds: Double
  let liveUpdatesResume: LiveUpdatesResume
  let backgroundActivityResume: LiveUpdatesResume
  /// The mean time from a movement to the first update, if updates resume as a fence reports.
  package let liveResumeMeanSeconds: Double
  /// The share of movements that are then missed, until the next one or until the app is opened.
  package let liveResumeMissedProbability: Double

  package let suspendsFilteredSessionsAtStops: Bool
  /// The shortest time without a position around such a stop.
  package let stopGapSeconds: Double
  package let silencesPerHour: Double
}

/// The way in which updates that stopped at rest resume with the next movement.
///
/// Apple says "on movement" (BG-9). No source states how soon they resume, and how often they fail
/// to. The closest measurements are of exits from a fence (LIV-1, REG-3, REG-13).
enum LiveUpdatesResume: String, CaseIterable {
  case atOnce = "at-once"
  case likeFence = "like-a-fence"
}

extension PermissionParameters {
  package init(profile: OperatingSystemProfile, draw: inout ParameterDraw) {
    provisionalPromptSeconds = draw.ranged(
      "permission.provisionalPromptSeconds", 14_400...259_200, "BG-6 (judgement)")
    reducedRadiusMeters = draw.ranged("reduced.radiusMeters", 1000...20_000, "BG-7 (unsourced)")
    reducedFixSeconds = draw.known("reduced.fixSeconds", 900, "BG-7")

    hasSessions = profile.major >= 17
    hasServiceSessions = profile.major >= 18
    serviceMemorySeconds = draw.ranged("session.serviceMemorySeconds", 3...8, "BG-10 (judgement)")
    liveStationarySeconds = draw.known("session.liveStationarySeconds", 600, "BG-9")
    liveWakeSeconds = draw.known("session.liveWakeSeconds", 10, "BG-9 (judgement, as SLC-9)")

    liveUpdatesResume = draw.reading(
      "liveUpdatesResume", standard: .atOnce, "LIV-1, BG-9, REG-3")
    backgroundActivityResume = draw.reading(
      "backgroundActivityResume", standard: .atOnce, "LIV-1, BG-8, REG-3")
    liveResumeMeanSeconds = draw.ranged(
      "session.liveResumeMeanSeconds", 180...300, "LIV-1, REG-3 (unsourced)")
    liveResumeMissedProbability = draw.ranged(
      "session.liveResumeMissedProbability", 0.05...0.2, "LIV-1, REG-13 (unsourced)")

    let isTwentySix = profile.major >= 26
    suspendsFilteredSessionsAtStops = isTwentySix
    stopGapSeconds = draw.ranged("session.stopGapSeconds", 100...150, "BG-4")
    let silences = draw.ranged("session.silencesPerHour", 0...2, "BG-4 (judgement)")
    silencesPerHour = isTwentySix ? silences : 0
  }
}
