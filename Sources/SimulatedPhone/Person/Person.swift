import EventKernel
import PhoneAPI
import Timekeeping
import World

/// The person who carries the phone and performs the actions of the scenario at their times.
final class Person: PhonePart {
  private var actions: [PersonAction]
  /// The actions that wait for a battery level. The others are a thousand in a month.
  private var batteryWatches: [BatteryWatch] = []
  /// The battery level at the last check; nil before the first, and if a watch was added since.
  private var checkedLevel: Double?
  private var cursor = TrajectoryCursor()
  /// True if the user performs the acts while the phone runs. The list does not contain them in
  /// advance.
  private var isByHand = false
  /// The actions at a time, in the order in which they are due. Only the next one is in the event
  /// queue: a month has a thousand, and a long queue is slow.
  private var timetable: [TimedAction] = []
  private var nextTimed = 0
  private var places: EventKernel<PhoneEvent>.ReservedPlaces?

  private struct TimedAction {
    let time: Instant
    let action: Int
    /// The place of the action among those at a time, as the scenario lists them.
    let place: Int
  }

  private struct BatteryWatch {
    let action: Int
    let condition: BatteryLevelCondition
    /// True if the condition was met at the last check.
    var isMet = false
  }

  init(phone: SimulatedPhone, actions: [PersonAction]) {
    self.actions = actions
    super.init(phone: phone)
    for index in actions.indices { watchBattery(forAction: index) }
  }

  private func watchBattery(forAction index: Int) {
    if case .whenBattery(let condition) = actions[index].trigger {
      batteryWatches.append(BatteryWatch(action: index, condition: condition))
      checkedLevel = nil
    }
  }

  var installsLater: Bool { actions.contains { $0.kind == .installsApp } }

  /// Returns how far the nearest level at which the person acts is from a level, both 0 to 1; nil
  /// if the person acts at no level.
  func distanceToWatchedLevel(from level: Double) -> Double? {
    batteryWatches.lazy.map { abs($0.condition.level - level) }.min()
  }

  func begin() {
    for (index, action) in actions.enumerated() {
      guard let time = action.time else { continue }
      timetable.append(
        TimedAction(time: max(time, phone.now), action: index, place: timetable.count))
    }
    places = phone.kernel.reservePlaces(timetable.count)
    timetable.sort { ($0.time, $0.place) < ($1.time, $1.place) }
    scheduleNextTimed()
  }

  private func scheduleNextTimed() {
    guard let places, nextTimed < timetable.count else { return }
    let next = timetable[nextTimed]
    nextTimed += 1
    phone.kernel.schedule(
      .person(.isDue(next.action)), at: next.time, in: places, at: next.place)
  }

  /// Adds an act that the user performs while the phone runs.
  func add(_ action: PersonAction) {
    isByHand = true
    actions.append(action)
    watchBattery(forAction: actions.count - 1)
    if let time = action.time {
      phone.schedule(.person(.isDue(actions.count - 1)), at: time)
    }
  }

  func handle(_ event: PersonActionEvent) {
    switch event {
    case .isDue(let index):
      if nextTimed > 0, timetable[nextTimed - 1].action == index { scheduleNextTimed() }
      act(index)
    case .followUpIsDue(let index): followUp(index)
    }
  }

  private func act(_ index: Int) {
    let action = actions[index]
    if let condition = action.onlyWhen, !condition.holds(at: phone.batteryLevel) { return }
    guard action.kind.befallsPhone || hasPhone() else {
      return phone.note(.person, "scenario") { "does not have the phone at hand" }
    }
    phone.perform(action.kind)
    if let next = action.then {
      phone.schedule(.person(.followUpIsDue(index)), after: next.after)
    } else if action.kind == .opensApp, !leavesLater {
      phone.screen.isLeftAlone()
    }
  }

  /// True if the scenario makes the person leave the app later, or if the user will. Until then the
  /// person keeps looking at the app.
  private var leavesLater: Bool {
    isByHand
      || actions.contains { action in
        guard action.kind == .leavesApp, let time = action.time else { return false }
        return time > phone.now
      }
  }

  private func hasPhone() -> Bool {
    cursor.span(at: phone.now, on: phone.world.person).carried != .left
  }

  private func followUp(_ index: Int) {
    if let next = actions[index].then { phone.perform(next.kind) }
  }

  /// Performs the actions whose battery condition becomes true at this level. An action whose
  /// condition was already true at the last check is not repeated.
  func looksAtGauge(level: Double) {
    guard level != checkedLevel else { return }
    checkedLevel = level
    for index in batteryWatches.indices {
      let watch = batteryWatches[index]
      let isMet = watch.condition.holds(at: level)
      if isMet, !watch.isMet { act(watch.action) }
      batteryWatches[index].isMet = isMet
    }
  }
}

extension PersonAction.Kind {
  /// True if the action can happen anywhere. Any other action needs the phone in the person's hand.
  var befallsPhone: Bool {
    switch self {
    case .crashesApp, .updatesApp, .heatsPhone, .stopsUsing: true
    case .installsApp, .opensApp, .leavesApp, .forceQuitsApp, .acts, .tapsNotification,
      .answersPrompts, .changes, .switches, .reboots, .unlocks, .installsUpdate, .plugsIn,
      .plugsInHere, .unplugs, .uses:
      false
    }
  }
}

/// The events of the person's actions. Each event has the index of its action.
enum PersonActionEvent: Sendable {
  case isDue(Int)
  case followUpIsDue(Int)
}
