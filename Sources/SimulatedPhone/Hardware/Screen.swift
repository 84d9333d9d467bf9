import Timekeeping

/// The lit screen, and with it the phone in use (SCR-2).
final class Screen {
  private unowned(unsafe) let phone: SimulatedPhone
  private let device: DeviceParameters

  init(phone: SimulatedPhone, device: DeviceParameters) {
    self.phone = phone
    self.device = device
  }

  func appIsInForeground(_ isInForeground: Bool) {
    phone.setPower(isInForeground ? device.screenWatts : 0, .screen, .appInForeground)
  }
}
