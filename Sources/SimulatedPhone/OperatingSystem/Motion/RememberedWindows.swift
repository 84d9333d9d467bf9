import MotionSensing

/// The features of an acceleration window, and the activity that they show. Both depend on the
/// window alone.
struct AnalyzedWindow {
  var features: WindowFeatures
  var estimate: ActivityEstimate
}

/// A cache of analyzed windows of acceleration. Phones that simulate the same day can share it, one
/// phone after another.
///
/// A window depends on the day's random numbers and the movement of the phone, not on the tracker.
/// Making and analyzing windows takes most of the computing time of a day that uses motion. All
/// phones that share a cache must have the same random numbers and the same recording, if there is
/// one. They must run on one thread.
public final class RememberedWindows {
  private struct Window {
    var movement: MotionSignal.Movement
    var analyzed: AnalyzedWindow
  }

  private var windows: [Window] = []
  /// The position of a window in `windows`, by the window's number. A table of the windows
  /// themselves would copy all of them whenever it grows.
  private var positions: [Int64: Int] = [:]
  private let countMax: Int

  /// - Parameter countMax: the number of windows from which on further ones are analyzed each time,
  ///   so that the memory does not grow with the days.
  public init(countMax: Int = 40_000) { self.countMax = countMax }

  var count: Int { windows.count }

  func analyzed(_ index: Int64, _ movement: MotionSignal.Movement) -> AnalyzedWindow? {
    guard let position = positions[index], windows[position].movement == movement else {
      return nil
    }
    return windows[position].analyzed
  }

  func remember(
    _ analyzed: AnalyzedWindow, of index: Int64, _ movement: MotionSignal.Movement
  ) {
    guard count < countMax else { return }
    let window = Window(movement: movement, analyzed: analyzed)
    if let position = positions[index] {
      windows[position] = window
    } else {
      positions[index] = windows.count
      windows.append(window)
    }
  }
}
