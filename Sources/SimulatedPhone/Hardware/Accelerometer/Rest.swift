import World

/// Lying on a table, or carried by somebody who sits or stands.
extension SignalShape {
  static func atRest(_ carried: Carrying, _ draws: inout Draws) -> SignalShape {
    var shape = SignalShape()
    shape.noise = SIMD3(repeating: draws.uniform(in: 0.01...0.025))
    switch carried {
    case .table, .left, .mount: break
    case .pocket, .bag: shape.sway(draws.logNormal(0.05, 0.8))
    case .hand: shape.sway(draws.logNormal(0.12, 0.6))
    }
    return shape
  }

  /// A body is never quite still.
  private mutating func sway(_ strength: Float) {
    resonanceHertz = 0.6
    resonanceWidthHertz = 2
    resonance = SIMD3(0.5, 1, 1) * min(strength, 0.8)
  }
}
