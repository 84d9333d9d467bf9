/// Permission, reduced accuracy and the sessions of iOS 17 and 18, in figures.
public struct PermissionParameters: Sendable, Hashable {
  /// From a provisional Always to the question whether the app may keep it.
  public let provisionalPromptSeconds: Double
  public let reducedRadiusMeters: Double
  /// Between two areas on the way.
  public let reducedFixSeconds: Double

  public let hasSessions: Bool
  public let hasServiceSessions: Bool
  /// How long after a relaunch a service session is remembered.
  public let serviceMemorySeconds: Double
  /// Of lying still, before live updates stop.
  public let liveStationarySeconds: Double
  public let liveWakeSeconds: Double

  public let suspendsFilteredSessionsAtStops: Bool
  /// Without a position, at least, around such a stop.
  public let stopGapSeconds: Double
  public let silencesPerHour: Double
}

extension PermissionParameters {
  public init(profile: OperatingSystemProfile, draw: inout ParameterDraw) {
    provisionalPromptSeconds = draw.ranged(
      "permission.provisionalPromptSeconds", 14_400...259_200, "BG-6 (judgement)")
    reducedRadiusMeters = draw.ranged("reduced.radiusMeters", 1000...20_000, "BG-7 (unsourced)")
    reducedFixSeconds = draw.known("reduced.fixSeconds", 900, "BG-7")

    hasSessions = profile.major >= 17
    hasServiceSessions = profile.major >= 18
    serviceMemorySeconds = draw.ranged("session.serviceMemorySeconds", 3...8, "BG-10 (judgement)")
    liveStationarySeconds = draw.known("session.liveStationarySeconds", 600, "BG-9")
    liveWakeSeconds = draw.known("session.liveWakeSeconds", 10, "BG-9 (judgement, as SLC-9)")

    let isTwentySix = profile.major >= 26
    suspendsFilteredSessionsAtStops = isTwentySix
    stopGapSeconds = draw.ranged("session.stopGapSeconds", 100...150, "BG-4")
    let silences = draw.ranged("session.silencesPerHour", 0...2, "BG-4 (judgement)")
    silencesPerHour = isTwentySix ? silences : 0
  }
}
