import EventKernel
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Sessions of iOS 17 and 18")
struct LocationSessionTests {
  private let drive = World([.drive(minutes: 60)])
  private let whenInUse = AppPermissions(location: .whenInUse)

  // MARK: Background activity

  @Test(
    "BG-8: a background activity session lets a While Using app have updates in the background",
    arguments: [("ios-16", false), ("ios-17", true), ("ios-26", true)])
  func activity(system: String, works: Bool) throws {
    let script = TestApp.Script(launched: { app, _ in
      // The manager itself allows no background updates: the session alone keeps the app running.
      app.manager.pausesLocationUpdatesAutomatically = false
      app.manager.startUpdatingLocation()
      let session = app.manager.beginBackgroundActivitySession()
      #expect((session != nil) == works)
      #expect(app.manager.sessionsAvailability.isAvailable == works)
    })
    let bench = try Bench(
      drive, system: system, fixed: ["session.silencesPerHour": 0], permissions: whenInUse,
      script: script
    ).run()
    #expect(bench.watch.suspensions.isEmpty == works)
    #expect((bench.log.fixes(from: .minute(59)).count >= 60) == works)
  }

  @Test("BG-8: with a background activity session events reach a While Using app in the background")
  func activityEvents() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
      _ = app.manager.beginBackgroundActivitySession()
    })
    let bench = try Bench(
      drive, fixed: ["app.memoryKillMeanSeconds": 1e9], permissions: whenInUse, script: script
    ).run()
    #expect(bench.log.fixes(from: .minute(5)).count > 3)
  }

  @Test("BG-8: a new session has to begin in the foreground")
  func activityFromTheBackground() throws {
    var session: LocationSession?
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startUpdatingLocation()
      _ = app.schedule(after: .seconds(3 as Int64), "begin") {
        session = app.manager.beginBackgroundActivitySession()
      }
    })
    let bench = try Bench(drive, permissions: whenInUse, script: script).run()
    #expect(bench.log.count("begin") == 1)
    #expect(session == nil)
    #expect(!bench.watch.suspensions.isEmpty)
  }

  @Test("BG-8: an app that is launched in the background rejoins its session, and tracking goes on")
  func rejoined() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
      if app.manager.beginBackgroundActivitySession() != nil { app.startTracking() }
    })
    let bench = Bench(drive, permissions: whenInUse, script: script)
    try bench.run(toMinute: 5)
    bench.phone.killApp(.crash)
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch significantChange"])
    #expect(bench.log.fixes(from: .minute(59)).count >= 60)
  }

  @Test("BG-8: a session that the app ends leaves it to the rules of While Using")
  func activityEnds() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startUpdatingLocation()
      let session = app.manager.beginBackgroundActivitySession()
      _ = app.schedule(after: .minutes(10), "end") {
        if let session { app.manager.endSession(session) }
      }
    })
    let bench = try Bench(drive, permissions: whenInUse, script: script).run()
    #expect(bench.log.fixes(from: .second(601)).isEmpty)
    let suspension = try #require(bench.watch.suspensions.first)
    #expect((5...10).contains((suspension - .minute(10)).seconds))
  }

  // MARK: Live updates

  private let live = TestApp.Script(launched: { app, _ in
    _ = app.manager.beginLiveUpdates(.default)
  })
  private let errand = World([
    .drive(minutes: 10), .still(minutes: 60, sky: .open, network: .cellular), .drive(minutes: 30),
  ])

  @Test("BG-9: live updates come each second on the move, and say once that the phone is still")
  func liveStops() throws {
    let bench = try Bench(errand, script: live).run(toMinute: 70)
    #expect(bench.log.fixes(from: .minute(5), to: .minute(10)).count >= 299)
    let stop = try #require(bench.log.times("live, stationary").first)
    // Updates stop ten minutes after rest, which is noticed 2 to 10 s after the stop (MOT-2).
    #expect((602...610).contains((stop - .minute(10)).seconds))
    #expect(bench.log.count("live, stationary") == 1)
    let suspension = try #require(bench.watch.suspensions.first)
    #expect((5...10).contains((suspension - stop).seconds))
    #expect(bench.log.fixes(from: stop + .seconds(1 as Int64)).isEmpty)
    #expect(bench.phone.location.demand == .nothing)
  }

  @Test("BG-9: live updates go on by themselves when the phone moves")
  func liveResumes() throws {
    let bench = try Bench(
      errand, fixed: ["app.memoryKillMeanSeconds": 1e9], script: live
    ).run()
    let first = try #require(bench.log.fixes(from: .minute(70)).first)
    // Movement is noticed within 10 s, and the receiver or the network has a position 4 s later.
    #expect((first.at - .minute(70)).seconds < 15)
    #expect(bench.log.fixes(from: .minute(99)).count >= 60)
  }

  @Test("LIV-1: live updates go on at once, or as late as a fence reports, or miss a movement")
  func liveResumesLikeFence() throws {
    func delay(_ seed: UInt64, _ fixed: [String: Double], _ reading: String) throws -> Double? {
      let bench = try Bench(
        errand, fixed: fixed.merging(["app.memoryKillMeanSeconds": 1e9]) { $1 },
        readings: ["liveUpdatesResume": reading], seed: seed, script: live
      ).run()
      return bench.log.fixes(from: .minute(70)).first.map { ($0.at - .minute(70)).seconds }
    }
    let never = ["session.liveResumeMissedProbability": 1.0]
    let always = ["session.liveResumeMissedProbability": 0.0, "session.liveResumeMeanSeconds": 240]
    #expect(try delay(1, never, "at-once") ?? .infinity < 15)
    #expect(try delay(1, never, "like-a-fence") == nil)
    let late = try (UInt64(1)...40).compactMap { try delay($0, always, "like-a-fence") }
    // The delay is log-normal with a mean of 240 s, so its median is 240 ÷ exp(0.8² ÷ 2) = 174 s.
    // The median of 40 draws has an error of 174 × 0.8 × 1.25 ÷ √40 = 28 s. Noticing and
    // positioning add up to 15 s.
    #expect(late.count >= 38)
    #expect((174.0 - 70...189.0 + 70).contains(late.quantile(0.5)))
  }

  @Test("BG-9: a terminated app with live updates is launched when the phone moves, and goes on")
  func liveRelaunch() throws {
    let bench = Bench(errand, script: live)
    try bench.run(toMinute: 40)
    bench.phone.killApp(.memoryPressure)
    #expect(bench.phone.currentStatus.app == .dead(.memoryPressure, mayBeWoken: true))
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch liveUpdates"])
    #expect(bench.log.fixes(from: .minute(99)).count >= 60)
  }

  @Test("BG-9: after a restart of any kind live updates do not come back by themselves")
  func liveRestart() throws {
    func launches(_ restart: (SimulatedPhone) -> Void) throws -> [String] {
      let bench = Bench(errand, script: live)
      try bench.run(toMinute: 40)
      restart(bench.phone)
      bench.phone.unlock()
      #expect(bench.phone.mayBeWoken == false)
      return try bench.run().log.launches
    }
    #expect(try launches { $0.restartItself(.systemUpdate) } == ["launch userOpened"])
    #expect(try launches { $0.restartItself(.inactivityRestart) } == ["launch userOpened"])
    let killedBefore = try launches {
      $0.killApp(.memoryPressure)
      $0.reboot()
    }
    #expect(killedBefore == ["launch userOpened"])
  }

  @Test("BG-9: after a force quit live updates do not come back by themselves")
  func liveForceQuit() throws {
    let bench = try Bench(
      errand, person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 40), script: live
    ).run()
    #expect(bench.log.launches == ["launch userOpened"])
  }

  @Test("BG-9: an app with While Using needs a background activity session beside live updates")
  func liveWhenInUse() throws {
    for hasSession in [false, true] {
      let script = TestApp.Script(launched: { app, _ in
        _ = app.manager.beginLiveUpdates(.default)
        if hasSession { _ = app.manager.beginBackgroundActivitySession() }
      })
      let bench = try Bench(
        errand, fixed: ["app.memoryKillMeanSeconds": 1e9], permissions: whenInUse, script: script
      ).run()
      #expect((bench.log.fixes(from: .minute(99)).count >= 60) == hasSession)
    }
  }

  @Test("BG-9: live updates that the app ends are over")
  func liveEnds() throws {
    let script = TestApp.Script(launched: { app, _ in
      let session = app.manager.beginLiveUpdates(.default)
      _ = app.schedule(after: .minutes(5), "end") {
        if let session { app.manager.endSession(session) }
      }
    })
    let bench = try Bench(errand, script: script).run()
    #expect(bench.log.fixes(from: .second(301)).isEmpty)
    #expect(bench.phone.location.demand == .nothing)
    #expect(bench.phone.location.clients.count == (bench.phone.app?.process == nil ? 0 : 1))
  }

  // MARK: Service sessions

  private let explicit = AppManifest(
    name: "explicit", backgroundModes: [.location],
    usageDescriptions: [.locationWhenInUse, .locationAlwaysAndWhenInUse],
    requiresExplicitServiceSession: true)

  private func watching(takesSession: @escaping (Launch) -> Bool) -> TestApp.Script {
    TestApp.Script(launched: { app, launch in
      app.manager.startMonitoringSignificantLocationChanges()
      if takesSession(launch) { _ = app.manager.beginServiceSession(requiring: .always) }
    })
  }

  @Test("BG-10: from iOS 18 an explicit app has Always only while it holds a service session")
  func serviceSession() throws {
    for (system, takes, works) in [
      ("ios-17", false, true), ("ios-18", false, false), ("ios-18", true, true),
    ] {
      let bench = try Bench(
        drive, system: system, fixed: ["app.memoryKillMeanSeconds": 1e9], manifest: explicit,
        script: watching { _ in takes }
      ).run()
      #expect((bench.log.fixes(from: .minute(5)).count > 3) == works)
      #expect(bench.phone.currentStatus.authorization == (works ? .always : .whenInUse))
    }
  }

  @Test("BG-10: after a relaunch the session has to be taken again at once, or Always is lost")
  func takenAgain() throws {
    for takesAgain in [true, false] {
      let bench = Bench(
        World([.drive(minutes: 120)]), system: "ios-18",
        fixed: ["app.memoryKillMeanSeconds": 1e9], manifest: explicit,
        script: watching { takesAgain || $0.reason == .userOpened })
      try bench.run(toMinute: 5)
      bench.phone.killApp(.memoryPressure)
      try bench.run()
      #expect(bench.log.launches == ["launch userOpened", "launch significantChange"])
      #expect((bench.log.fixes(from: .minute(60)).count > 3) == takesAgain)
      guard !takesAgain else { continue }
      let lost = try #require(bench.watch.times("BG-10").first)
      let launched = try #require(bench.log.times("launch significantChange").first)
      #expect((3...8).contains((lost - launched).seconds))
    }
  }

  @Test("BG-10: a service session for Always is not given in the background")
  func serviceFromTheBackground() throws {
    var session: LocationSession?
    let script = TestApp.Script(launched: { app, _ in
      _ = app.schedule(after: .seconds(3 as Int64), "take") {
        session = app.manager.beginServiceSession(requiring: .always)
      }
    })
    let bench = try Bench(drive, system: "ios-18", manifest: explicit, script: script).run()
    #expect(bench.log.count("take") == 1)
    #expect(session == nil)
  }
}
