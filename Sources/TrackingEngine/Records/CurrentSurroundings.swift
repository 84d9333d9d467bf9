import PhoneAPI
import Timekeeping

/// The surroundings that the next record gets.
///
/// The phone reports motion by itself. Battery and network are read again only after ten seconds,
/// because reading both at each fix would cost too much. A reading counts no references, since
/// constants alone refer to this object and to the phone's services.
final class CurrentSurroundings {
  private static let freshness = TimeSpan.seconds(10 as Int64)

  @exclusivity(unchecked) private(set) var values = Surroundings()
  /// The time from which on battery and network have to be read before a record is made.
  @exclusivity(unchecked) private(set) var due = Instant.distantFuture
  private let device: any Device
  private let wifi: any WiFi

  init(_ phone: any Phone) {
    device = phone.device
    wifi = phone.wifi
  }

  func beginReading() {
    device.isBatteryMonitoringEnabled = true
    device.onPowerChange = { [weak self] in self?.due = .distantPast }
    due = .distantPast
  }

  func stopListening() { device.onPowerChange = nil }

  func endReading() { due = .distantFuture }

  @inline(never)
  func read(at now: Instant) {
    values.batteryLevel = Float(device.batteryLevel)
    values.batteryState = device.batteryState
    values.network = wifi.networkName.map(NetworkName.init) ?? .none
    due = now + Self.freshness
  }

  func moved(_ activity: MotionActivity) { values.motion = MotionStates(activity) }
}
