import PhoneAPI
import Timekeeping

/// Notes motion, battery and Wi-Fi name, so that every record can carry them.
///
/// Motion comes by itself. Battery and network are read again only when ten seconds have passed: a
/// fix a second would otherwise pay for both each time.
final class SurroundingsWatch: Behavior {
  private static let freshness = TimeSpan.seconds(10 as Int64)

  let events: Events = [.tracking, .surroundings]
  private unowned let tracker: Tracker

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() {
    tracker.phone.device.isBatteryMonitoringEnabled = true
    tracker.phone.device.onPowerChange = { [weak self] in
      self?.tracker.surroundingsDue = .distantPast
    }
    tracker.listenToMotion()
    tracker.surroundingsDue = .distantPast
  }

  func trackingEnded() {
    tracker.phone.device.onPowerChange = nil
  }

  func surroundingsAreDue(at now: Instant) {
    let device = tracker.phone.device
    tracker.surroundings.batteryLevel = Float(device.batteryLevel)
    tracker.surroundings.batteryState = device.batteryState
    tracker.surroundings.network = NetworkName(tracker.phone.wifi.networkName ?? "")
    tracker.surroundingsDue = now + Self.freshness
  }
}
