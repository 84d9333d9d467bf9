/// Recurring events of the phone, which happen with or without a running app.
enum LifecycleEvent: Sendable {
  /// The person may pick up the phone and unlock it for the first time since it started.
  case unlockAttempt
  /// The hourly check of how long the phone has not been used, on systems that restart unused
  /// phones.
  case looksForUse
  case updateInstalls
  /// Memory becomes short at a random time, no matter which apps are in use.
  case memoryPressure(ordinal: Int)
  /// Memory becomes short because of the other apps that are in use.
  case memoryPressureInUse(spell: Int)
  case prewarm(ordinal: Int)
}

extension SimulatedPhone {
  func handle(_ event: LifecycleEvent) {
    switch event {
    case .unlockAttempt: lock.unlockAttempt()
    case .looksForUse: lock.looksForUse()
    case .updateInstalls: updateInstalls()
    case .memoryPressure(let ordinal): apps.memoryPressure(ordinal)
    case .memoryPressureInUse(let spell): apps.memoryPressureInUse(spell: spell)
    case .prewarm(let ordinal): apps.prewarm(ordinal)
    }
  }
}
