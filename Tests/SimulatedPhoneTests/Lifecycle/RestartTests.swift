import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Restarts and the lock")
struct RestartTests {
  private let neverShortOfMemory = ["app.memoryKillMeanSeconds": 1e9]

  /// An app that keeps one secret of each class and one default.
  private let keeper = TestApp.Script(launched: { app, _ in
    app.manager.startMonitoringSignificantLocationChanges()
    let container = app.phone.container
    guard container.value(forKey: "name") == nil else { return }
    container.set("Ada", forKey: "name")
    container.setSecret("open", forKey: "always", accessible: .afterFirstUnlock)
    container.setSecret("strict", forKey: "strict", accessible: .whenUnlocked)
  })

  @Test("LIFE-12: a restart ends the process; nothing launches before the first unlock")
  func launchesAfterUnlock() throws {
    // On a drive at 12 m/s a significant change comes every minute or two, but at most one in 5
    // min.
    let bench = try Bench(
      World([.drive(minutes: 60)]),
      person: .opensAndLeaves
        + [PersonAction(.at(.minute(20)), .rebootsPhone)], script: keeper
    ).run(toMinute: 20.01)
    #expect(bench.watch.deaths.contains(.minute(20)))
    #expect(bench.phone.currentStatus.app == .dead(.reboot, mayBeWoken: false))
    try bench.run()
    let unlock = try #require(bench.watch.times("LIFE-12").last)
    #expect((30...90).contains((unlock - .minute(20)).seconds))
    let launches = bench.log.times("launch significantChange").filter { $0 > .minute(20) }
    #expect(try #require(launches.first) >= unlock)
  }

  @Test("LIFE-12: who restarts the phone and leaves it locked hears nothing until they unlock it")
  func leftLocked() throws {
    let bench = Bench(World([.still(minutes: 1), .drive(minutes: 240)]), script: keeper)
    try bench.run(toMinute: 0.5)
    bench.phone.reboot(unlockedAfter: .hours(3))
    try bench.run()
    #expect(bench.watch.times("LIFE-12").last == .minute(180.5))
    #expect(bench.log.fixes(from: .minute(0.6), to: .minute(180.5)).isEmpty)
    #expect(!bench.log.fixes(from: .minute(180.5)).isEmpty)
  }

  @Test("LIFE-12: before the first unlock defaults, files and secrets read as empty")
  func storage() throws {
    var container: (any Container)?
    let script = TestApp.Script(launched: { app, launch in
      container = app.phone.container
      keeper.launched(app, launch)
    })
    func read() -> [String?] {
      [
        container?.value(forKey: "name"), container?.secret(forKey: "always"),
        container?.secret(forKey: "strict"),
      ]
    }
    let bench = try Bench(World([.still(minutes: 600)]), script: script).run(toMinute: 1)
    #expect(read() == ["Ada", "open", nil])  // the person has left the app, and the phone is locked
    bench.phone.unlock()
    #expect(read() == ["Ada", "open", "strict"])

    bench.phone.reboot(unlockedAfter: .hours(1))
    bench.phone.apps.prewarm(0)  // the only process that may start before the first unlock
    #expect(read() == [nil, nil, nil])
    #expect(container?.setSecret("x", forKey: "always", accessible: .afterFirstUnlock) == false)
    bench.phone.unlock()
    #expect(read() == ["Ada", "open", "strict"])
  }

  @Test("LIFE-13: an update installs between 02:00 and 05:00; the phone stays locked till morning")
  func overnightUpdate() throws {
    for seed in UInt64(1)...20 {
      let world = World([.still(minutes: 26 * 60)])
      let bench = try Bench(
        world, fixed: neverShortOfMemory, seed: seed,
        person: .opensAndLeaves + .does(.installsUpdate, atMinute: 12 * 60),
        script: keeper
      ).run()
      let life = bench.model.system.life
      let death = try #require(bench.watch.deaths.first)
      #expect((hour(2)...hour(5)).contains(death), "seed \(seed)")
      #expect(bench.watch.status(at: death)?.app == .dead(.systemUpdate, mayBeWoken: false))
      let unlock = try #require(bench.watch.times("LIFE-12").first)
      // The user unlocks the phone by habit, after waking and within a few looks at the phone.
      let waking = hour(life.wakesAtHour)
      #expect(unlock > waking && unlock < waking + .seconds(life.unlockIntervalSeconds * 7))
    }
  }

  @Test("LIFE-13: in the night in which the clocks go forward an update is done by 05:00 as well")
  func shortNight() throws {
    // Six days on, on 8 March, New York's clocks go from 02:00 (07:00 UTC) to 03:00.
    let newYork = try #require(LocalCalendar(identifier: "America/New_York"))
    let world = World([.still(minutes: 6 * 24 * 60 + 180)], calendar: newYork)
    for seed in UInt64(1)...12 {
      let bench = try Bench(
        world, fixed: neverShortOfMemory, seed: seed,
        person: .opensAndLeaves + .does(.installsUpdate, atMinute: 5 * 24 * 60), script: keeper
      ).run()
      let death = try #require(bench.watch.deaths.first)
      // 05:00 is 09:00 UTC, an hour after the sixth day's 08:00.
      #expect(death >= .minute(6 * 24 * 60 - 60) && death <= .minute(6 * 24 * 60 + 60))
    }
  }

  @Test(
    "LIFE-13: who lay dead and could be woken is blind from the restart, not from its first end")
  func deadBefore() throws {
    let bench = Bench(World([.still(minutes: 600)]), script: keeper)
    try bench.run(toMinute: 10)
    bench.phone.killApp(.memoryPressure)
    #expect(bench.phone.currentStatus.app == .dead(.memoryPressure, mayBeWoken: true))
    bench.phone.reboot(unlockedAfter: .hours(1))
    #expect(bench.phone.currentStatus.app == .dead(.reboot, mayBeWoken: false))
    bench.phone.unlock()
    #expect(bench.phone.currentStatus.app == .dead(.reboot, mayBeWoken: true))
  }

  @Test("LIFE-13: from iOS 18.1 a phone left locked for 72 h restarts itself, and stays locked")
  func inactivity() throws {
    func restarts(_ system: String, carried: Carrying) throws -> [Instant] {
      let world = World([.still(minutes: 60), .still(minutes: 100 * 60, carried: carried)])
      let bench = try Bench(
        world, system: system, fixed: neverShortOfMemory, script: keeper
      ).run()
      return bench.watch.deaths
    }
    #expect(try restarts("ios-17", carried: .left).isEmpty)
    #expect(try restarts("ios-18", carried: .pocket).isEmpty)
    let restart = try #require(try restarts("ios-18", carried: .left).first)
    // The user last holds the phone in the first hour, and the system checks every hour.
    #expect((hour(8 + 72)...hour(8 + 74)).contains(restart))
  }

  @Test("LIFE-12: a phone that ran flat at night is unlocked when the person is up")
  func flatBattery() throws {
    let places = [Place(name: "home", coordinate: home, hasCharger: true)]
    let world = World(
      [.still(minutes: 15 * 60), .still(minutes: 12 * 60, place: 0)], places: places)
    let bench = try Bench(world, battery: 0.002, script: keeper).run()
    let unlock = try #require(bench.watch.times("LIFE-12").first)
    // The phone is on the charger from 23:00 and has 3 % a quarter of an hour later, when the user
    // is already asleep.
    #expect(unlock > hour(bench.model.system.life.wakesAtHour))
  }

  /// Returns the instant of an hour of the first night after the start at 08:00, or of a later day.
  private func hour(_ hour: Double) -> Instant { .minute((hour + (hour < 8 ? 16 : -8)) * 60) }
}
