import World

/// The signal of a phone at rest: on a table, or carried by a person who sits or stands.
extension SignalShape {
  mutating func setAtRest(_ carried: Carrying, _ draws: inout Draws) {
    noise = SIMD3(repeating: draws.uniform(in: 0.008...0.02))
    switch carried {
    case .table, .left, .mount: break
    case .pocket, .bag: stir(draws.logNormal(0.022, 1.1), &draws)
    case .hand: stir(draws.logNormal(0.1, 0.7), &draws)
    }
  }

  /// Adds the movements of a body, which is never quite still. A body trembles at a few hertz,
  /// sways, and shifts now and then.
  private mutating func stir(_ strength: Float, _ draws: inout Draws) {
    resonanceHertz = draws.uniform(in: 2...5)
    resonanceWidthHertz = 5
    resonance = SIMD3(0.45, 1, 1) * strength
    burst = 1 + 2 * abs(draws.normal())
    change = SIMD3(0, draws.normal(), draws.normal()) * (1.5 * strength)
  }
}
