import PhoneAPI
import Timekeeping
import World

/// The other apps that the person has in use, and what they ask of the phone together.
///
/// Theirs is the same on every tracker's day and on the day without one. What they keep on, such as the
/// receiver, costs a tracker nothing more.
struct OtherApps {
  private(set) var inUse: [OtherUse] = []

  mutating func begin(_ use: OtherUse) { inUse.append(use) }

  /// False when it was not in use.
  mutating func end(_ use: OtherUse) -> Bool {
    guard let index = inUse.lastIndex(of: use) else { return false }
    inUse.remove(at: index)
    return true
  }

  mutating func endAll() { inUse = [] }

  var holdFineLocation: Bool { inUse.contains { $0.holdsFineLocation } }
  var areOnScreen: Bool { inUse.contains { $0.isOnScreen } }
  /// The greediest counts.
  var memoryIntensity: Double { inUse.reduce(0) { max($0, $1.memoryIntensity) } }
  var bytesPerSecond: Double { inUse.reduce(0) { $0 + $1.bytesPerSecond } }
}
