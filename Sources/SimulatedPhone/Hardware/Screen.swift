import Timekeeping

/// The lit screen, and with it the phone in use (SCR-2).
final class Screen {
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: ScreenParameters
  private var isOn = false

  init(phone: SimulatedPhone, parameters: ScreenParameters) {
    self.phone = phone
    self.parameters = parameters
  }

  func appIsInForeground(_ isInForeground: Bool) {
    isOn = isInForeground
    reconsider()
  }

  /// A hot phone dims it (LIFE-16).
  func reconsider() {
    phone.setPower(isOn ? parameters.onWatts * phone.displayShare : 0, .screen, .appInForeground)
  }
}
