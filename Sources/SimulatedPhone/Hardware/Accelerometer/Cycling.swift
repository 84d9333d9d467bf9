import EventKernel
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The signal of cycling. It follows published properties, because there is no recording of
/// cycling.
extension SignalShape {
  mutating func setCycling(
    speed: Float, carried: Carrying, person: SeededRandom, _ draws: inout Draws
  ) {
    // Pedaling at 60 to 90 turns a minute; the thigh swings once a turn.
    strideHertz = 1.25 * (1 + 0.1 * Self.trait(4, person)) * (1 + 0.05 * draws.normal())
    let swing = Self.pedaling(carried, person, &draws)
    up = Harmonics(first: 0.6, second: 0.25, third: 0.1) * swing
    forward = Harmonics(first: 1, second: 0.3, third: 0.1) * swing
    sideways = Harmonics(first: 0.5, second: 0.2) * swing
    let road =
      draws.logNormal(1.2, 0.35) * max(0.3, speed / 5).squareRoot()
      * exp(0.25 * Self.trait(5, person))
    resonanceHertz = 4
    resonanceWidthHertz = 6
    resonance = SIMD3(1, 0.6, 0.6) * road
    noise = SIMD3(0.7, 0.45, 0.45) * road
    burst = 1 + max(0, draws.normal())
  }

  /// Returns the strength of the acceleration by pedaling [m/s²]: large on a thigh, small on a
  /// back, almost none on a handlebar. For a fifth of the time the person does not pedal.
  private static func pedaling(
    _ carried: Carrying, _ person: SeededRandom, _ draws: inout Draws
  ) -> Float {
    guard draws.uniform() < 0.8 else { return 0.1 }
    let own = exp(0.2 * trait(6, person))
    return switch carried {
    case .pocket: draws.logNormal(1.2, 0.3) * own
    case .bag: draws.logNormal(0.35, 0.4) * own
    case .hand, .mount, .table, .left: 0.1
    }
  }
}
