import MotionSensing

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
  private var places = WindowPlaces()
  private let countMax: Int

  /// - Parameter countMax: the number of windows from which on further ones are analyzed each time,
  ///   so that the memory does not grow with the days.
  public init(countMax: Int = 40_000) {
    self.countMax = countMax
    windows.reserveCapacity(min(countMax, Self.usualCount))
  }

  /// Two weeks of a working adult have about eight thousand windows, sometimes twice as many.
  private static let usualCount = 16_384

  var count: Int { windows.count }

  @inline(__always)
  func analyzed(_ index: Int64, _ movement: MotionSignal.Movement) -> AnalyzedWindow? {
    guard let place = places[index], windows[place].movement == movement else { return nil }
    return windows[place].analyzed
  }

  func remember(
    _ analyzed: AnalyzedWindow, of index: Int64, _ movement: MotionSignal.Movement
  ) {
    guard count < countMax else { return }
    let window = Window(movement: movement, analyzed: analyzed)
    if let place = places[index] {
      windows[place] = window
    } else if places.set(index, to: windows.count) {
      windows.append(window)
    }
  }
}

/// The places of windows in an array, by the numbers of the windows.
///
/// The numbers of a day's windows lie close together. A table in two levels is therefore small, and
/// faster than a dictionary.
private struct WindowPlaces {
  private static let blockLength = 8

  /// The number of the first window that was set. Windows before it have no places.
  private var first: Int64?
  /// The number of each block of windows, counted from 1; 0 if none of its windows has a place.
  private var blocks: [Int32] = []
  /// The places in the blocks, counted from 1; 0 if a window has none.
  private var places: [Int32] = []

  @inline(__always)
  subscript(index: Int64) -> Int? {
    guard let first, index >= first else { return nil }
    let (block, slot) = Int(index - first).quotientAndRemainder(dividingBy: Self.blockLength)
    guard block < blocks.count, blocks[block] > 0 else { return nil }
    let place = places[(Int(blocks[block]) - 1) * Self.blockLength + slot]
    return place > 0 ? Int(place) - 1 : nil
  }

  /// Sets the place of a window. Returns false if the window comes before the first one.
  mutating func set(_ index: Int64, to place: Int) -> Bool {
    let first = self.first ?? index
    guard index >= first else { return false }
    self.first = first
    let (block, slot) = Int(index - first).quotientAndRemainder(dividingBy: Self.blockLength)
    if blocks.count <= block {
      blocks.append(contentsOf: repeatElement(0, count: block + 1 - blocks.count))
    }
    if blocks[block] == 0 {
      places.append(contentsOf: repeatElement(0, count: Self.blockLength))
      blocks[block] = Int32(places.count / Self.blockLength)
    }
    places[(Int(blocks[block]) - 1) * Self.blockLength + slot] = Int32(place + 1)
    return true
  }
}
