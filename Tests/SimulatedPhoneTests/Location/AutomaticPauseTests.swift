import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Automatic pause")
struct AutomaticPauseTests {
  private func pausing(
    _ paused: @escaping (TestApp) -> Void = { _ in }
  ) -> TestApp.Script {
    TestApp.Script(
      launched: { app, _ in
        app.startTracking()
        app.manager.pausesLocationUpdatesAutomatically = true
      }, paused: paused)
  }

  private let arriving = World([.drive(minutes: 20), .still(minutes: 100), .drive(minutes: 60)])

  @Test("PAU-1: pausing is on by default")
  func onByDefault() throws {
    var isOn: Bool?
    let script = TestApp.Script(launched: { app, _ in
      isOn = app.manager.pausesLocationUpdatesAutomatically
    })
    try Bench(World([.still(minutes: 1)]), script: script).run()
    #expect(isOn == true)
  }

  @Test("PAU-1: a pause powers the receiver down and has the app suspended")
  func pausePowersDown() throws {
    let bench = try Bench(arriving, script: pausing()).run(toMinute: 60)
    let pause = try #require(bench.log.times("pause").first)
    let suspension = try #require(bench.watch.suspensions.first)
    // The process runs on for as long as after leaving the foreground (LIFE-1).
    #expect((5...10).contains((suspension - pause).seconds))
    #expect(bench.phone.location.demand == .nothing)
    #expect(bench.phone.power.ledger.watts(.gnss, .standardUpdates) == 0)
    #expect(bench.phone.power.ledger.watts(.processor, .standardUpdates) == 0)
    #expect(bench.phone.currentStatus.isPaused)
  }

  @Test("PAU-2: the pause comes 10 to 15 minutes after the phone has come to rest")
  func pauseDelay() throws {
    var delays: [Double] = []
    for seed in UInt64(1)...30 {
      let bench = try Bench(arriving, seed: seed, script: pausing()).run(toMinute: 60)
      #expect(bench.log.count("pause") == 1)
      delays.append((try #require(bench.log.times("pause").first) - .minute(20)).seconds)
    }
    // The phone notices rest after 2 to 10 s, in windows of 2.5 s (MOT-2), and after the walk's
    // hold of 30 s.
    #expect(delays.allSatisfy { (602...945).contains($0) })
    #expect(delays.quantile(0.9) - delays.quantile(0.1) > 100)
  }

  @Test("PAU-2: an app that has switched pausing off is never paused")
  func switchedOff() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking() })
    #expect(try Bench(arriving, script: script).run().log.count("pause") == 0)
  }

  @Test("Pausing that is switched on at rest counts from then")
  func switchedOnLate() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      _ = app.schedule(after: .minutes(70), "allow") {
        app.manager.pausesLocationUpdatesAutomatically = true
      }
    })
    let bench = try Bench(arriving, script: script).run(toMinute: 100)
    let pause = try #require(bench.log.times("pause").first)
    #expect((600...900).contains((pause - .minute(70)).seconds))
  }

  @Test(
    "PAU-3: to and fro within a hundred yards pauses a session on the road, and none on foot",
    arguments: [
      (ActivityType.automotiveNavigation, 60.0, true), (.automotiveNavigation, 300.0, false),
      (.fitness, 60.0, false), (.other, 60.0, false),
    ])
  func pacing(activity: ActivityType, meters: Double, pauses: Bool) throws {
    // Walks to and fro without a rest, at 1 m/s.
    let world = World(
      (0..<Int(3600 / meters)).map { turn in
        .walk(minutes: meters / 60, metersPerSecond: 1, course: turn % 2 == 0 ? 90 : 270)
      })
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.manager.activityType = activity
      app.manager.pausesLocationUpdatesAutomatically = true
    })
    let bench = try Bench(world, script: script).run()
    #expect(bench.log.count("pause") == (pauses ? 1 : 0))
    // The pause comes after ten to fifteen minutes, checked once a minute.
    if let pause = bench.log.times("pause").first {
      #expect((600...960).contains((pause - morning).seconds))
    }
  }

  @Test("PAU-6: pausing off and 3 km keeps a session alive, from iOS 16.4 with the indicator only")
  func theAdvice() throws {
    for (system, indicator, lives) in [
      ("ios-15", false, true), ("ios-17", false, false), ("ios-17", true, true),
    ] {
      let script = TestApp.Script(launched: { app, _ in
        app.manager.showsBackgroundLocationIndicator = indicator
        app.startTracking(.threeKilometers)
        app.manager.startMonitoringSignificantLocationChanges()
      })
      let bench = try Bench(
        World([.still(minutes: 60)]), system: system, script: script
      ).run()
      #expect(bench.watch.suspensions.isEmpty == lives)
      #expect(bench.log.count("pause") == 0)
    }
  }

  @Test("PAU-4: nothing resumes by itself, however far the phone moves")
  func noResumption() throws {
    let bench = try Bench(arriving, script: pausing()).run()
    let pause = try #require(bench.log.times("pause").first)
    #expect(bench.log.fixes(from: pause).isEmpty)
  }

  @Test("PAU-4: an app that starts updates again in the pause callback goes on, and lives")
  func restartedAtOnce() throws {
    let bench = try Bench(arriving, script: pausing { $0.startTracking() }).run()
    #expect(bench.log.count("pause") == 1)
    #expect(bench.watch.suspensions.isEmpty)
    #expect(bench.log.fixes(from: .minute(130)).count > 2900)
  }

  @Test("A session stopped and started at rest is not paused by the first one's due time")
  func noStalePause() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.manager.pausesLocationUpdatesAutomatically = true
      _ = app.schedule(after: .minutes(9), "again") {
        app.manager.stopUpdatingLocation()
        app.manager.startUpdatingLocation()
      }
    })
    for seed in UInt64(1)...10 {
      let bench = try Bench(World([.still(minutes: 60)]), seed: seed, script: script).run()
      let pause = try #require(bench.log.times("pause").first)
      #expect((600...900).contains((pause - .minute(9)).seconds))
    }
  }

  @Test("PAU-5: with When In Use a pause ends access until the app is opened again")
  func whenInUse() throws {
    let bench = try Bench(
      arriving, permissions: AppPermissions(location: .whenInUse),
      person: .opensAndLeaves + [PersonAction].opens(atMinute: 140, forSeconds: 60),
      script: TestApp.Script(
        launched: { app, _ in
          app.startTracking()
          app.manager.pausesLocationUpdatesAutomatically = true
        }, becameActive: { if $0.log.count("pause") == 1 { $0.startTracking() } },
        paused: { $0.startTracking() })
    ).run()
    let pause = try #require(bench.log.times("pause").first)
    #expect(bench.log.fixes(from: pause, to: .minute(140)).isEmpty)
    // A session that is started again in use continues in the background (BG-3).
    #expect(bench.log.fixes(from: .minute(150)).count > 1700)
  }

  @Test("Moves shorter than it takes to notice them change nothing")
  func flaps() throws {
    var pieces: [Piece] = [.still(minutes: 5, sky: .open, network: .cellular)]
    for _ in 1...20 {
      pieces.append(.walk(minutes: 1.0 / 60))
      pieces.append(.still(minutes: 9.0 / 60, sky: .open, network: .cellular))
    }
    pieces.append(.still(minutes: 20, sky: .open, network: .cellular))
    let fixed = ["motion.stillNoticedSeconds": 5.0, "motion.movingNoticedSeconds": 5.0]
    let script = TestApp.Script(launched: { app, _ in app.startTracking() })
    let bench = try Bench(World(pieces), fixed: fixed, script: script).run()
    // Rest is noticed by 10 s, and a minute of full rate follows. After that fixes stay minutes
    // apart, from a single chain of events.
    let later = bench.log.fixes(from: .second(75)).map(\.at)
    #expect(later.gaps.allSatisfy { (120...600).contains($0) })
  }
}
