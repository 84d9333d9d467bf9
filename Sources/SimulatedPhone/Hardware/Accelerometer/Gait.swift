import EventKernel
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The signals of walking and running. Most values come from the recordings in the training set of
/// MotionStudy, whose subjects carried phones in trouser pockets.
///
/// Two kinds of values do not come from these recordings. The step rates come from the literature.
/// The other kind is the factors for a phone outside of a pocket, in `swing` and `transmission`.
extension SignalShape {
  mutating func setWalking(
    speed: Float, carried: Carrying, person: SeededRandom, _ draws: inout Draws
  ) {
    let v = max(0.6, min(2.1, speed))
    // Step rate over speed: Wheeler's polynomial (1982), as footbridges are designed by.
    let rate = ((0.35 * v - 1.59) * v + 2.93) * v
    strideHertz = rate / 2 * (1 + 0.04 * Self.trait(1, person)) * (1 + 0.03 * draws.normal())
    let strength =
      (0.4 + 0.45 * v) * 3.5 * exp(0.15 * Self.trait(2, person)) * draws.logNormal(1, 0.12)
      * Self.transmission(carried)
    stride(
      up: Harmonics(first: 0.28, second: 0.85, third: 0.36, fourth: 0.4, sixth: 0.3),
      forward: Harmonics(first: 0.5, second: 0.45, third: 0.3, fourth: 0.3, sixth: 0.2),
      sideways: Harmonics(first: 0.4, second: 0.3, third: 0.25, fourth: 0.25, sixth: 0.2),
      swing: Self.swing(carried, person), strength: strength)
    sharpness = 0.75
    resonanceHertz = 4.5
    resonanceWidthHertz = 4
    resonance = SIMD3(0.25, 0.25, 0.25) * strength
    noise = SIMD3(repeating: draws.logNormal(0.14, 0.7) * strength)
    burst = 1 + max(0, 1.3 * draws.normal())
  }

  mutating func setRunning(
    speed: Float, carried: Carrying, person: SeededRandom, _ draws: inout Draws
  ) {
    let v = max(1.5, min(6, speed))
    // Cavanagh and Kram (1989): runners lengthen their stride and hardly quicken it.
    strideHertz =
      (1.16 + 0.06 * v) * (1 + 0.04 * Self.trait(1, person)) * (1 + 0.02 * draws.normal())
    let strength =
      9.6 * exp(0.16 * Self.trait(2, person)) * draws.logNormal(1, 0.1) * Self.transmission(carried)
    stride(
      up: Harmonics(first: 0.22, second: 1, third: 0.2, fourth: 0.3, sixth: 0.16),
      forward: Harmonics(first: 0.35, second: 0.4, third: 0.15, fourth: 0.15, sixth: 0.08),
      sideways: Harmonics(first: 0.3, second: 0.25, third: 0.15, fourth: 0.15, sixth: 0.08),
      swing: Self.swing(carried, person), strength: strength)
    irregularity = 0.3
    sharpness = -0.15
    resonanceHertz = 5
    resonanceWidthHertz = 5
    resonance = SIMD3(repeating: 0.17 * strength)
    noise = SIMD3(repeating: draws.logNormal(0.07, 0.5) * strength)
  }

  /// Returns the strength of the leg's swing in the signal. A typical person has a strength of 1
  /// with the phone in a pocket, and 0.5 with the phone elsewhere.
  private static func swing(_ carried: Carrying, _ person: SeededRandom) -> Float {
    exp(0.35 * trait(3, person)) * (carried == .pocket ? 1 : 0.5)
  }

  /// Sets the harmonics of the stride, and multiplies the odd harmonics by `swing`.
  ///
  /// A leg swings once in two steps, so the swing causes the odd harmonics.
  private mutating func stride(
    up: Harmonics, forward: Harmonics, sideways: Harmonics, swing: Float, strength: Float
  ) {
    func shaken(_ harmonics: Harmonics) -> Harmonics {
      var harmonics = harmonics
      harmonics.first *= swing
      harmonics.third *= swing
      return harmonics * strength
    }
    self.up = shaken(up)
    self.forward = shaken(forward)
    self.sideways = shaken(sideways)
  }

  /// Returns the share of the body's movement that reaches the phone. The share is larger in a
  /// trouser pocket than in a still hand or in a bag on the back.
  private static func transmission(_ carried: Carrying) -> Float {
    switch carried {
    case .pocket: 1
    case .bag: 0.8
    case .hand, .mount: 0.7
    case .table, .left: 0
    }
  }

  /// Returns a constant trait of the person, drawn from the standard normal distribution.
  static func trait(_ number: Int64, _ person: SeededRandom) -> Float {
    var draws = Draws(person.stream(Int(number)))
    return draws.normal()
  }
}
