import Evaluation
import PhoneAPI
import Scenarios
import Timekeeping
import World

/// The changes of the day: leaving out or adding acts of the person, accidents and surroundings.
struct EventChanges {
  let scenario: Scenario

  var all: [CandidateChange] { person + openings + permission + power + surroundings + server }

  // MARK: Acts of the person

  private var person: [CandidateChange] {
    let memory: Set<GapCause> = [.appDeadMemoryPressure]
    return [
      without("forceQuit", [.appDeadForceQuit], "the person had not force-quit the app") {
        $0 == .forceQuitsApp
      },
      without("crash", [.appDeadCrash], "the app had not crashed") { $0 == .crashesApp },
      without("appUpdate", [.appDeadAppUpdate], "the app had not been updated") {
        $0 == .updatesApp
      },
      without("reboot", [.appDeadReboot], "the phone had not been restarted") {
        if case .reboots = $0 { true } else { false }
      },
      without("systemUpdate", [.appDeadSystemUpdate], "the system had not been updated") {
        $0 == .installsUpdate
      },
      without("otherApps", memory, "the person had used no other apps") {
        if case .uses = $0 { true } else { false }
      },
      without("lateInstallation", [.nothingAsked], "the app had been installed from the start") {
        $0 == .installsApp
      },
      without(
        "stopTracking", Set<GapCause>.appDead.and([.nothingAsked]),
        "the person had not turned tracking off"
      ) {
        if case .acts(let action) = $0 { action.name == "stopTracking" } else { false }
      },
      without(
        "lowPowerMode", Set<GapCause>.notDelivered.and([.heldByOperatingSystem, .notYetSent]),
        "Low Power Mode had not been turned on"
      ) { $0 == .switches(.lowPowerMode, isOn: true) },
      without(
        "airplaneMode", Set<GapCause>.unseen.and(.unsent).and([.belowServiceResolution]),
        "airplane mode had not been turned on"
      ) { $0 == .switches(.airplaneMode, isOn: true) },
      without(
        "wifiOff", Set<GapCause>.unseen.and(.notDelivered), "Wi-Fi had not been turned off"
      ) { $0 == .switches(.wifi, isOn: false) },
    ].compactMap { $0 }
  }

  private func without(
    _ name: String, _ causes: Set<GapCause>, _ words: String,
    where isMeant: (PersonAction.Kind) -> Bool
  ) -> CandidateChange? {
    let places = scenario.person.indices.filter { isMeant(scenario.person[$0].action) }
    guard !places.isEmpty else { return nil }
    return CandidateChange("event.\(name)", .event, causes, words) { setup in
      for place in places { setup.scenario.person[place].leaveOut() }
    }
  }

  // MARK: Openings of the app

  private var openings: [CandidateChange] {
    let ends: [(name: String, cause: GapCause, kind: (PersonAction.Kind) -> Bool)] = [
      ("ForceQuit", .appDeadForceQuit, { $0 == .forceQuitsApp }),
      ("Crash", .appDeadCrash, { $0 == .crashesApp }),
      ("AppUpdate", .appDeadAppUpdate, { $0 == .updatesApp }),
      ("Reboot", .appDeadReboot, { if case .reboots = $0 { true } else { false } }),
    ]
    return ends.compactMap { openingSooner(after: $0.name, $0.cause, $0.kind) } + [openingOften]
  }

  /// Returns a change in which the person opens the app after each act of one kind; nil if no such
  /// act has a fixed time. An act by habit has no time that is known in advance.
  private func openingSooner(
    after name: String, _ cause: GapCause, _ isMeant: (PersonAction.Kind) -> Bool
  ) -> CandidateChange? {
    let times = scenario.person.compactMap { event -> (Instant, TimeSpan)? in
      guard isMeant(event.action), case .at(let time, let spread) = event.trigger else {
        return nil
      }
      return (time, spread)
    }
    guard !times.isEmpty else { return nil }
    let delays = [.hours(8), .hours(4), .hours(2), .hours(1), .minutes(30), TimeSpan.minutes(10)]
    return CandidateChange(
      "event.openedAfter\(name)", .event, [cause],
      steps: delays.map { delay in
        .init(words: "the person had opened the app again \(delay) later") { setup in
          for (time, spread) in times {
            setup.scenario.person.append(
              PersonEvent(
                .at(time + delay, spread: spread), .opensApp, lasts: .seconds(30 as Int64)))
          }
        }
      })
  }

  private var openingOften: CandidateChange {
    CandidateChange(
      "event.openedOften", .event,
      Set<GapCause>.appDead.and([.stalled, .suspended, .nothingAsked]),
      steps: [2, 4, 8, 16].map { times in
        .init(words: "the person opened the app \(times) times more a day") { setup in
          setup.scenario.person.append(
            PersonEvent(
              .timesPerDay(Double(times), .waking), .opensApp, lasts: .seconds(30 as Int64)))
        }
      })
  }

  // MARK: Permission

  private var permission: [CandidateChange] {
    let blind = Set<GapCause>.notDelivered.and([.notPermitted])
    var changes = [
      without("permissionChanged", blind, "the permission had not been lowered") {
        switch $0 {
        case .changes(.location), .changes(.locationServices(isOn: false)): true
        default: false
        }
      },
      without("accuracyChanged", .unseen, "precise location had not been turned off") {
        $0 == .changes(.accuracy(.reduced))
      },
      without(
        "refreshSwitch", Set<GapCause>.notDelivered.and(.appDead),
        "Background App Refresh had been left on"
      ) { $0 == .changes(.backgroundRefresh(isOn: false)) },
    ].compactMap { $0 }
    if scenario.permissions.location != .always {
      changes.append(
        CandidateChange(
          "event.permission", .event, blind, "the person had allowed location always"
        ) { $0.scenario.permissions.location = .always })
    }
    if scenario.permissions.accuracy != .full {
      changes.append(
        CandidateChange(
          "event.accuracy", .event, .unseen, "the person had allowed precise location"
        ) { $0.scenario.permissions.accuracy = .full })
    }
    if scenario.permissions.motion != .granted {
      changes.append(
        CandidateChange(
          "event.motion", .event, [.heldByEngine, .pausedAutomatically, .stale],
          "the person had allowed motion"
        ) { $0.scenario.permissions.motion = .granted })
    }
    return changes
  }

  // MARK: Power

  private var power: [CandidateChange] {
    var changes = [
      CandidateChange(
        "event.charging", .event, .emptyBattery, "the phone had been charged for an hour at 20 %"
      ) { setup in
        setup.scenario.person.append(
          PersonEvent(
            .whenBattery(BatteryLevelCondition(isBelow: true, level: 0.2)), .plugsIn,
            lasts: .hours(1)))
      }
    ]
    if scenario.phone.batteryLevel < 1 {
      changes.append(
        CandidateChange("event.full", .event, .emptyBattery, "the phone had been full at the start")
        {
          $0.scenario.phone.batteryLevel = 1
        })
    }
    return changes
  }

  // MARK: Surroundings

  private var surroundings: [CandidateChange] {
    guard case .legs(let legs) = scenario.course else { return [] }
    var changes: [CandidateChange] = []
    if !scenario.forgets.isEmpty || legs.contains(where: { $0.carried == .left }) {
      let carried = scenario.phone.carried
      changes.append(
        CandidateChange(
          "event.leftBehind", .event, [.phoneNotWithPerson], "the person had carried the phone"
        ) { setup in
          setup.scenario.forgets = []
          setup.changeLegs { if $0.carried == .left { $0.carried = carried } }
        })
    }
    if legs.contains(where: { !$0.tunnels.isEmpty }) {
      changes.append(
        CandidateChange(
          "event.tunnels", .event, Set<GapCause>.unseen.and([.belowServiceResolution]),
          "there had been no tunnels"
        ) { $0.changeLegs { $0.tunnels = [] } })
    }
    if scenario.network == NetworkAvailability.none || legs.contains(where: { $0.network != nil }) {
      changes.append(
        CandidateChange(
          "event.network", .event,
          Set<GapCause>.unsent.and([.noSignal, .acquiring, .belowServiceResolution]),
          "there had been a network everywhere"
        ) { setup in
          setup.scenario.network = nil
          setup.changeLegs { $0.network = nil }
        })
    }
    return changes
  }

  // MARK: The server

  private var server: [CandidateChange] {
    guard scenario.server.contains(where: \.isTrouble) else { return [] }
    return [
      CandidateChange(
        "event.serverTrouble", .event, .unsent, "the server had worked all the time"
      ) { $0.scenario.server.removeAll(where: \.isTrouble) }
    ]
  }
}

extension PersonEvent {
  /// Prevents the act, but keeps its place in the list. The place determines the random values of
  /// all other acts.
  fileprivate mutating func leaveOut() {
    action = .leavesApp
    lasts = nil
    probability = 0
    onlyWhen = BatteryLevelCondition(isBelow: true, level: -1)
  }
}

extension RunSetup {
  fileprivate mutating func changeLegs(_ change: (inout Leg) -> Void) {
    guard case .legs(var legs) = scenario.course else { return }
    for index in legs.indices { change(&legs[index]) }
    scenario.course = .legs(legs)
  }
}

extension ServerEvent {
  fileprivate var isTrouble: Bool {
    switch kind {
    case .outage, .fault: true
    case .consent, .answers, .pushes: false
    }
  }
}
