import EventKernel
import Timekeeping
import World

/// The radios that carry data: cellular with promotion, transfer and tail, or Wi-Fi where joined.
///
/// A transfer's energy is booked when it starts, since nothing can stop it half way; the cellular
/// tail is power for as long as it lasts, and new data restart it (RAD-13, RAD-15).
final class Modem {
  private unowned(unsafe) let phone: SimulatedPhone
  private let device: DeviceParameters
  private var tail: EventKernel<PhoneEvent>.Identifier?

  init(phone: SimulatedPhone, device: DeviceParameters) {
    self.phone = phone
    self.device = device
  }

  /// Books one transfer and says how long it takes, promotion included.
  func transfer(bytes: Int, over network: NetworkAvailability) -> TimeSpan {
    switch network {
    case .none: .zero
    case .wifi: transferOverWiFi(bytes: bytes)
    case .cellular: transferOverCellular(bytes: bytes, timeFactor: 1, powerFactor: 1)
    case .poorCellular:
      transferOverCellular(
        bytes: bytes, timeFactor: device.poorSignalTimeFactor,
        powerFactor: device.poorSignalPowerFactor)
    }
  }

  func tailOver() {
    tail = nil
    phone.setPower(0, .modem, .network)
  }

  func powerDown() {
    if let tail { phone.cancel(tail) }
    tailOver()
  }

  private func transferOverWiFi(bytes: Int) -> TimeSpan {
    let burst = max(device.wifiBurstSecondsMin, Double(bytes) * 8 / device.wifiBitsPerSecond)
    phone.addImpulse(device.wifiActiveWatts * (burst + device.wifiTailSeconds), .wifi, .network)
    return .seconds(burst)
  }

  private func transferOverCellular(
    bytes: Int, timeFactor: Double, powerFactor: Double
  ) -> TimeSpan {
    let promotion = tail == nil ? device.cellularPromotionSeconds : 0
    let bits = Double(bytes) * 8
    let burst =
      max(device.cellularBurstSecondsMin, bits / device.cellularBitsPerSecond) * timeFactor
    let megabitsPerSecond = bits / burst * 1e-6
    let watts =
      (device.cellularBurstWatts + device.cellularWattsPerMegabit * megabitsPerSecond)
      * powerFactor
    phone.addImpulse(
      promotion * device.cellularPromotionWatts + burst * watts, .modem, .network)
    restartTail()
    return .seconds(promotion + burst)
  }

  /// The tail's length counts from the end of the burst; drawn from its start, the energy is the same.
  private func restartTail() {
    if let tail { phone.cancel(tail) }
    phone.setPower(device.cellularTailWatts, .modem, .network)
    tail = phone.schedule(.cellularTailOver, after: .seconds(device.cellularTailSeconds))
  }
}
