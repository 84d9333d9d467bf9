import EventKernel
import Geodesy
import MotionSensing
import PhoneAPI
import PhoneProfiles
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("The motion service")
struct MotionServiceTests {
  /// The reports that the app received, with their times.
  final class Ear {
    var activities: [(at: Instant, activity: MotionActivity)] = []
    var history: [MotionActivity] = []
    var errors: [MotionError] = []
    var steps: [PedometerData] = []
    var altitudes: [RelativeAltitude] = []

    func first(_ matches: (MotionActivity) -> Bool, from instant: Instant = morning) -> Instant? {
      activities.first { $0.at >= instant && matches($0.activity) }?.at
    }
  }

  /// Returns a bench whose app stays in the foreground, so that it receives every report.
  private func bench(
    _ pieces: [Piece], fixed: [String: Double] = [:], permission: PermissionStatus = .granted,
    person: [PersonAction] = .opens(atMinute: 0), usage: Set<UsageDescription> = [.motion],
    _ launched: @escaping (TestApp) -> Void
  ) -> Bench {
    var manifest = AppManifest.everything
    manifest.usageDescriptions = usage
    return Bench(
      World(pieces), fixed: fixed, permissions: AppPermissions(motion: permission),
      manifest: manifest, person: person,
      script: TestApp.Script(launched: { app, _ in launched(app) }))
  }

  private func listen(_ ear: Ear) -> (TestApp) -> Void {
    { app in
      app.phone.motionActivity.startActivityUpdates { [unowned app] activity in
        app.receive("activity") { ear.activities.append((app.phone.clock.now, activity)) }
      }
    }
  }

  private func ask(_ ear: Ear, fromMinute start: Double, toMinute end: Double, atMinute: Double)
    -> (TestApp) -> Void
  {
    { app in
      _ = app.schedule(after: .seconds(atMinute * 60), "ask") {
        app.phone.motionActivity.queryActivity(from: .minute(start), to: .minute(end)) {
          [unowned app] result in
          app.receive("history") {
            switch result {
            case .success(let activities): ear.history = activities
            case .failure(let error): ear.errors.append(error)
            }
          }
        }
      }
    }
  }

  @Test(
    "MOT-2: an app hears of a walk 3 to 10 s after it began, and of its end half a minute after")
  func walk() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let ear = Ear()
      let bench = Bench(
        World([.still(minutes: 10), .walk(minutes: 10), .still(minutes: 10)]), seed: seed,
        permissions: AppPermissions(motion: .granted), person: .opens(atMinute: 0),
        script: TestApp.Script(launched: { app, _ in self.listen(ear)(app) }))
      try bench.run()
      let began = try #require(ear.first { $0.walking })
      // 10 s, rounded up to the end of a window of 2.5 s, which need not begin with the walk. A
      // misread window cancels one before it, so it costs 5 s; two of them are allowed.
      #expect((0...22.5).contains((began - .minute(10)).seconds))
      let ended = try #require(
        ear.first({ $0.stationary && !$0.walking }, from: .minute(20)))
      #expect((2...45).contains((ended - .minute(20)).seconds))
    }
  }

  @Test("A walk is told as a walk: a misread window now and then is no run")
  func walkers() throws {
    let changes = try (1...30 as ClosedRange<UInt64>).map { seed in
      let ear = Ear()
      try Bench(
        World([.still(minutes: 5), .walk(minutes: 20)]), seed: seed,
        permissions: AppPermissions(motion: .granted), person: .opens(atMinute: 0),
        script: TestApp.Script(launched: { app, _ in self.listen(ear)(app) })
      ).run()
      return zip(ear.activities, ear.activities.dropFirst()).count {
        $0.activity.walking != $1.activity.walking
      }
    }
    // One change is the start of the walk. Some gaits are between a walk and a run; most are not.
    #expect(changes.count { $0 == 1 } >= 22)
    #expect(changes.reduce(0, +) <= 90)
  }

  @Test("MOT-3: a drive is heard of sooner with the phone in a mount than in a pocket")
  func mount() throws {
    func delay(_ carried: Carrying) throws -> Double {
      let ear = Ear()
      try bench(
        [.still(minutes: 5), .drive(minutes: 30).carried(carried)],
        fixed: [
          "motion.automotiveFixedSeconds": 15, "motion.automotiveCarriedSeconds": 120,
        ], listen(ear)
      ).run()
      return (try #require(ear.first { $0.automotive }) - .minute(5)).seconds
    }
    let (mounted, pocketed) = (try delay(.mount), try delay(.pocket))
    #expect((15...60).contains(mounted))
    #expect(pocketed > mounted + 60)
  }

  @Test("MOT-4: at red lights the app is told of a car that is stationary and automotive at once")
  func traffic() throws {
    // Ten times a minute of driving and half a minute of waiting, so the car stands for a third of
    // the time.
    let traffic = (0..<10).flatMap { _ in
      [Piece.drive(minutes: 1), .drive(minutes: 0.5, metersPerSecond: 0)]
    }.map { $0.carried(.mount) }
    let ear = Ear()
    try bench(traffic, fixed: ["motion.automotiveFixedSeconds": 10], listen(ear)).run()
    let halted = ear.activities.filter { $0.activity.stationary && $0.activity.automotive }
    // An idling engine shakes the phone, so not every wait is reported as one.
    #expect(halted.count >= 3)
    let driving = try #require(ear.first { $0.automotive })
    #expect(
      ear.activities.filter { $0.at > driving }.allSatisfy { $0.activity.automotive },
      "a wait of half a minute does not end the drive")
  }

  @Test("MOT-5: history is complete only up to some minutes ago")
  func lag() throws {
    let ear = Ear()
    try bench(
      [.still(minutes: 20), .walk(minutes: 20)], fixed: ["motion.historyLagSeconds": 180],
      ask(ear, fromMinute: 0, toMinute: 40, atMinute: 22)
    ).run()
    // The app asks 2 min into the walk, and the phone answers for the time up to 1 min before the
    // walk.
    #expect(!ear.history.isEmpty)
    #expect(!ear.history.contains { $0.walking })
    let later = Ear()
    try bench(
      [.still(minutes: 20), .walk(minutes: 20)], fixed: ["motion.historyLagSeconds": 180],
      ask(later, fromMinute: 0, toMinute: 40, atMinute: 24)
    ).run()
    #expect(later.history.contains { $0.walking })
  }

  @Test("MOT-6: history tells of the time when the app did not run; live updates wake nothing")
  func asleep() throws {
    let ear = Ear()
    let bench = bench(
      [.still(minutes: 10), .walk(minutes: 20), .still(minutes: 30)],
      person: .opens(atMinute: 0, forSeconds: 5) + .opens(atMinute: 50)
    ) { app in
      self.listen(ear)(app)
      self.ask(ear, fromMinute: 0, toMinute: 60, atMinute: 55)(app)
    }
    try bench.run()
    #expect(bench.watch.suspensions.count == 1, "the walk does not wake the app")
    #expect(!ear.activities.contains { $0.activity.walking })
    let walked = try #require(ear.history.first { $0.walking })
    #expect((0...22.5).contains((walked.start - .minute(10)).seconds))
  }

  @Test("MOT-6: history reaches back seven days")
  func week() throws {
    let ear = Ear()
    let days = 9.0
    let hours = (0..<Int(days * 24)).flatMap { _ in
      [Piece.walk(minutes: 5), .still(minutes: 55)]
    }
    try bench(
      hours, fixed: ["battery.designJoules": 1e9],
      ask(ear, fromMinute: 0, toMinute: days * 1440, atMinute: days * 1440 - 1)
    ).run()
    let oldest = try #require(ear.history.first?.start)
    // The first activity began before the horizon, so it may be up to an hour older.
    let age = (Instant.minute(days * 1440 - 1) - oldest).seconds / 86_400
    #expect((6.9...7.05).contains(age))
  }

  @Test("MOT-7: a day of it costs about 0.2 % of the battery, however often it is asked")
  func cost() throws {
    func day(_ launched: @escaping (TestApp) -> Void) throws -> Bench {
      try bench(
        [.still(minutes: 660), .walk(minutes: 120), .still(minutes: 660)],
        fixed: [
          "motion.coprocessorWatts": 0.001, "motion.sentinelShare": 1, "battery.healthShare": 1,
        ], person: .opens(atMinute: 0, forSeconds: 1), launched
      ).run()
    }
    let quiet = try day { _ in }
    // 1 mW over 86,400 s are 86.4 J of 12.41 Wh × 3600 = 44,676 J: 0.19 %.
    #expect(abs(quiet.joules(.motion) - 86.4) < 1e-6)
    #expect((0.001...0.003).contains(quiet.joules(.motion) / (12.41 * 3600)))
    let asked = try day(listen(Ear()))
    #expect(asked.joules(.motion) == quiet.joules(.motion))
  }

  @Test("A still phone is watched by a sentinel, which draws less than the whole path")
  func sentinel() throws {
    let bench = try bench(
      [.still(minutes: 100), .walk(minutes: 100)],
      fixed: ["motion.coprocessorWatts": 0.001, "motion.sentinelShare": 0.25],
      person: .opens(atMinute: 0, forSeconds: 1)
    ) { _ in }.run()
    // 6000 s at 0.25 mW and 6000 s at 1 mW are 7.5 J.
    #expect(abs(bench.joules(.motion) - 7.5) < 1e-6)
  }

  @Test("What is asked late is what would have been told at once")
  func laziness() throws {
    let pieces: [Piece] = [
      .still(minutes: 7), .walk(minutes: 11), .drive(minutes: 9), .still(minutes: 20),
    ]
    let (live, late) = (Ear(), Ear())
    try bench(pieces) { app in
      self.listen(live)(app)
      self.ask(live, fromMinute: 0, toMinute: 47, atMinute: 46)(app)
    }.run()
    try bench(pieces, ask(late, fromMinute: 0, toMinute: 47, atMinute: 46)).run()
    #expect(late.history.count > 3)
    #expect(live.history == late.history)
  }

  @Test("Steps add up to the walker's, and a phone left lying counts none")
  func steps() throws {
    func steps(_ carried: Carrying) throws -> PedometerData {
      let ear = Ear()
      try bench([.still(minutes: 5), Piece.walk(minutes: 10).carried(carried), .still(minutes: 5)])
      {
        app in
        _ = app.schedule(after: .minutes(18), "ask") {
          app.phone.pedometer.queryPedometerData(from: .minute(0), to: .minute(18)) { result in
            if case .success(let data) = result { ear.steps.append(data) }
          }
        }
      }.run()
      return try #require(ear.steps.first)
    }
    // A walk at 1.4 m/s has about 1.8 to 2 steps a second, 1080 to 1200 in ten minutes, ± 10 %.
    let walked = try steps(.pocket)
    #expect((970...1320).contains(walked.steps))
    #expect(walked.distanceMeters.map { (600...1100).contains($0) } == true)
    #expect(try steps(.left).steps == 0)
  }

  @Test("Live steps count up from the start asked for")
  func liveSteps() throws {
    let ear = Ear()
    try bench([.walk(minutes: 10)]) { app in
      app.phone.pedometer.startUpdates(from: .minute(0)) { [unowned app] data in
        app.receive("steps") { ear.steps.append(data) }
      }
    }.run()
    // At least every half minute while the walk is steady, 20 times in ten minutes; at most every
    // window, 240 times.
    #expect((20...240).contains(ear.steps.count))
    #expect(zip(ear.steps, ear.steps.dropFirst()).allSatisfy { $0.steps < $1.steps })
  }

  @Test("Without permission there is an error, and after the person's yes there are answers")
  func permission() throws {
    let denied = Ear()
    try bench(
      [.still(minutes: 30)], permission: .denied,
      ask(denied, fromMinute: 0, toMinute: 5, atMinute: 10)
    ).run()
    #expect(denied.errors == [.notAuthorized])
    let undeclared = Ear()
    try bench(
      [.still(minutes: 30)], permission: .notDetermined, usage: [],
      ask(undeclared, fromMinute: 0, toMinute: 5, atMinute: 10)
    ).run()
    #expect(undeclared.errors == [.notAuthorized])
  }

  @Test("A recorded signal stands for the made-up one")
  func recorded() throws {
    // Two steps a second, each with the shock of a heel: the signal of a walker, for a phone that
    // rests in its world.
    let samples = (0..<3000).map { index in
      let t = Double(index) / 50
      let swing = 3 * sine(2 * .pi * 2 * t) + 1.5 * sine(2 * .pi * 4 * t + 1)
      return RecordedSignal.Sample(
        seconds: t, acceleration: SIMD3(0.8 * swing / 3, 0.3, 9.81 + swing))
    }
    let ear = Ear()
    let world = World([.still(minutes: 30)])
    let log = CallLog()
    let chance = SeededRandom(seed: 1)
    var manifest = AppManifest.everything
    manifest.usageDescriptions.insert(.motion)
    let phone = SimulatedPhone(
      SimulatedPhone.Configuration(
        world: world, segment: world.segments[0],
        model: PhoneModel(
          device: DeviceProfile.all[0], system: OperatingSystemProfile.all[0], chance: chance),
        app: AppInstallation(manifest: manifest) {
          TestApp(
            phone: $0, log: log,
            script: TestApp.Script(launched: { app, _ in self.listen(ear)(app) }))
        },
        person: .opens(atMinute: 0), accelerometer: RecordedSignal(samples: samples),
        chance: chance))
    try phone.run(until: world.end)
    #expect(ear.activities.contains { $0.activity.walking || $0.activity.running })
  }

  @Test("A phone that remembers another's windows of the same day tells the same of it")
  func rememberedWindows() throws {
    let windows = RememberedWindows()
    func reported(_ remembered: RememberedWindows?) throws -> [MotionActivity] {
      let ear = Ear()
      let like = bench(
        [.still(minutes: 5), .walk(minutes: 20), .drive(minutes: 10)], listen(ear))
      var configuration = SimulatedPhone.Configuration(
        world: like.world, segment: like.world.segments[0], model: like.model,
        app: AppInstallation(manifest: .everything) {
          TestApp(
            phone: $0, log: like.log,
            script: TestApp.Script(launched: { app, _ in self.listen(ear)(app) }))
        },
        person: .opens(atMinute: 0), chance: SeededRandom(seed: 1))
      configuration.rememberedWindows = remembered
      try SimulatedPhone(configuration).run(until: like.world.end)
      return ear.activities.map(\.activity)
    }
    let alone = try reported(nil)
    #expect(alone.contains(where: \.walking) && alone.contains(where: \.automotive))
    #expect(try reported(windows) == alone)
    #expect(windows.count > 20)
    #expect(try reported(windows) == alone)
    let few = RememberedWindows(countMax: 3)
    #expect(try reported(few) == alone && few.count == 3)
    #expect(try reported(few) == alone)
  }

  @Test("Relative altitude follows the way up, and its pressure the standard atmosphere")
  func altitude() throws {
    let ear = Ear()
    try bench([.walk(minutes: 10)]) { app in
      app.phone.altimeter.startRelativeAltitudeUpdates { [unowned app] altitude in
        app.receive("altitude") { ear.altitudes.append(altitude) }
      }
    }.run()
    #expect((595...601).contains(ear.altitudes.count))
    // The pressure at sea level is 101.325 kPa. The path is flat; weather changes the altitude by
    // tenths of a meter.
    #expect(ear.altitudes.allSatisfy { abs($0.pressureKilopascals - 101.325) < 1e-9 })
    #expect(ear.altitudes.allSatisfy { abs($0.meters) < 1 })
  }
}
