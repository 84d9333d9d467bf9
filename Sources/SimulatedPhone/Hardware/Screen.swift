import Timekeeping

/// The lit screen, and with it the phone in use (SCR-2).
final class Screen {
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: ScreenParameters

  init(phone: SimulatedPhone, parameters: ScreenParameters) {
    self.phone = phone
    self.parameters = parameters
  }

  func appIsInForeground(_ isInForeground: Bool) {
    phone.setPower(isInForeground ? parameters.onWatts : 0, .screen, .appInForeground)
  }
}
