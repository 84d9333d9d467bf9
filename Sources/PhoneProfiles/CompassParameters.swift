import ModelParameters

/// The errors of the compass. No source gives their sizes.
package struct CompassParameters: Sendable {
  package let accuracyDegrees: Double
  package let watts: Double
}

extension CompassParameters {
  package init(draw: inout ParameterDraw) {
    accuracyDegrees = draw.ranged("compass.accuracyDegrees", 5...25, "judgement")
    watts = draw.ranged("compass.watts", 0.001...0.01, "judgement")
  }
}
