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
  private let device: any Device
  private let wifi: any WiFi

  init(_ tracker: Tracker) {
    self.tracker = tracker
    device = tracker.phone.device
    wifi = tracker.phone.wifi
  }

  func trackingBegan() {
    device.isBatteryMonitoringEnabled = true
    let due = tracker.surroundingsDue
    device.onPowerChange = { due.instant = .distantPast }
    tracker.listenToMotion()
    due.instant = .distantPast
  }

  func trackingEnded() {
    device.onPowerChange = nil
  }

  func surroundingsAreDue(at now: Instant) {
    let tracker = tracker
    tracker.surroundings.batteryLevel = Float(device.batteryLevel)
    tracker.surroundings.batteryState = device.batteryState
    tracker.surroundings.network = wifi.networkName.map(NetworkName.init) ?? .none
    tracker.surroundingsDue.instant = now + Self.freshness
  }
}
