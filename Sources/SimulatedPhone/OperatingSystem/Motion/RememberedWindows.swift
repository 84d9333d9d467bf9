import MotionSensing

/// A cache of the features of acceleration windows. Phones that simulate the same day can share it,
/// one phone after another.
///
/// A window depends on the day's random numbers and the movement of the phone, not on the tracker.
/// Making and analyzing windows takes most of the computing time of a day that uses motion. All
/// phones that share a cache must have the same random numbers and the same recording, if there is
/// one. They must run on one thread. The cache grows with the time in motion.
public final class RememberedWindows {
  private struct Key: Hashable {
    var index: Int64
    var movement: MotionSignal.Movement
  }

  private var windows: [Key: WindowFeatures] = [:]

  public init() {}

  var count: Int { windows.count }

  func features(of index: Int64, _ movement: MotionSignal.Movement) -> WindowFeatures? {
    windows[Key(index: index, movement: movement)]
  }

  func remember(
    _ features: WindowFeatures, of index: Int64, _ movement: MotionSignal.Movement
  ) {
    windows[Key(index: index, movement: movement)] = features
  }
}
