import EventKernel
import Timekeeping

/// The lit screen, and with it the phone in use (SCR-2): by the watched app or by others.
///
/// Nobody who reads a page lets it go dark. But an app that is opened and laid aside is locked after a
/// while, and so sent to the background, unless it has disabled the idle timer.
final class Screen {
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: ScreenParameters
  private var isAppOpen = false
  private var isLaidAside = false
  private var lock: EventKernel<PhoneEvent>.Identifier?

  init(phone: SimulatedPhone, parameters: ScreenParameters) {
    self.phone = phone
    self.parameters = parameters
  }

  /// The person looks at other apps.
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

  /// The person has opened the app and does not touch it any more.
  func isLeftAlone() {
    isLaidAside = true
    idleTimerChanged()
  }

  /// The app may have said whether the screen may lock.
  func idleTimerChanged() {
    if let lock { phone.cancel(lock) }
    lock = nil
    guard isAppOpen, isLaidAside, phone.app?.process?.isIdleTimerDisabled != true else { return }
    lock = phone.schedule(.screenLocks, after: .seconds(parameters.autoLockSeconds))
  }

  func locks() {
    lock = nil
    phone.note(.hardware, "screen") { "nobody has touched it: the screen locks" }
    phone.apps.leave(isPersonsDoing: false)
  }

  /// The figure of the phone in use holds, the processor's share in it.
  var isLit: Bool { isAppOpen || isUsedByOthers }

  /// A hot phone dims it (LIFE-16).
  func reconsider() {
    let watts = parameters.onWatts * phone.displayShare
    phone.setPower(isAppOpen ? watts : 0, .screen, .appInForeground)
    phone.setPower(isUsedByOthers && !isAppOpen ? watts : 0, .screen, .person)
  }
}
