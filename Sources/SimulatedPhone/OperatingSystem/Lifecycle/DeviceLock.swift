import EventKernel
import PhoneProfiles
import Timekeeping
import World

/// The lock of the phone, and the times at which the person unlocks it after a restart.
///
/// An app's data is encrypted with keys that a restart discards and the first unlock restores
/// (LIFE-12). Until then defaults, files and secrets cannot be read, and the system launches no
/// app. A person who restarts the phone by hand unlocks it at once. If the phone restarts by
/// itself, at night or on a charger, it stays locked until the person picks it up. A person who is
/// awake and has the phone with them looks at it about every ten minutes. A scenario may set an
/// earlier time.
final class DeviceLock: PhonePart {
  enum State: Equatable {
    /// The phone has not been unlocked since it started.
    case neverUnlocked
    case locked, unlocked
  }

  /// The time at which the person unlocks a restarted phone.
  enum FirstUnlock: Equatable {
    case after(TimeSpan)
    /// The person unlocks the phone this long after the restart, if they have the phone at hand
    /// then.
    case soon(TimeSpan)
    /// The person unlocks the phone when they next look at it.
    case whenTakenUp
  }

  private let life: LifecycleParameters
  private let looks: SeededRandom
  /// The random stream for the time of night at which an update is installed.
  let updates: SeededRandom
  private(set) var state = State.unlocked
  /// The time at which the person last used the unlocked phone or had it with them.
  private(set) var lastInUse: Instant
  private var attempt: EventKernel<PhoneEvent>.Identifier?
  private var firstUnlock = FirstUnlock.whenTakenUp

  init(phone: SimulatedPhone, life: LifecycleParameters, chance: SeededRandom) {
    self.life = life
    looks = chance.stream("person.looks")
    updates = chance.stream("system.update")
    lastInUse = phone.now
    super.init(phone: phone)
    if life.inactivityRestartSeconds.isFinite {
      phone.schedule(.lifecycle(.looksForUse), after: .hours(1))
    }
  }

  func unlock() {
    guard phone.isOn else { return }
    lastInUse = phone.now
    guard state != .unlocked else { return }
    if state == .neverUnlocked {
      phone.note(.person, "LIFE-12") { "unlocks the phone for the first time since it started" }
    }
    let isFirst = state == .neverUnlocked
    state = .unlocked
    if let attempt { phone.cancel(attempt) }
    attempt = nil
    phone.statusMayHaveChanged()
    if isFirst { phone.location.geofences.deliverHeld() }
  }

  /// Locks the phone because the screen turns off.
  func lock() {
    if state == .unlocked { state = .locked }
  }

  func restarted(_ firstUnlock: FirstUnlock) {
    state = .neverUnlocked
    self.firstUnlock = firstUnlock
    switch firstUnlock {
    case .after(let wait), .soon(let wait): plan(after: wait)
    case .whenTakenUp: plan(after: timeToNextLook)
    }
  }

  /// Moves the first unlock to one minute from now, because the person takes the phone along.
  func isTakenAlong() {
    guard state == .neverUnlocked, firstUnlock == .whenTakenUp, isAtHand else { return }
    plan(after: .minutes(1))
  }

  func unlockAttempt() {
    attempt = nil
    guard phone.isOn, state == .neverUnlocked else { return }
    if case .after = firstUnlock { return unlock() }
    if isAtHand { return unlock() }
    firstUnlock = .whenTakenUp
    plan(after: timeToNextLook)
  }

  private func plan(after wait: TimeSpan) {
    if let attempt { phone.cancel(attempt) }
    attempt = phone.schedule(.lifecycle(.unlockAttempt), after: wait)
  }

  // MARK: Habits

  /// True if the person is awake and has the phone with them.
  private var isAtHand: Bool {
    let isUp = phone.span.mode.isMoving || isDay(phone.localTime().hours)
    return isUp && phone.span.carried != .left
  }

  private func isDay(_ hour: Double) -> Bool {
    hour >= life.wakesAtHour && hour < life.sleepsAtHour
  }

  /// The time until the person next looks at the phone: some minutes by day; at night, until they
  /// wake.
  private var timeToNextLook: TimeSpan {
    let calendar = phone.world.clocks.calendar(at: phone.now)
    let (date, time) = calendar.fields(of: phone.now)
    let look = looks.exponential(mean: life.unlockIntervalSeconds, at: phone.now.wholeSeconds)
    if isDay(time.hours) { return .seconds(max(look, 30)) }
    let morning = DayClock(date.adding(days: time.hours < life.wakesAtHour ? 0 : 1), calendar)
    return morning.instant(atSecond: life.wakesAtHour * 3600) - phone.now + .seconds(look)
  }

  // MARK: Unused for days

  /// Checks when the phone was last in use, and restarts it after 72 h without use. The phone then
  /// stays locked (LIFE-13).
  func looksForUse() {
    phone.schedule(.lifecycle(.looksForUse), after: .hours(1))
    guard phone.isOn, state != .neverUnlocked else { return }
    if isAtHand { lastInUse = phone.now }
    guard (phone.now - lastInUse).seconds >= life.inactivityRestartSeconds else { return }
    phone.note(.operatingSystem, "LIFE-13") {
      "restarts the phone, which was not unlocked for days"
    }
    phone.restartItself(.inactivityRestart)
  }
}

extension TimeOfDay {
  fileprivate var hours: Double { Double(hour) + Double(minute) / 60 + Double(second) / 3600 }
}
