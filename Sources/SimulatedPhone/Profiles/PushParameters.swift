/// Pushes from the app's server in figures.
package struct PushParameters: Sendable, Hashable {
  /// Silent ones that reach an app in the background within an hour; the person's phone decides.
  package let silentPerHourMax: Double
  package let silentSeconds: Double
  package let lossProbability: Double
  /// After so many calls that the app did not report its VoIP pushes stop.
  package let unreportedCallsMax: Double

  init(draw: inout ParameterDraw) {
    silentPerHourMax = draw.ranged("push.silentPerHourMax", 2...3, "NET-1", level: .trait)
    silentSeconds = draw.known("push.silentSeconds", 30, "NET-1")
    lossProbability = draw.ranged("push.lossProbability", 0...0.1, "NET-1 (judgement)")
    unreportedCallsMax = draw.known("push.unreportedCallsMax", 3, "NET-4 (judgement)")
  }
}
