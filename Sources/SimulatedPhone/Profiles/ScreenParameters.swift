/// The lit screen.
public struct ScreenParameters: Sendable, Hashable {
  /// The whole phone in use, over the suspended one [W].
  public let onWatts: Double
}

extension ScreenParameters {
  init(draw: inout ParameterDraw) {
    onWatts = draw.ranged("screen.onWatts", 0.8...2.0, "SCR-2")
  }
}
