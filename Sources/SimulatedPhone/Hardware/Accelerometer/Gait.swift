import EventKernel
import World

/// Walking, running and pedalling.
extension SignalShape {
  static func walking(
    speed: Float, carried: Carrying, person: Chance, _ draws: inout Draws
  ) -> SignalShape {
    var shape = SignalShape()
    let own = Float(person.normal(at: 1))
    let v = max(0.6, min(2.1, speed))
    // Wheeler's curve of step rate over speed (1982).
    let rate = ((0.35 * v - 1.59) * v + 2.93) * v
    shape.stepHertz = rate * (1 + 0.05 * own) * (1 + 0.03 * draws.normal())
    let strength = (v / 1.35) * draws.logNormal(3, 0.25) * Gait.strength(carried)
    shape.up = SignalShape.Harmonics(0.35, 1, 0.5, 0.35, 0.2, 0, 0, 0) * strength
    shape.forward = SignalShape.Harmonics(0.5, 0.5, 0.35, 0.2, 0.15, 0, 0, 0) * strength
    shape.sideways = SignalShape.Harmonics(0.4, 0.3, 0.25, 0.2, 0.15, 0, 0, 0) * strength
    shape.resonanceHertz = shape.stepHertz * 1.5
    shape.resonanceWidthHertz = 3
    shape.resonance = SIMD3(repeating: 0.3 * strength)
    shape.noise = SIMD3(repeating: 0.15 * strength)
    return shape
  }

  static func running(
    speed: Float, carried: Carrying, person: Chance, _ draws: inout Draws
  ) -> SignalShape {
    var shape = SignalShape()
    let own = Float(person.normal(at: 2))
    let v = max(1.5, min(6, speed))
    shape.stepHertz = (2.35 + 0.12 * v) * (1 + 0.04 * own) * (1 + 0.02 * draws.normal())
    let strength = draws.logNormal(9, 0.2) * Gait.strength(carried)
    shape.up = SignalShape.Harmonics(0.25, 1, 0.4, 0.2, 0.1, 0, 0, 0) * strength
    shape.forward = SignalShape.Harmonics(0.4, 0.4, 0.3, 0.15, 0.1, 0, 0, 0) * strength
    shape.sideways = SignalShape.Harmonics(0.3, 0.25, 0.2, 0.15, 0.1, 0, 0, 0) * strength
    shape.resonanceHertz = 4
    shape.resonanceWidthHertz = 4
    shape.resonance = SIMD3(repeating: 0.25 * strength)
    shape.noise = SIMD3(repeating: 0.15 * strength)
    return shape
  }

  static func cycling(
    speed: Float, carried: Carrying, person: Chance, _ draws: inout Draws
  ) -> SignalShape {
    var shape = SignalShape()
    // Pedalling at 60 to 90 turns a minute; the thigh swings once a turn.
    let cadence = 1.25 * (1 + 0.12 * Float(person.normal(at: 3))) * (1 + 0.05 * draws.normal())
    let pedals = draws.uniform() < 0.8
    shape.stepHertz = 2 * cadence
    let swing: Float = pedals && carried == .pocket ? draws.logNormal(1.2, 0.3) : 0.1
    shape.up = SignalShape.Harmonics(0.6, 0.25, 0.1, 0, 0, 0, 0, 0) * swing
    shape.forward = SignalShape.Harmonics(1, 0.3, 0.1, 0, 0, 0, 0, 0) * swing
    shape.sideways = SignalShape.Harmonics(0.5, 0.2, 0, 0, 0, 0, 0, 0) * swing
    let road = draws.logNormal(1.2, 0.35) * max(0.3, speed / 5).squareRoot()
    shape.resonanceHertz = 4
    shape.resonanceWidthHertz = 6
    shape.resonance = SIMD3(1, 0.6, 0.6) * road
    shape.noise = SIMD3(0.7, 0.45, 0.45) * road
    return shape
  }
}

enum Gait {
  /// A leg's pocket is shaken more than a hand that is held still or a bag on the back.
  static func strength(_ carried: Carrying) -> Float {
    switch carried {
    case .pocket: 1
    case .bag: 0.8
    case .hand, .mount: 0.7
    case .table, .left: 0
    }
  }
}
