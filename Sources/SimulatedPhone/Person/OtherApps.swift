import PhoneAPI
import Timekeeping
import World

/// The other apps that the person uses, and the total of what they need from the phone.
///
/// They are the same in the simulations of all trackers and in the simulation without a tracker. If
/// another app keeps hardware on, such as the satellite receiver, a tracker can use it without
/// additional energy.
struct OtherApps {
  private(set) var inUse: [OtherUse] = []

  mutating func begin(_ use: OtherUse) { inUse.append(use) }

  /// Removes a use of another app. Returns false if the person was not using it.
  mutating func end(_ use: OtherUse) -> Bool {
    guard let index = inUse.lastIndex(of: use) else { return false }
    inUse.remove(at: index)
    return true
  }

  mutating func endAll() { inUse = [] }

  var holdFineLocation: Bool { inUse.contains { $0.holdsFineLocation } }
  var areOnScreen: Bool { inUse.contains { $0.isOnScreen } }
  /// The largest memory demand among the apps in use, 0 to 1.
  var memoryIntensity: Double { inUse.reduce(0) { max($0, $1.memoryIntensity) } }
  var bytesPerSecond: Double { inUse.reduce(0) { $0 + $1.bytesPerSecond } }
}
