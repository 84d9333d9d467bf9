/// What the queue holds for the life cycle beside run time itself.
enum LifecycleEvent: Sendable {
  /// The person may take the phone up and unlock it for the first time since it started.
  case unlockAttempt
  /// Each hour, where the system counts how long the phone has lain unused.
  case looksForUse
  case updateInstalls
  /// Memory is short while other apps are in use.
  case memoryPressureInUse(spell: Int)
  /// A launch or change of state has not come to its end.
  case hangs(process: Int)
  case processorLimit(process: Int)
  case prewarm(ordinal: Int)
}

extension SimulatedPhone {
  func handle(_ event: LifecycleEvent) {
    switch event {
    case .unlockAttempt: lock.unlockAttempt()
    case .looksForUse: lock.looksForUse()
    case .updateInstalls: updateInstalls()
    case .memoryPressureInUse(let spell): apps.memoryPressureInUse(spell: spell)
    case .hangs(let process): apps.hangs(process: process)
    case .processorLimit(let process): apps.processorLimit(process: process)
    case .prewarm(let ordinal): apps.prewarm(ordinal)
    }
  }
}
