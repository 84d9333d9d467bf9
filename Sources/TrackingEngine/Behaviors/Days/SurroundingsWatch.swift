import PhoneAPI
import Timekeeping

/// The behavior that reads the motion, battery level and Wi-Fi name to store in each record.
///
/// The phone reports motion by itself. Battery and network are read again only after ten seconds,
/// because reading both at each fix would cost too much.
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
    let tracker = tracker
    let device = tracker.phone.device
    tracker.surroundings.batteryLevel = Float(device.batteryLevel)
    tracker.surroundings.batteryState = device.batteryState
    tracker.surroundings.network = NetworkName(tracker.phone.wifi.networkName ?? "")
    tracker.surroundingsDue = now + Self.freshness
  }
}
