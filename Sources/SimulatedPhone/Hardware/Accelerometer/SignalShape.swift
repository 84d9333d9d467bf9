import MotionSensing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The parameters of one window's signal: the harmonics of a stride, a resonance, noise, a burst
/// and a slow change.
///
/// The axes are up, forward and sideways, and the unit is m/s².
struct SignalShape {
  /// The amplitudes of a stride's first, second, third, fourth and sixth harmonic.
  ///
  /// A stride is two steps, so the second harmonic has the frequency of the steps. Movements that
  /// are alike for both feet give the even harmonics. A phone in the pocket of one leg also
  /// measures the odd harmonics.
  struct Harmonics {
    var first: Float = 0
    var second: Float = 0
    var third: Float = 0
    var fourth: Float = 0
    var sixth: Float = 0

    static func * (harmonics: Harmonics, factor: Float) -> Harmonics {
      Harmonics(
        first: harmonics.first * factor, second: harmonics.second * factor,
        third: harmonics.third * factor, fourth: harmonics.fourth * factor,
        sixth: harmonics.sixth * factor)
    }
  }

  /// The number of strides (of two steps each) or of turns of the pedals a second [Hz]; 0 without
  /// either.
  var strideHertz: Float = 0
  var up = Harmonics()
  var forward = Harmonics()
  var sideways = Harmonics()
  /// The variation of each harmonic's amplitude from window to window, as a share of the amplitude.
  var irregularity: Float = 0.4
  /// The effect of the fourth harmonic, which has twice the frequency of the steps: sharper peaks
  /// (1), sharper troughs (−1) or neither (0).
  var sharpness: Float = 0

  var resonanceHertz: Float = 1.5
  /// The width of the resonance [Hz]. A wide resonance is almost like noise.
  var resonanceWidthHertz: Float = 1
  /// The root mean square of the resonance on each axis.
  var resonance = SIMD3<Float>()
  /// The root mean square of white noise on each axis.
  var noise = SIMD3<Float>()
  /// The factor by which resonance and noise grow during one quarter of the window, for a bump or a
  /// jolt.
  var burst: Float = 1
  /// The change of the mean acceleration from the window's start to its end, as in braking or
  /// turning.
  var change = SIMD3<Float>()
}
