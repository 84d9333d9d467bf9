import PhoneAPI
import Testing
import Timekeeping

@testable import SimulatedPhone
@testable import World

@Suite("Watchdog and processor limit")
struct WatchdogTests {
  private let idle = World([.still(minutes: 60)])

  private func work(_ seconds: Double) -> (TestApp) -> Void {
    { $0.phone.application.didWork(processorSeconds: seconds) }
  }

  @Test("LIFE-5: a launch that works for 20 s is killed after 20 s; one of 19 s comes up")
  func launch() throws {
    func deaths(_ seconds: Double) throws -> [Instant] {
      let script = TestApp.Script(launched: { app, _ in work(seconds)(app) })
      let bench = try Bench(
        idle, person: .opens(atMinute: 1, forSeconds: 60), script: script
      ).run(toMinute: 10)
      if !bench.watch.deaths.isEmpty {
        #expect(bench.phone.currentStatus.app == .dead(.watchdog, mayBeWoken: false))
        #expect(bench.log.count("terminate") == 0)
      }
      return bench.watch.deaths
    }
    #expect(try deaths(19).isEmpty)
    #expect(try deaths(20) == [.second(60 + 20)])
  }

  @Test("LIFE-5: so is a change of state, and meanwhile the app hears nothing")
  func changeOfState() throws {
    let script = TestApp.Script(
      launched: { app, _ in
        app.startTracking()
        _ = app.schedule(after: .seconds(1.0), repeats: true, "timer") {}
      },
      enteredBackground: work(25))
    let bench = try Bench(
      World([.walk(minutes: 60)]), person: .opens(atMinute: 0, forSeconds: 30), script: script
    ).run(toMinute: 10)
    // The app is left at 30 s, and killed 20 s later.
    #expect(bench.watch.deaths == [.second(50)])
    #expect(bench.log.calls.last?.name == "background")
    #expect(bench.joules(.gnss) > 0)
    #expect(bench.phone.ledger.watts(.gnss, .standardUpdates) == 0)
  }

  @Test("LIFE-5: 80 % of a minute's processor time in the background is too much, 79 % is not")
  func processorLimit() throws {
    func deaths(_ share: Double) throws -> [Instant] {
      let script = TestApp.Script(launched: { app, _ in
        app.startTracking()
        // After the first minute, works for `share` of each second.
        _ = app.schedule(after: .seconds(60.0), "begin") {
          _ = app.schedule(after: .seconds(1.0), repeats: true, "work") { work(share)(app) }
        }
      })
      let bench = try Bench(World([.walk(minutes: 60)]), script: script).run(toMinute: 30)
      if !bench.watch.deaths.isEmpty {
        #expect(bench.phone.currentStatus.app == .dead(.processorLimit, mayBeWoken: false))
      }
      return bench.watch.deaths
    }
    #expect(try deaths(0.79).isEmpty)
    // The first piece of work begins at 61 s. The sixtieth ends at 120.8 s, when the window holds
    // 48 s of work.
    let death = try #require(try deaths(0.8).first)
    #expect(abs((death - .second(120.8)).seconds) < 0.01)
  }

  @Test(
    "LIFE-5: an hour's work in one piece is stopped after 48 s of it; in the foreground it is not")
  func onePiece() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .seconds(120.0), "work") { work(3600)(app) }
    })
    let background = try Bench(World([.walk(minutes: 60)]), script: script).run(toMinute: 30)
    let death = try #require(background.watch.deaths.first)
    #expect(abs((death - .second(168)).seconds) < 0.01)
    let foreground = try Bench(
      World([.walk(minutes: 60)]), person: .opens(atMinute: 0), script: script
    ).run(toMinute: 30)
    #expect(foreground.watch.deaths.isEmpty)
  }

  @Test("CPU-3: declared work is paid for: ten seconds of one core")
  func energy() throws {
    func joules(_ seconds: Double) throws -> Double {
      let script = TestApp.Script(launched: { app, _ in work(seconds)(app) })
      let bench = try Bench(idle, fixed: ["processor.coreWatts": 0.5], script: script).run()
      return bench.joules(.processor)
    }
    #expect(abs(try joules(10) - joules(0) - 5) < 1e-6)
  }

  @Test("LIFE-16: a hot phone takes longer for the same work, so that a launch may hang")
  func heat() throws {
    // 14 s of work take 23 s at 0.6 of full speed.
    let script = TestApp.Script(launched: { app, _ in work(14)(app) })
    for (state, isDead) in [(ThermalState.fair, false), (.serious, true)] {
      let bench = try Bench(
        idle, fixed: ["heat.processorShare": 0.6],
        person: [PersonAction].does(.heatsPhone(state), atMinute: 0.5)
          + .opens(atMinute: 1, forSeconds: 60), script: script
      ).run(toMinute: 10)
      #expect(!bench.watch.deaths.isEmpty == isDead)
    }
  }
}
