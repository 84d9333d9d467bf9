import World

/// The signal of a phone in a vehicle: a car, a train or an airplane.
extension SignalShape {
  mutating func setDriving(speed: Float, carried: Carrying, _ draws: inout Draws) {
    let idle = draws.logNormal(0.06, 0.4)
    // Highways are smoother than streets, so the vibration grows only up to 25 m/s (judgment).
    let road = draws.logNormal(0.4, 0.4) * (max(0, min(25, speed)) / 14).squareRoot() + idle
    resonanceHertz = draws.uniform(in: 1.2...2)
    resonanceWidthHertz = 2
    resonance = SIMD3(0.8, 0.35, 0.45) * road
    noise = SIMD3(0.6, 0.4, 0.4) * road
    if speed > 0.5 {
      change = SIMD3(0, draws.normal() * 0.7, draws.normal() * 0.5)
    }
    if carried.isOnBody { passThroughSeat(carried, &draws) }
  }

  /// Filters the vibration of a vehicle as a seat and a human body do.
  ///
  /// Seat and body resonate at 4 to 5 Hz and absorb most of the faster vibration (Griffin,
  /// *Handbook of Human Vibration*, 1990, chapters 8 and 9). Over the whole spectrum of a car,
  /// about a fifth of the vibration is lost (Paddan and Griffin, *Journal of Sound and Vibration*
  /// 253, 2002). The body also sways. The amount of sway is a judgment without a source.
  private mutating func passThroughSeat(_ carried: Carrying, _ draws: inout Draws) {
    resonanceHertz += draws.uniform(in: 0.3...1.5)
    resonanceWidthHertz = 3.5
    noise *= 0.3
    let sway = draws.logNormal(carried == .hand ? 0.25 : 0.12, 0.7)
    change += SIMD3(0, draws.normal(), draws.normal()) * (1.5 * sway)
    burst = 1 + 0.7 * abs(draws.normal())
  }

  mutating func setOnRails(speed: Float, carried: Carrying, _ draws: inout Draws) {
    let road = draws.logNormal(0.18, 0.35) * (max(0, speed) / 25).squareRoot() + 0.03
    resonanceHertz = draws.uniform(in: 1...1.6)
    resonanceWidthHertz = 1
    resonance = SIMD3(0.7, 0.2, 0.8) * road
    noise = SIMD3(repeating: 0.4) * road
    if speed > 0.5 { change = SIMD3(0, draws.normal() * 0.25, draws.normal() * 0.2) }
    if carried.isOnBody { passThroughSeat(carried, &draws) }
  }

  mutating func setFlying(carried: Carrying, _ draws: inout Draws) {
    let air = draws.logNormal(0.12, 0.5)
    resonanceHertz = draws.uniform(in: 0.5...2)
    resonanceWidthHertz = 2
    resonance = SIMD3(0.8, 0.3, 0.4) * air
    noise = SIMD3(repeating: 0.6) * air
  }
}

extension Carrying {
  /// True if a body carries the phone. The body sways, and damps the vibration of the vehicle.
  var isOnBody: Bool {
    switch self {
    case .pocket, .bag, .hand: true
    case .mount, .table, .left: false
    }
  }
}
