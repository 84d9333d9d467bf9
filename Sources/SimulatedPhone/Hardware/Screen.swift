import EventKernel
import PhoneProfiles
import Timekeeping

/// The screen, on which the person uses the tracking app or other apps.
///
/// While the screen is lit, its power includes the power of the whole phone in use (SCR-2).
///
/// A person who reads keeps the screen lit. If the person opens the app and puts the phone aside,
/// the screen locks after a while. The app then goes to the background. The screen does not lock if
/// the app has disabled the idle timer.
final class Screen: PhonePart {
  private let parameters: ScreenParameters
  private var isAppOpen = false
  private var isLaidAside = false
  private var lock: EventKernel<PhoneEvent>.Identifier?

  init(phone: SimulatedPhone, parameters: ScreenParameters) {
    self.parameters = parameters
    super.init(phone: phone)
  }

  /// True if the person uses other apps on the screen.
  var isUsedByOthers = false {
    didSet {
      reconsider()
      if oldValue != isUsedByOthers { phone.processor.reconsider() }
    }
  }

  func appIsInForeground(_ isInForeground: Bool) {
    isAppOpen = isInForeground
    isLaidAside = false
    idleTimerChanged()
    reconsider()
  }

  /// Starts the idle timer, because the person no longer touches the screen after opening the app.
  func isLeftAlone() {
    isLaidAside = true
    idleTimerChanged()
  }

  /// Schedules the lock of the screen anew. It is also called when the app enables or disables the
  /// idle timer.
  func idleTimerChanged() {
    if let lock { phone.cancel(lock) }
    lock = nil
    guard isAppOpen, isLaidAside, phone.app?.process?.isIdleTimerDisabled != true else { return }
    lock = phone.schedule(.screenLocks, after: .seconds(parameters.autoLockSeconds))
  }

  func locks() {
    lock = nil
    phone.note(.hardware, "screen") { "the screen locks: no touch for a while" }
    phone.apps.leave(isPersonsDoing: false)
  }

  /// True if the screen is on. Its power is then the power of the phone in use, including the
  /// processor.
  var isLit: Bool { isAppOpen || isUsedByOthers }

  /// Sets the power of the screen for its present state. A hot phone dims the screen (LIFE-16).
  func reconsider() {
    let watts = parameters.onWatts * phone.displayShare
    phone.setPower(isAppOpen ? watts : 0, .screen, .appInForeground)
    phone.setPower(isUsedByOthers && !isAppOpen ? watts : 0, .screen, .person)
  }
}
