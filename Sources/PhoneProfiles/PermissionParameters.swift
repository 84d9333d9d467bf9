import ModelParameters

/// The model's values for permissions, reduced accuracy and the sessions of iOS 17 and 18.
package struct PermissionParameters: Sendable {
  /// The time from the provisional grant of the permission Always to the prompt [s] (BG-6). The
  /// prompt asks the user if the app may keep the permission.
  package let provisionalPromptSeconds: Double
  package let reducedRadiusMeters: Double
  /// The minimum time between two changes of the area that an app with reduced accuracy gets
  /// instead of a position [s] (BG-7).
  package let reducedFixSeconds: Double

  package let hasSessions: Bool
  package let hasServiceSessions: Bool
  /// The time for which the system keeps a service session after the app is relaunched [s].
  package let serviceMemorySeconds: Double
  /// The time for which the phone has to lie still before live updates stop [s].
  package let liveStationarySeconds: Double
  package let liveWakeSeconds: Double
  package let liveUpdatesResume: LiveUpdatesResume
  package let backgroundActivityResume: LiveUpdatesResume
  /// The mean time from the start of a movement to the first live update [s]. It applies only to
  /// the variant `likeFence` of `LiveUpdatesResume`.
  package let liveResumeMeanSeconds: Double
  /// The share of movements that do not resume live updates, in the variant `likeFence` of
  /// `LiveUpdatesResume`. Live updates then wait for the next movement, or until the person opens
  /// the app.
  package let liveResumeMissedProbability: Double

  package let suspendsFilteredSessionsAtStops: Bool
  /// The minimum duration of the suspension when the system suspends an app at a stop [s]; see
  /// `suspendsFilteredSessionsAtStops`.
  package let stopGapSeconds: Double
  package let silencesPerHour: Double
}

/// The variants of the resumption of live updates that stopped at rest.
///
/// Apple states only that they resume "on movement" (BG-9). No source states how soon they resume,
/// or how often they do not resume. The most similar measurements are of exits from a fence (LIV-1,
/// REG-3, REG-13).
package enum LiveUpdatesResume: String, PhoneVariant {
  package static let names = allNames

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
