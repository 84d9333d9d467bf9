/// The magnetometer. No source gives either figure.
public struct CompassParameters: Sendable, Hashable {
  public let accuracyDegrees: Double
  public let watts: Double
}

extension CompassParameters {
  public init(draw: inout ParameterDraw) {
    accuracyDegrees = draw.ranged("compass.accuracyDegrees", 5...25, "judgement")
    watts = draw.ranged("compass.watts", 0.001...0.01, "judgement")
  }
}
