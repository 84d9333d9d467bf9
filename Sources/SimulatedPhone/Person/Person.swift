import PhoneAPI
import Timekeeping
import World

/// The person who carries the phone and performs the actions of the scenario at their times.
final class Person {
  private unowned(unsafe) let phone: SimulatedPhone
  private var actions: [PersonAction]
  /// The battery condition of each action at the last check: true if the condition was met. It is
  /// always false for an action that does not wait for a battery level.
  private var held: [Bool]
  private var cursor = TrajectoryCursor()
  /// True if the user performs the acts while the phone runs. The list does not contain them in
  /// advance.
  private var isByHand = false

  init(phone: SimulatedPhone, actions: [PersonAction]) {
    self.phone = phone
    self.actions = actions
    held = Array(repeating: false, count: actions.count)
  }

  var installsLater: Bool { actions.contains { $0.kind == .installsApp } }

  var watchesBattery: Bool {
    actions.contains { if case .whenBattery = $0.trigger { true } else { false } }
  }

  func begin() {
    for (index, action) in actions.enumerated() {
      if case .at(let time) = action.trigger { phone.schedule(.person(.isDue(index)), at: time) }
    }
  }

  /// Adds an act that the user performs while the phone runs.
  func add(_ action: PersonAction) {
    isByHand = true
    actions.append(action)
    held.append(false)
    if case .at(let time) = action.trigger {
      phone.schedule(.person(.isDue(actions.count - 1)), at: time)
    }
  }

  func handle(_ event: PersonActionEvent) {
    switch event {
    case .isDue(let index): act(index)
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
        guard action.kind == .leavesApp, case .at(let time) = action.trigger else { return false }
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
    for (index, action) in actions.enumerated() {
      guard case .whenBattery(let condition) = action.trigger else { continue }
      let holds = condition.holds(at: level)
      if holds, !held[index] { act(index) }
      held[index] = holds
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
