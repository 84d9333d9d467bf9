/// Events in the life of the phone, which recur whether or not an app runs.
enum LifecycleEvent: Sendable {
  /// The person may take the phone up and unlock it for the first time since it started.
  case unlockAttempt
  /// Each hour, where the system counts how long the phone has lain unused.
  case looksForUse
  case updateInstalls
  /// Memory is short at random.
  case memoryPressure(ordinal: Int)
  /// Memory is short while other apps are in use.
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
