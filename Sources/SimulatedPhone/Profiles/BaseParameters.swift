/// What the phone draws by itself, whatever runs on it.
public struct BaseParameters: Sendable, Hashable {
  /// Suspended, registered with the cell, joined to Wi-Fi [W].
  public let suspendedWatts: Double
  /// Mean of the system's own doings [W].
  public let systemBackgroundWatts: Double
  /// The motion coprocessor and its sensor [W].
  public let motionWatts: Double
}

extension BaseParameters {
  init(draw: inout ParameterDraw) {
    suspendedWatts = draw.ranged("base.suspendedWatts", 0.020...0.050, "CPU-1, BAT-9, RAD-16")
    systemBackgroundWatts = draw.known("base.systemBackgroundWatts", 0.015, "BAT-8")
    motionWatts = draw.ranged("motion.coprocessorWatts", 0.0002...0.003, "ACC-7")
  }
}
