import PhoneAPI
import Timekeeping
import World

/// The other apps that the person uses, and their total demands on the phone.
///
/// They are the same on every tracker's day and on the baseline day. Hardware that they keep on,
/// such as the receiver, adds no cost to a tracker.
struct OtherApps {
  private(set) var inUse: [OtherUse] = []

  mutating func begin(_ use: OtherUse) { inUse.append(use) }

  /// Ends a use. Returns false if it was not in use.
  mutating func end(_ use: OtherUse) -> Bool {
    guard let index = inUse.lastIndex(of: use) else { return false }
    inUse.remove(at: index)
    return true
  }

  mutating func endAll() { inUse = [] }

  var holdFineLocation: Bool { inUse.contains { $0.holdsFineLocation } }
  var areOnScreen: Bool { inUse.contains { $0.isOnScreen } }
  /// The memory demand: that of the app with the largest one.
  var memoryIntensity: Double { inUse.reduce(0) { max($0, $1.memoryIntensity) } }
  var bytesPerSecond: Double { inUse.reduce(0) { $0 + $1.bytesPerSecond } }
}
