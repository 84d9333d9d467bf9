import EventKernel
import Timekeeping
import World

/// The radios that carry data: cellular with promotion, transfer and tail, or Wi-Fi where joined.
///
/// A transfer's energy is booked when it starts, since nothing can stop it half way; the cellular
/// tail is power for as long as it lasts, and new data restart it (RAD-13, RAD-15).
final class Modem {
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: ModemParameters
  private var tail: EventKernel<PhoneEvent>.Identifier?

  init(phone: SimulatedPhone, parameters: ModemParameters) {
    self.phone = phone
    self.parameters = parameters
  }

  /// Books one transfer and says how long it takes, promotion included.
  func transfer(bytes: Int, over network: NetworkAvailability) -> TimeSpan {
    switch network {
    case .none: .zero
    case .wifi: transferOverWiFi(bytes: bytes)
    case .cellular: transferOverCellular(bytes: bytes, timeFactor: 1, powerFactor: 1)
    case .poorCellular:
      transferOverCellular(
        bytes: bytes, timeFactor: parameters.poorSignalTimeFactor,
        powerFactor: parameters.poorSignalPowerFactor)
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
    let burst = max(
      parameters.wifiBurstSecondsMin, Double(bytes) * 8 / parameters.wifiBitsPerSecond)
    phone.addImpulse(
      parameters.wifiActiveWatts * (burst + parameters.wifiTailSeconds), .wifi, .network)
    return .seconds(burst)
  }

  private func transferOverCellular(
    bytes: Int, timeFactor: Double, powerFactor: Double
  ) -> TimeSpan {
    let promotion = tail == nil ? parameters.promotionSeconds : 0
    let bits = Double(bytes) * 8
    let burst =
      max(parameters.burstSecondsMin, bits / parameters.bitsPerSecond) * timeFactor
    let megabitsPerSecond = bits / burst * 1e-6
    let watts =
      (parameters.burstWatts + parameters.wattsPerMegabit * megabitsPerSecond)
      * powerFactor
    phone.addImpulse(
      promotion * parameters.promotionWatts + burst * watts, .modem, .network)
    restartTail()
    return .seconds(promotion + burst)
  }

  /// The tail's length counts from the end of the burst; drawn from its start, the energy is the same.
  private func restartTail() {
    if let tail { phone.cancel(tail) }
    phone.setPower(parameters.tailWatts, .modem, .network)
    tail = phone.schedule(.cellularTailOver, after: .seconds(parameters.tailSeconds))
  }
}
