import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Screen")
struct ScreenTests {
  private let world = World([.still(minutes: 30)])
  private let fixed = ["screen.autoLockSeconds": 30, "screen.onWatts": 1.1]

  @Test("SCR-2: the phone in use draws 0.8 to 2.0 W, the N95 0.3 to 0.5 W")
  func power() throws {
    for seed in UInt64(1)...20 {
      #expect((0.8...2).contains(Bench(world, seed: seed, script: nil).model.device.screen.onWatts))
    }
    let bench = try Bench(
      world, fixed: fixed, person: .opens(atMinute: 1, forSeconds: 60), script: TestApp.Script()
    ).run()
    #expect(abs(bench.joules(.screen) - 66) < 1e-9)
    let nokia = Bench(world, device: "nokia-n95", script: nil).model.device.screen.onWatts
    #expect((0.3...0.5).contains(nokia))
  }

  @Test(
    "An app that is opened and laid aside is locked after half a minute, and so in the background")
  func autoLock() throws {
    let bench = try Bench(
      world, fixed: fixed, person: .opens(atMinute: 1), script: TestApp.Script()
    ).run()
    #expect(bench.log.times("background") == [.second(90)])
    #expect(abs(bench.joules(.screen) - 33) < 1e-9)
  }

  @Test("A person who leaves the app later looks at it till then")
  func leavesLater() throws {
    let person = [PersonAction].opens(atMinute: 1) + .does(.leavesApp, atMinute: 10)
    let bench = try Bench(world, fixed: fixed, person: person, script: TestApp.Script()).run()
    #expect(bench.log.times("background") == [.minute(10)])
  }

  @Test("A disabled idle timer keeps the screen on, until the app enables it again")
  func idleTimer() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.phone.application.isIdleTimerDisabled = true
      _ = app.schedule(after: .seconds(300.0), "enable") {
        app.phone.application.isIdleTimerDisabled = false
      }
    })
    let bench = try Bench(
      world, fixed: fixed, person: .opens(atMinute: 1), script: script
    ).run()
    // Opened at 60 s, the timer on again after 300 s, and 30 s until it locks.
    #expect(bench.log.times("background") == [.second(390)])
  }

  @Test("Other apps' time on the screen is the person's, and is not paid twice")
  func others() throws {
    let person =
      [PersonAction].does(.uses(.phone), atMinute: 1) + .opens(atMinute: 2, forSeconds: 60)
      + .does(.stopsUsing(.phone), atMinute: 5)
    let bench = try Bench(world, fixed: fixed, person: person, script: TestApp.Script()).run()
    #expect(abs(bench.joules(.screen) - 4 * 66) < 1e-9)
    #expect(abs(bench.phone.ledger.joules(.screen, .person, at: bench.phone.now) - 3 * 66) < 1e-9)
  }
}
