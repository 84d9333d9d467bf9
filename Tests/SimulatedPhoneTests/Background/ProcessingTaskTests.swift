import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Processing tasks")
struct ProcessingTaskTests {
  private let charger = Place(name: "home", coordinate: home, hasCharger: true)
  private let steady = ["processing.seconds": 240, "app.memoryKillMeanSeconds": 1e9]

  private func atHome(days: Double, charging: Bool) -> World {
    World([.still(minutes: days * 24 * 60, place: charging ? 0 : nil)], places: [charger])
  }

  /// Submits a task once, when the user first opens the app, and never completes it.
  private func processing(
    power: Bool = false, network: Bool = false, earliest: TimeSpan = .zero
  ) -> TestApp.Script {
    TestApp.Script(launched: { app, launch in
      _ = app.phone.backgroundTasks.register(identifier: "other") { task in
        task.expirationHandler = { app.receive("expired") }
        app.receive("task")
      }
      guard launch.reason == .userOpened else { return }
      try? app.phone.backgroundTasks.submit(
        BackgroundTaskRequest(
          identifier: "other", kind: .processing,
          earliestBegin: app.phone.clock.now + earliest,
          requiresNetworkConnectivity: network, requiresExternalPower: power))
    })
  }

  @Test("BGT-7: starts about 5 min after the phone was locked and laid down, and gets minutes")
  func idle() throws {
    // The app is left at 1 s, so 300 s are over in the sixth minute. The task's time ends 240 s
    // later.
    let lying = try Bench(
      atHome(days: 1, charging: true), fixed: steady, script: processing(power: true)
    ).run()
    #expect(lying.log.times("task") == [.minute(6)])
    #expect(lying.log.times("expired") == [.minute(10)])
    #expect(lying.watch.suspensions.contains(.minute(10)))

    let walked = try Bench(
      World([.walk(minutes: 30), .still(minutes: 60, place: 0)], places: [charger]),
      fixed: steady, script: processing()
    ).run()
    #expect(walked.log.times("task") == [.minute(35)])
  }

  @Test("BGT-7: runs while the phone is unused only: taking it up ends the task within a minute")
  func interrupted() throws {
    let bench = try Bench(
      atHome(days: 1, charging: true), fixed: steady,
      person: .opensAndLeaves + .opens(atMinute: 7.5, forSeconds: 300),
      script: processing(power: true)
    ).run()
    #expect(bench.log.times("task") == [.minute(6)])
    #expect(bench.log.times("expired") == [.minute(8)])
  }

  @Test("BGT-7: another app on the screen is use of the phone too")
  func otherApps() throws {
    let bench = try Bench(
      atHome(days: 1, charging: true), fixed: steady,
      person: .opensAndLeaves + .does(.uses(.video), atMinute: 2)
        + .does(.stopsUsing(.video), atMinute: 60), script: processing(power: true)
    ).run()
    #expect(bench.log.times("task") == [.minute(65)])
  }

  @Test("BGT-7: mostly at night on power: a phone charged from 23:00 runs it then")
  func atNight() throws {
    let world = World(
      [
        .still(minutes: 10 * 60), .walk(minutes: 30), .still(minutes: 4.5 * 60),
        .still(minutes: 8 * 60, place: 0),
      ], places: [charger])
    let bench = try Bench(world, fixed: steady, script: processing()).run()
    // 15 h after the start at 08:00.
    #expect(bench.log.times("task") == [.minute(900)])
  }

  @Test("BGT-7: a task that requires power or network waits for it")
  func conditions() throws {
    let noPower = try Bench(
      atHome(days: 4, charging: false), fixed: steady, script: processing(power: true)
    ).run()
    #expect(noPower.log.count("task") == 0)
    let offline = World(
      [.still(minutes: 60, network: .none, place: 0), .still(minutes: 60, place: 0)],
      places: [charger])
    let network = try Bench(offline, fixed: steady, script: processing(network: true)).run()
    #expect(network.log.times("task") == [.minute(60)])
    let none = try Bench(offline, fixed: steady, script: processing()).run()
    #expect(none.log.times("task") == [.minute(6)])
  }

  @Test("BGT-8: run within two days even on battery, if the app was used in the past week")
  func deadline() throws {
    let world = atHome(days: 12, charging: false)
    let fixed = steady.merging(["processing.patienceShare": 0.5], uniquingKeysWith: { $1 })
    let soon = try Bench(world, fixed: fixed, script: processing()).run(toMinute: 2 * 24 * 60)
    // After half of the two days.
    #expect(soon.log.times("task") == [.minute(1440)])
    // The task is due on the eighth day, when the phone has been off its charger for half a day. In
    // the first case the last use is more than a week ago, in the second it is not.
    func times(_ person: [PersonAction]) throws -> [Instant] {
      try Bench(
        world, fixed: fixed,
        person: .opensAndLeaves + .does(.plugsIn, atMinute: 60)
          + .does(.unplugs, atMinute: 7.5 * 24 * 60) + person,
        script: processing(earliest: .days(8))
      ).run().log.times("task")
    }
    #expect(try times([]).isEmpty)
    #expect(try times(.opens(atMinute: 5 * 24 * 60, forSeconds: 1)).count == 1)
  }

  @Test("BGT-9: after a force quit no processing until the app is opened again")
  func forceQuit() throws {
    let bench = try Bench(
      atHome(days: 1, charging: true), fixed: steady,
      person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1)
        + .opens(atMinute: 600, forSeconds: 1), script: processing(power: true)
    ).run()
    #expect(bench.log.times("task") == [.minute(606)])
  }
}
