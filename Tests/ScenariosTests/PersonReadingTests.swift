import PhoneAPI
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import World

@testable import Scenarios

@Suite("What the person does, as written")
struct PersonReadingTests {
  private func events(_ lines: String...) throws -> [PersonEvent] {
    let list = lines.map { "  - { \($0) }" }.joined(separator: "\n")
    let day = "day: [{ stay: home, for: 1 h }, { walk: office }]"
    return try scenario(scenarioText(day, "person:\n" + list)).person
  }

  @Test(
    "Each act is read",
    arguments: [
      ("opens: app", PersonAction.Kind.opensApp), ("leaves: app", .leavesApp),
      ("forceQuits: app", .forceQuitsApp), ("installs: app", .installsApp),
      ("crashes: app", .crashesApp), ("unlocks: phone", .unlocks),
      ("updates: phone", .installsUpdate), ("updates: app", .updatesApp),
      ("unplugs: phone", .unplugs),
      ("reboots: phone", .rebootsPhone),
      ("reboots: phone, unlockedAfter: 7 h", .reboots(unlocksAfter: .hours(7))),
      ("charges: phone", .plugsInHere), ("charges: phone, for: 1 h", .plugsIn),
      ("uses: navigation, for: 20 min", .uses(.navigation)),
      ("heatsTo: serious, for: 1 h", .heatsPhone(.serious)),
      ("switches: { airplaneMode: on }", .switches(.airplaneMode, isOn: true)),
      ("permits: { location: whenInUse }", .changes(.location(.whenInUse))),
      ("permits: { accuracy: reduced }", .changes(.accuracy(.reduced))),
      ("taps: notification", .tapsNotification(identifier: nil)),
      ("taps: { notification: dead-man }", .tapsNotification(identifier: "dead-man")),
      (
        "acts: setHome, with: { latitude: 52.5, radius: 80 }",
        .acts(UserAction("setHome", parameters: ["latitude": "52.5", "radius": "80"]))
      ),
      (
        "answers: { location: allowsOnce, precise: false, motion: refuses, after: 20 s }",
        .answersPrompts(
          PromptReplies(
            location: .allowsOnce, isPrecise: false, always: .allows,
            temporaryFullAccuracy: .allows, motion: .refuses, notifications: .allows,
            after: .seconds(20 as Int64)))
      ), ("answers: ignores", .answersPrompts(PromptReplies(all: .ignores))),
      ("switches: { locationServices: off }", .changes(.locationServices(isOn: false))),
    ])
  func acts(text: String, kind: PersonAction.Kind) throws {
    let event = try #require(try events("at: 08:00, " + text).first)
    #expect(event.action == kind)
  }

  @Test("Several switches or permissions in one act are an event each, in the order written")
  func several() throws {
    let events = try events("at: 08:00, switches: { wifi: off, airplaneMode: on }, for: 1 h")
    #expect(
      events.map(\.action) == [.switches(.wifi, isOn: false), .switches(.airplaneMode, isOn: true)])
    #expect(events.allSatisfy { $0.lasts == .hours(1) })
    #expect(events[0].action.ending == .switches(.wifi, isOn: true))
  }

  @Test("Each occasion is read")
  func occasions() throws {
    let events = try events(
      "at: 08:00 ± 5 min, opens: app", "onArrival: office, after: 2 min, on: monday, opens: app",
      "onDeparture: home, chance: 30 %, opens: app",
      "timesPerDay: 2.5, between: [22:00, 02:00], whenBattery: \"> 20 %\", opens: app",
      "whenBattery: < 20 %, opens: app", "habit: phone-use, timesPerDay: 30, for: 2 min",
      "habit: nightly-charging, on: weekend")
    #expect(
      events.map(\.trigger) == [
        .at(events[0].instant, spread: .minutes(5)), .onArrival(place: 1, after: .minutes(2)),
        .onDeparture(place: 0, after: .zero),
        .timesPerDay(
          2.5,
          DailyWindow(
            from: TimeOfDay(hour: 22, minute: 0), until: TimeOfDay(hour: 2, minute: 0))),
        .whenBattery(BatteryLevelCondition(isBelow: true, level: 0.2)),
        .phoneUse(PhoneUse(sessionsPerDay: 30, meanSessionSeconds: 120)), .everyNight,
      ])
    #expect(events[1].weekdays == [1])
    #expect(events[2].probability == 0.3)
    #expect(events[3].onlyWhen == BatteryLevelCondition(isBelow: false, level: 0.2))
    #expect(events[6].weekdays == [6, 7])
  }

  @Test("Answers to prompts stand with the permissions, and allow everything unless they say else")
  func answers() throws {
    let silent = try scenario(scenarioText("permissions: ask")).permissions
    #expect(silent.answers == PromptReplies(all: .allows))
    let reported = try scenario(
      scenarioText("permissions: { location: ask, answers: refuses }")
    ).permissions
    #expect(reported.answers == PromptReplies(all: .refuses))
  }

  @Test(
    "A user who allows While Using refuses Always, unless the answers say otherwise",
    arguments: [
      ("{ location: whenInUse }", PromptReplies.Reply.refuses),
      ("{ location: whenInUse, answers: { motion: refuses } }", .refuses),
      ("{ location: whenInUse, answers: { always: allows } }", .allows),
      ("{ location: whenInUse, answers: allows }", .allows),
      ("{ location: ask, answers: { motion: refuses } }", .allows),
    ])
  func whileUsing(permissions: String, always: PromptReplies.Reply) throws {
    let answers = try scenario(scenarioText("permissions: \(permissions)")).permissions.answers
    #expect(answers.always == always)
    #expect(answers.location == .allows)
  }

  @Test("A phone that is forgotten stays behind until the person comes back to it")
  func forgotten() throws {
    let scenario = try scenario(
      scenarioText(
        "day: [{ stay: home, until: 08:00 }, { walk: office }, { stay: office, for: 1 h }, { walk: home }]",
        "person: [{ onDeparture: home, forgets: phone }]"))
    let world = try scenario.world(chance: .init(seed: 1))
    let away = world.person.spans.filter { $0.place == 1 }
    #expect(!away.isEmpty && away.allSatisfy { $0.carried == .left })
    #expect(world.person.spans.last?.carried != .left)
    #expect(world.phone.spans.allSatisfy { $0.place != 1 })
  }

  @Test("A phone that is forgotten on Mondays comes along on Tuesday")
  func forgottenOnMonday() throws {
    // 2 March 2026 is a Monday.
    let scenario = try scenario(
      scenarioText(
        "duration: 2 d",
        "day: [{ stay: home, until: 08:00 }, { walk: office }, { stay: office, for: 1 h }, { walk: home }]",
        "person: [{ onDeparture: home, on: monday, forgets: phone }]"))
    let world = try scenario.world(chance: .init(seed: 1))
    let away = world.person.spans.filter { $0.place == 1 }
    #expect(away.map { $0.carried == .left } == [true, false])
  }
}

extension PersonEvent {
  fileprivate var instant: Instant {
    if case .at(let instant, _) = trigger { instant } else { .distantFuture }
  }
}
