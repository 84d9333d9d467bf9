import World

/// An act of the person with the simulated phone, which the user performs by `--send`.
package enum SimulatedAct: String, Sendable, Equatable, CaseIterable {
  case open, leave
  case forceQuit = "force-quit"
  case reboot, unlock
  case plugIn = "plug-in"
  case unplug

  var kind: PersonAction.Kind {
    switch self {
    case .open: .opensApp
    case .leave: .leavesApp
    case .forceQuit: .forceQuitsApp
    case .reboot: .reboots(unlocksAfter: nil)
    case .unlock: .unlocks
    case .plugIn: .plugsInHere
    case .unplug: .unplugs
    }
  }

  /// The act under `person:` in a scenario.
  var scenarioText: String {
    switch self {
    case .open: "opens: app"
    case .leave: "leaves: app"
    case .forceQuit: "forceQuits: app"
    case .reboot: "reboots: phone"
    case .unlock: "unlocks: phone"
    case .plugIn: "charges: phone"
    case .unplug: "unplugs: phone"
    }
  }

  /// The act as a sentence about the person.
  var words: String {
    switch self {
    case .open: "opens the app"
    case .leave: "leaves the app"
    case .forceQuit: "force-quits the app"
    case .reboot: "restarts the phone"
    case .unlock: "unlocks the phone"
    case .plugIn: "plugs the phone in"
    case .unplug: "unplugs the phone"
    }
  }
}
