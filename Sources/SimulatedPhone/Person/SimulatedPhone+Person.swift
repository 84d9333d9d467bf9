import PhoneAPI
import Timekeeping
import World

/// The person's actions. Each action is passed to the part of the phone that it concerns.
extension SimulatedPhone {
  package func perform(_ action: PersonAction.Kind) {
    if isOn || action.worksWhileOff { carryOut(action) }
    statusMayHaveChanged()
  }

  private func carryOut(_ action: PersonAction.Kind) {
    switch action {
    case .installsApp: installApp()
    case .opensApp: treatApp { $0.open() }
    case .leavesApp: treatApp { $0.leave() }
    case .forceQuitsApp: treatApp { $0.forceQuit() }
    case .acts(let action): act(action)
    case .tapsNotification(let identifier): tapNotification(identifier)
    case .answersPrompts(let replies): answerPrompts(replies)
    case .changes(let change): self.change(change)
    case .switches(let name, let isOn): setSwitch(name, isOn: isOn)
    case .reboots(let wait): reboot(unlockedAfter: wait)
    case .unlocks: unlock()
    case .installsUpdate: installUpdateOvernight()
    case .plugsIn: setPluggedIn(true)
    case .plugsInHere: plugInHere()
    case .unplugs: setPluggedIn(false)
    case .uses(let use): beginUsing(use)
    case .stopsUsing(let use): stopUsing(use)
    case .crashesApp: crashApp()
    case .updatesApp: updateApp()
    case .heatsPhone(let state): setThermalState(state)
    }
  }

  private func treatApp(_ act: (AppLifecycle) -> Void) {
    act(apps)
    otherAppsHaveChanged()
  }

  /// Performs an action in the app's own interface. The app has to be in the foreground.
  private func act(_ action: UserAction) {
    guard let process = app?.process, process.state == .foreground else {
      return note(.person, "scenario") { "cannot do '\(action.name)': the app is not open" }
    }
    note(.person, "scenario") { "does '\(action.name)' in the app" }
    process.app?.perform(action)
  }

  private func setSwitch(_ name: PhoneSwitch, isOn: Bool) {
    guard isOn != self.isOn(name) else {
      return note(.person, "scenario") { "finds \(name.words) already \(isOn ? "on" : "off")" }
    }
    note(.person, "scenario") { "turns \(name.words) \(isOn ? "on" : "off")" }
    switch name {
    case .lowPowerMode: setLowPowerMode(isOn)
    case .airplaneMode:
      switches.isAirplaneModeOn = isOn
      connectivityMayHaveChanged()
    case .wifi:
      switches.isWiFiOn = isOn
      connectivityMayHaveChanged()
    }
  }

  private func isOn(_ name: PhoneSwitch) -> Bool {
    switch name {
    case .lowPowerMode: isLowPowerModeOn
    case .airplaneMode: switches.isAirplaneModeOn
    case .wifi: switches.isWiFiOn
    }
  }

  private func beginUsing(_ use: OtherUse) {
    unlock()
    if use.isOnScreen { apps.leave() }
    note(.person, "scenario") { "uses \(use.words)" }
    otherApps.begin(use)
    serveOtherApps()
  }

  private func stopUsing(_ use: OtherUse) {
    guard otherApps.end(use) else { return }
    note(.person, "scenario") { "is done with \(use.words)" }
    serveOtherApps()
  }

  /// Updates the phone's memory use, positioning, screen and data transfer for the other apps.
  private func serveOtherApps() {
    apps.setMemoryUse(otherApps.memoryIntensity)
    location.otherAppsHaveChanged()
    otherAppsHaveChanged()
  }
}

// MARK: - Actions on other parts

extension SimulatedPhone {
  private func answerPrompts(_ replies: PromptReplies) {
    permissions.replies = replies
    prompts.repliesChanged()
  }

  private func tapNotification(_ identifier: String?) {
    unlock()
    if personTapsNotification(identifier: identifier) { return otherAppsHaveChanged() }
    note(.person, "scenario") { "finds no notification to tap" }
  }

  func otherAppsHaveChanged() {
    let isTrackerOnScreen = app?.process?.state == .foreground
    let isLit = otherApps.areOnScreen && !isTrackerOnScreen
    screen.isUsedByOthers = otherApps.areOnScreen
    modem.stream(bytesPerSecond: otherApps.bytesPerSecond, over: span.network)
    if isLit != usage.isOtherAppOnScreen { usage.isOtherAppOnScreen = isLit }
    if isLit { lock.unlock() } else if !isTrackerOnScreen { lock.lock() }
  }
}

extension PersonAction.Kind {
  /// True if the action also has an effect on a phone that is off. Any other action has no effect
  /// then.
  fileprivate var worksWhileOff: Bool {
    switch self {
    // Cables and heat need no power.
    case .plugsIn, .plugsInHere, .unplugs, .heatsPhone: true
    // A scenario sets these for the rest of the day, and they hold once the phone is on.
    case .installsApp, .switches, .changes, .answersPrompts: true
    // This ends a use that began before.
    case .stopsUsing: true
    // These need the screen, or a running app or system.
    case .opensApp, .leavesApp, .forceQuitsApp, .acts, .tapsNotification, .reboots, .unlocks,
      .uses, .installsUpdate, .crashesApp, .updatesApp:
      false
    }
  }
}
