/// Permission, reduced accuracy and the sessions of iOS 17 and 18, in figures.
public struct PermissionParameters: Sendable, Hashable {
  /// From a provisional Always to the question whether the app may keep it.
  public let provisionalPromptSeconds: Double
  public let reducedRadiusMeters: Double
  /// Between two areas on the way.
  public let reducedFixSeconds: Double
}

extension PermissionParameters {
  public init(draw: inout ParameterDraw) {
    provisionalPromptSeconds = draw.ranged(
      "permission.provisionalPromptSeconds", 14_400...259_200, "BG-6 (judgement)")
    reducedRadiusMeters = draw.ranged("reduced.radiusMeters", 1000...20_000, "BG-7 (unsourced)")
    reducedFixSeconds = draw.known("reduced.fixSeconds", 900, "BG-7")
  }
}
