import MotionSensing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The recipe of one window: harmonics of a stride, a resonance, noise, a burst and a slow change.
///
/// Axes are up, forward and sideways, in m/s².
struct SignalShape {
  /// Amplitudes of a stride's first, second, third, fourth and sixth harmonic. A stride is two steps, so
  /// the second is the step's own frequency; what left and right foot do alike lies on the even ones,
  /// and a phone in one leg's pocket sees the odd ones too.
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

  /// Half the steps a second; 0 without a stride.
  var strideHertz: Float = 0
  var up = Harmonics()
  var forward = Harmonics()
  var sideways = Harmonics()
  /// By how much each harmonic's amplitude differs from window to window, as a share.
  var irregularity: Float = 0.4
  /// Whether the step's overtone sharpens its peaks (1), its troughs (−1) or neither (0).
  var sharpness: Float = 0

  var resonanceHertz: Float = 1.5
  /// Width of the resonance, Hz; wide ones are hardly resonances.
  var resonanceWidthHertz: Float = 1
  /// Root mean square on each axis.
  var resonance = SIMD3<Float>()
  /// Root mean square of what has no color, on each axis.
  var noise = SIMD3<Float>()
  /// How many times stronger resonance and noise are during one quarter of the window: a bump, a jolt.
  var burst: Float = 1
  /// By how much the mean acceleration changes from the window's start to its end: braking, turning.
  var change = SIMD3<Float>()
}
