import EventKernel
import World

/// Cycling, from published properties; there is no recording at hand.
extension SignalShape {
  static func cycling(
    speed: Float, carried: Carrying, person: Chance, _ draws: inout Draws
  ) -> SignalShape {
    var shape = SignalShape()
    // Pedalling at 60 to 90 turns a minute; the thigh swings once a turn.
    let cadence = 1.25 * (1 + 0.1 * trait(4, person)) * (1 + 0.05 * draws.normal())
    let pedals = draws.uniform() < 0.8
    shape.strideHertz = cadence
    let swing: Float = pedals && carried == .pocket ? draws.logNormal(1.2, 0.3) : 0.1
    shape.up = Harmonics(first: 0.6, second: 0.25, third: 0.1) * swing
    shape.forward = Harmonics(first: 1, second: 0.3, third: 0.1) * swing
    shape.sideways = Harmonics(first: 0.5, second: 0.2) * swing
    let road = draws.logNormal(1.2, 0.35) * max(0.3, speed / 5).squareRoot()
    shape.resonanceHertz = 4
    shape.resonanceWidthHertz = 6
    shape.resonance = SIMD3(1, 0.6, 0.6) * road
    shape.noise = SIMD3(0.7, 0.45, 0.45) * road
    shape.burst = 1 + max(0, draws.normal())
    return shape
  }
}
