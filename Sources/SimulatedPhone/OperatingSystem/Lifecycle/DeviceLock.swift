import EventKernel
import Timekeeping
import World

/// Whether the phone is locked, and when the person takes it up again.
///
/// What an app stores is encrypted with keys that a restart throws away and the first unlock brings
/// back (LIFE-12). Until then defaults, files and secrets cannot be read, and nothing launches an app.
/// Who restarts the phone by hand unlocks it at once. After a restart by itself, at night or on a
/// charger, it stays locked until the person takes it up: awake, with the phone at hand, they look at
/// it every ten minutes or so; a scenario may say that they do it earlier.
final class DeviceLock {
  enum State: Equatable {
    /// Since the phone was started.
    case neverUnlocked
    case locked, unlocked
  }

  /// When the person unlocks a phone that was restarted.
  enum FirstUnlock: Equatable {
    case after(TimeSpan)
    /// So long after the restart if they have it at hand.
    case soon(TimeSpan)
    /// As their habits have it.
    case whenTakenUp
  }

  private unowned(unsafe) let phone: SimulatedPhone
  private let life: LifecycleParameters
  private let looks: Chance
  /// The hours of nights in which updates install.
  let updates: Chance
  private(set) var state = State.unlocked
  /// The person had it in hand and open.
  private(set) var lastInUse: Instant
  private var attempt: EventKernel<PhoneEvent>.Identifier?
  private var firstUnlock = FirstUnlock.whenTakenUp

  init(phone: SimulatedPhone, life: LifecycleParameters, chance: Chance) {
    self.phone = phone
    self.life = life
    looks = chance.stream("person.looks")
    updates = chance.stream("system.update")
    lastInUse = phone.now
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

  /// The screen goes dark.
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

  /// The phone is taken along, so somebody is up.
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

  /// The person is up and has the phone with them.
  private var isAtHand: Bool {
    let isUp = phone.span.mode.isMoving || isDay(phone.localTime().hours)
    return isUp && phone.span.carried != .left
  }

  private func isDay(_ hour: Double) -> Bool {
    hour >= life.wakesAtHour && hour < life.sleepsAtHour
  }

  /// By day some minutes; at night till the person wakes.
  private var timeToNextLook: TimeSpan {
    let hour = phone.localTime().hours
    let look = looks.exponential(mean: life.unlockIntervalSeconds, at: phone.now.wholeSeconds)
    if isDay(hour) { return .seconds(max(look, 30)) }
    let hoursToWaking = life.wakesAtHour - hour + (hour < life.wakesAtHour ? 0 : 24)
    return .seconds(hoursToWaking * 3600 + look)
  }

  // MARK: Unused for days

  /// A phone that nobody has had in hand for 72 h restarts itself, and stays locked (LIFE-13).
  func looksForUse() {
    phone.schedule(.lifecycle(.looksForUse), after: .hours(1))
    guard phone.isOn, state != .neverUnlocked else { return }
    if isAtHand { lastInUse = phone.now }
    guard (phone.now - lastInUse).seconds >= life.inactivityRestartSeconds else { return }
    phone.note(.operatingSystem, "LIFE-13") {
      "restarts the phone, which nobody has unlocked for days"
    }
    phone.restartItself(.inactivityRestart)
  }
}

extension TimeOfDay {
  fileprivate var hours: Double { Double(hour) + Double(minute) / 60 + Double(second) / 3600 }
}
