import EventKernel
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Permission")
struct PermissionTests {
  private let drive = World([.drive(minutes: 60)])
  private let undecided = AppPermissions(
    location: .notDetermined, replies: PromptReplies(all: .allows))

  private func asking(_ wanted: AuthorizationStatus) -> TestApp.Script {
    TestApp.Script(becameActive: { app in
      app.startTracking()
      if wanted == .always {
        app.manager.requestAlwaysAuthorization()
      } else {
        app.manager.requestWhenInUseAuthorization()
      }
    })
  }

  @Test("BG-5: a manager tells its delegate at the outset what it may do")
  func toldAtTheOutset() throws {
    for status in AuthorizationStatus.allCases {
      let bench = try Bench(
        World([.still(minutes: 1)]), permissions: AppPermissions(location: status),
        script: TestApp.Script()
      ).run()
      #expect(bench.log.count("authorization \(status)") == 1)
    }
  }

  @Test("BG-5: the person answers after a while, and While Using serves the open app")
  func whileUsing() throws {
    let bench = try Bench(
      drive, permissions: undecided, person: .opens(atMinute: 0, forSeconds: 60),
      script: asking(.whenInUse)
    ).run(toMinute: 5)
    // The prompt shows at the start. The answer comes four seconds later, through the event queue.
    let answer = try #require(bench.log.times("authorization whenInUse").first)
    #expect((4...4.01).contains((answer - morning).seconds))
    #expect(bench.log.fixes(from: morning, to: answer).isEmpty)
    #expect(!bench.log.fixes(from: answer).isEmpty)
    #expect(bench.phone.permissions.location == .whenInUse)
  }

  @Test("BG-5: a refusal ends what was asked for, and is not asked again")
  func refused() throws {
    var permissions = undecided
    permissions.replies = PromptReplies(all: .refuses)
    let person = [PersonAction].opens(atMinute: 0, forSeconds: 60)
    let bench = try Bench(
      drive, permissions: permissions, person: person + .opens(atMinute: 10, forSeconds: 60),
      script: asking(.whenInUse)
    ).run()
    #expect(bench.log.fixes.isEmpty)
    #expect(bench.log.count("authorization denied") == 1)
    #expect(bench.watch.notes.count { $0.text.contains("asks the person") } == 1)
  }

  @Test("BG-5: nothing is asked while the app is in the background")
  func notFromTheBackground() throws {
    let script = TestApp.Script(launched: { app, _ in
      _ = app.schedule(after: .seconds(3 as Int64), "ask") {
        app.manager.requestWhenInUseAuthorization()
      }
    })
    // Nor does the question wait for the app to be opened again.
    let bench = try Bench(
      drive, permissions: undecided,
      person: .opensAndLeaves + .opens(atMinute: 10, forSeconds: 60), script: script
    ).run()
    #expect(bench.log.count("ask") == 1)
    #expect(bench.phone.permissions.location == .notDetermined)
  }

  @Test("BG-5: a question that was left unanswered shows again when the app is next opened")
  func shownAgain() throws {
    let bench = try Bench(
      drive, permissions: undecided,
      person: .opens(atMinute: 0, forSeconds: 2) + .opens(atMinute: 10, forSeconds: 60),
      script: TestApp.Script(launched: { app, _ in app.manager.requestWhenInUseAuthorization() })
    ).run()
    let answer = try #require(bench.log.times("authorization whenInUse").first)
    #expect((4...4.01).contains((answer - .minute(10)).seconds))
  }

  @Test("BG-5: without its usage description a permission is not asked for")
  func usageDescription() throws {
    let manifest = AppManifest(
      name: "mute", backgroundModes: [.location], usageDescriptions: [.locationWhenInUse])
    let person = [PersonAction].opens(atMinute: 0, forSeconds: 60)
    let always = try Bench(
      drive, permissions: undecided, manifest: manifest, person: person, script: asking(.always)
    ).run()
    #expect(always.phone.permissions.location == .notDetermined)
    let inUse = try Bench(
      drive, permissions: undecided, manifest: manifest, person: person, script: asking(.whenInUse)
    ).run()
    #expect(inUse.phone.permissions.location == .whenInUse)
  }

  @Test("BG-5: after While Using an app may ask for Always once")
  func alwaysOnce() throws {
    for reply in [PromptReplies.Reply.allows, .refuses] {
      var permissions = AppPermissions(location: .whenInUse)
      permissions.replies.always = reply
      let bench = try Bench(
        drive, permissions: permissions,
        person: .opens(atMinute: 0, forSeconds: 60) + .opens(atMinute: 10, forSeconds: 60),
        script: asking(.always)
      ).run()
      #expect(bench.phone.permissions.location == (reply == .allows ? .always : .whenInUse))
      #expect(!bench.phone.permissions.isAlwaysProvisional)
      #expect(bench.watch.notes.count { $0.text.contains("asks the person") } == 1)
    }
  }

  @Test("BG-5: location that was allowed once ends with the use, and may be asked for again")
  func allowedOnce() throws {
    var permissions = undecided
    permissions.replies.location = .allowsOnce
    let bench = try Bench(
      drive, permissions: permissions,
      person: .opens(atMinute: 0, forSeconds: 60) + .opens(atMinute: 10, forSeconds: 60),
      script: asking(.whenInUse)
    ).run()
    // The app counts as in use for up to 5 s after it was left.
    #expect(bench.log.fixes(from: .second(66), to: .minute(10)).isEmpty)
    #expect(!bench.log.fixes(from: .second(610), to: .minute(11)).isEmpty)
    #expect(bench.log.count("authorization whenInUse") == 2)
  }

  @Test("BG-6: a provisional Always looks like Always, and holds events until the later answer")
  func provisional() throws {
    let script = TestApp.Script(launched: { app, launch in
      app.manager.startMonitoringSignificantLocationChanges()
      if launch.reason == .userOpened { app.manager.requestAlwaysAuthorization() }
    })
    let world = World([.drive(minutes: 360)])
    for reply in [PromptReplies.Reply.allows, .refuses] {
      var permissions = undecided
      permissions.replies.always = reply
      let bench = Bench(
        world, fixed: ["permission.provisionalPromptSeconds": 14_400], permissions: permissions,
        person: .opens(atMinute: 0, forSeconds: 20), script: script)
      try bench.run(toMinute: 239)
      #expect(bench.log.count("authorization always") == 1)
      #expect(bench.log.fixes(from: .minute(1)).isEmpty)
      #expect(bench.phone.currentStatus.authorization == .whenInUse)
      let held = bench.phone.heldEvents.count
      // 170 km in cells of 500 m make far more than one event.
      #expect(held > 10)
      let wakeUps = bench.watch.wakeUps.count
      // Four hours after the grant, and a reply four seconds later.
      try bench.run(toMinute: 240.15)
      if reply == .allows {
        #expect(bench.log.fixes(from: .minute(239)).count >= held)
        #expect(bench.watch.wakeUps.count == wakeUps + 1)
        try bench.run()
        #expect(bench.log.fixes(from: .minute(241)).count > 5)
      } else {
        try bench.run()
        #expect(bench.log.fixes(from: .minute(1)).isEmpty)
        #expect(bench.phone.permissions.location == .whenInUse)
      }
    }
  }

  @Test("BG-6: the later question comes hours to days after the grant")
  func laterQuestion() {
    let delays = (UInt64(1)...50).map {
      Bench(drive, seed: $0, script: nil).model.system.permission.provisionalPromptSeconds / 3600
    }
    #expect(delays.allSatisfy { (4...72).contains($0) })
    #expect(delays.quantile(0.9) - delays.quantile(0.1) > 40)
  }

  // MARK: Changes in Settings

  private func changed(
    _ change: PermissionChange, _ script: TestApp.Script, world: World? = nil,
    before: AppPermissions = AppPermissions(), toMinute minutes: Double? = nil
  ) throws -> Bench {
    try Bench(
      world ?? drive, fixed: ["app.memoryKillMeanSeconds": 1e9], permissions: before,
      person: .opensAndLeaves + .does(.changes(change), atMinute: 20), script: script
    ).run(toMinute: minutes)
  }

  private let tracking = TestApp.Script(launched: { app, _ in app.startTracking() })

  @Test(
    "BG-5: location denied, or the switch of the phone put off, ends sessions with an error",
    arguments: [PermissionChange.location(.denied), .locationServices(isOn: false)])
  func denied(change: PermissionChange) throws {
    let bench = try changed(change, tracking, toMinute: 40)
    #expect(bench.log.fixes(from: .second(1201)).isEmpty)
    #expect(bench.log.count("error denied") == 1)
    #expect(bench.log.count("authorization denied") == 1)
    #expect(bench.phone.location.demand == .nothing)
    #expect(bench.phone.app?.process != nil)
    #expect(bench.phone.currentStatus.authorization == .denied)
    // After the permission is given back, the app has to start its services again.
    bench.phone.change(.location(.always))
    bench.phone.change(.locationServices(isOn: true))
    try bench.run()
    #expect(bench.log.fixes(from: .second(1201)).isEmpty)
    #expect(bench.phone.currentStatus.authorization == .always)
  }

  @Test("BG-5: lowering Always to While Using stops a session in the background")
  func lowered() throws {
    let bench = try changed(.location(.whenInUse), tracking)
    #expect(bench.log.fixes(from: .second(1201)).isEmpty)
    let suspension = try #require(bench.watch.suspensions.first)
    #expect((5...10).contains((suspension - .minute(20)).seconds))
  }

  @Test("BG-5: raising While Using to Always lets events through")
  func raised() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = try changed(
      .location(.always), script, before: AppPermissions(location: .whenInUse))
    #expect(bench.log.fixes(from: .minute(1), to: .minute(20)).isEmpty)
    #expect(bench.log.fixes(from: .minute(20)).count > 3)
    #expect(bench.log.count("authorization always") == 1)
  }

  @Test("SLC-13: with Background App Refresh put off in Settings events no longer wake the app")
  func refreshOff() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = try changed(.backgroundRefresh(isOn: false), script)
    #expect(bench.log.fixes(from: .minute(1), to: .minute(20)).count > 2)
    #expect(bench.log.fixes(from: .second(1215)).isEmpty)
  }
}
