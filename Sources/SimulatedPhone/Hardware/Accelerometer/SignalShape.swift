import MotionSensing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The parameters of one window's signal: harmonics of a stride, a resonance, noise, a burst and a
/// slow change.
///
/// Axes are up, forward and sideways, in m/s².
struct SignalShape {
  /// The amplitudes of a stride's first, second, third, fourth and sixth harmonic.
  ///
  /// A stride is two steps, so the second harmonic has the frequency of the steps. Movements that
  /// are the same for both feet lie on the even harmonics. A phone in the pocket of one leg
  /// measures the odd ones too.
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

  /// The frequency of strides: half the steps a second; 0 without a stride.
  var strideHertz: Float = 0
  var up = Harmonics()
  var forward = Harmonics()
  var sideways = Harmonics()
  /// The variation of each harmonic's amplitude from window to window, as a share.
  var irregularity: Float = 0.4
  /// The effect of the step's overtone: it sharpens the peaks (1), the troughs (−1) or neither (0).
  var sharpness: Float = 0

  var resonanceHertz: Float = 1.5
  /// The width of the resonance [Hz]. Wide ones are hardly resonances.
  var resonanceWidthHertz: Float = 1
  /// The root mean square of the resonance on each axis.
  var resonance = SIMD3<Float>()
  /// The root mean square of white noise on each axis.
  var noise = SIMD3<Float>()
  /// The factor on resonance and noise during one quarter of the window, as for a bump or a jolt.
  var burst: Float = 1
  /// The change of the mean acceleration from the window's start to its end: braking, turning.
  var change = SIMD3<Float>()
}
