import MotionSensing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The recipe of one window: harmonics of a step, a resonance, noise, and a slow change.
///
/// Axes are up, forward and sideways, in m/s².
struct SignalShape {
  /// Amplitudes of half the step's frequency (a stride of two steps), and of it once, twice, three and
  /// four times.
  typealias Harmonics = SIMD8<Float>

  var stepHertz: Float = 0
  var up = Harmonics()
  var forward = Harmonics()
  var sideways = Harmonics()

  var resonanceHertz: Float = 1.5
  /// Width of the resonance, Hz; wide ones are hardly resonances.
  var resonanceWidthHertz: Float = 1
  /// Root mean square on each axis.
  var resonance = SIMD3<Float>()
  /// Root mean square of what has no colour, on each axis.
  var noise = SIMD3<Float>()
  /// By how much the mean acceleration changes from the window's start to its end: braking, turning.
  var change = SIMD3<Float>()

  static let harmonicCount = 5
}
