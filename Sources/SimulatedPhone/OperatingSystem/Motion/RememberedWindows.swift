import MotionSensing

/// A cache of the features of acceleration windows, for phones that simulate the same day one after
/// another.
///
/// A window depends on the day's random numbers and the movement of the phone, not on the tracker.
/// Making and analyzing windows takes most of the computing time of a day that uses motion. Use one
/// cache only for phones with the same random numbers (and the same recording, if one is played),
/// on one thread. It grows with the time in motion.
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
