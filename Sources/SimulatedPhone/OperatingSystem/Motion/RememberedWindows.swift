import MotionSensing

/// What windows of acceleration looked like, for phones that live the same day one after the other.
///
/// A window is a function of the day's chance and of how the phone moves, whatever tracker is on it, and
/// making it up and analysing it is most of what a day costs that listens to motion. Only for phones of
/// one chance (and one recording, if one is played), on one thread; it grows with the time in motion.
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
