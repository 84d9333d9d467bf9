import ModelParameters

/// The model's values for pushes from the app's server.
package struct PushParameters: Sendable {
  /// The maximum number of silent pushes that reach an app in the background in one hour. It is a
  /// trait of the phone.
  package let silentPerHourMax: Double
  package let silentSeconds: Double
  package let lossProbability: Double
  /// The number of VoIP pushes without a reported call after which the app gets no more VoIP
  /// pushes.
  package let unreportedCallsMax: Double

  package init(draw: inout ParameterDraw) {
    silentPerHourMax = draw.ranged("push.silentPerHourMax", 2...3, "NET-1", level: .trait)
    silentSeconds = draw.known("push.silentSeconds", 30, "NET-1")
    lossProbability = draw.ranged("push.lossProbability", 0...0.1, "NET-1 (judgement)")
    unreportedCallsMax = draw.known("push.unreportedCallsMax", 3, "NET-4 (judgement)")
  }
}
