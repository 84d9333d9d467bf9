import World

/// Sitting in something that moves: car, train, aeroplane.
extension SignalShape {
  static func driving(speed: Float, carried: Carrying, _ draws: inout Draws) -> SignalShape {
    var shape = SignalShape()
    let idle = draws.logNormal(0.06, 0.4)
    let road = draws.logNormal(0.4, 0.4) * (max(0, speed) / 14).squareRoot() + idle
    let damping: Float = carried == .mount || carried == .table ? 1 : 0.8
    shape.resonanceHertz = draws.uniform(in: 1.2...2)
    shape.resonanceWidthHertz = 2
    shape.resonance = SIMD3(0.8, 0.35, 0.45) * road * damping
    shape.noise = SIMD3(0.6, 0.4, 0.4) * road * damping
    if speed > 0.5 {
      shape.change = SIMD3(0, draws.normal() * 0.7, draws.normal() * 0.5)
    }
    return shape
  }

  static func onRails(speed: Float, carried: Carrying, _ draws: inout Draws) -> SignalShape {
    var shape = SignalShape()
    let road = draws.logNormal(0.18, 0.35) * (max(0, speed) / 25).squareRoot() + 0.03
    shape.resonanceHertz = draws.uniform(in: 1...1.6)
    shape.resonanceWidthHertz = 1
    shape.resonance = SIMD3(0.7, 0.2, 0.8) * road
    shape.noise = SIMD3(repeating: 0.4) * road
    if speed > 0.5 { shape.change = SIMD3(0, draws.normal() * 0.25, draws.normal() * 0.2) }
    return shape
  }

  static func flying(carried: Carrying, _ draws: inout Draws) -> SignalShape {
    var shape = SignalShape()
    let air = draws.logNormal(0.12, 0.5)
    shape.resonanceHertz = draws.uniform(in: 0.5...2)
    shape.resonanceWidthHertz = 2
    shape.resonance = SIMD3(0.8, 0.3, 0.4) * air
    shape.noise = SIMD3(repeating: 0.6) * air
    return shape
  }
}
