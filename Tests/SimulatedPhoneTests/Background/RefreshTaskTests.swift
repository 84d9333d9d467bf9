import EventKernel
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Refresh tasks")
struct RefreshTaskTests {
  private let day = World([.still(minutes: 24 * 60)])

  /// Submits a refresh at launch and, if `again`, in each run. Completes it after `seconds`, or
  /// never if nil.
  private func refreshing(
    completesAfter seconds: Double?, again: Bool = true, earliest: TimeSpan = .zero
  ) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in
      let submit = {
        try? app.phone.backgroundTasks.submit(
          BackgroundTaskRequest(
            identifier: "refresh", kind: .refresh,
            earliestBegin: app.phone.clock.now + earliest))
      }
      _ = app.phone.backgroundTasks.register(identifier: "refresh") { task in
        task.expirationHandler = { app.receive("expired") }
        app.receive("task") { if again { submit() } }
        if let seconds {
          _ = app.schedule(after: .seconds(seconds), "done") {
            task.setTaskCompleted(success: true)
          }
        }
      }
      submit()
    })
  }

  @Test("BGT-1: a refresh has 30 s, now and then only 2 to 5 s")
  func runTime() throws {
    var seconds: [Double] = []
    for seed in UInt64(1)...20 {
      let bench = try Bench(
        day, fixed: ["refresh.perDay": 20], seed: seed, script: refreshing(completesAfter: nil)
      ).run()
      seconds += zip(bench.log.times("task"), bench.log.times("expired")).map {
        ($1 - $0).seconds
      }
    }
    let short = seconds.filter { abs($0 - 30) > 1e-6 }
    #expect(short.allSatisfy { (2...5).contains($0) })
    // The model cuts short a share of 0.05 to 0.2.
    #expect((0.03...0.25).contains(Double(short.count) / Double(seconds.count)))
  }

  @Test("A refresh that is done has its app suspended, a second after its start at the earliest")
  func completion() throws {
    let bench = try Bench(
      day, fixed: ["app.memoryKillMeanSeconds": 1e9], script: refreshing(completesAfter: 4)
    ).run()
    let task = try #require(bench.log.times("task").first)
    let suspension = try #require(bench.watch.suspensions.first { $0 > task })
    #expect((1...4).contains((suspension - task).seconds))
    #expect(bench.log.nested.isEmpty)
  }

  @Test("BGT-2: one refresh and ten processing requests; the same identifier replaces")
  func limits() throws {
    var errors: [BackgroundTaskError?] = []
    let identifiers = (0...11).map { "task \($0)" }
    let script = TestApp.Script(launched: { app, _ in
      func submit(_ identifier: String, _ kind: BackgroundTaskRequest.Kind) {
        do throws(BackgroundTaskError) {
          try app.phone.backgroundTasks.submit(
            BackgroundTaskRequest(identifier: identifier, kind: kind))
          errors.append(nil)
        } catch { errors.append(error) }
      }
      submit(identifiers[0], .refresh)
      submit(identifiers[0], .refresh)
      submit(identifiers[1], .refresh)
      for identifier in identifiers[1...10] { submit(identifier, .processing) }
      submit(identifiers[11], .processing)
      submit("unknown", .refresh)
      #expect(app.phone.backgroundTasks.pendingRequests.count == 11)
    })
    let manifest = AppManifest(
      name: "test", backgroundModes: [.fetch, .processing], permittedTaskIdentifiers: identifiers)
    try Bench(day, manifest: manifest, script: script).run(toMinute: 1)
    let expected: [BackgroundTaskError?] =
      [nil, nil, .tooManyPendingTaskRequests] + Array(repeating: nil, count: 10)
      + [.tooManyPendingTaskRequests, .notPermitted]
    #expect(errors == expected)
  }

  @Test("BGT-3: one request gives one launch, never before its earliest time")
  func lowerBound() throws {
    for seed in UInt64(1)...10 {
      let bench = try Bench(
        day, fixed: ["refresh.perDay": 20], seed: seed,
        script: refreshing(completesAfter: 1, again: false, earliest: .hours(3))
      ).run()
      // No relaunch can submit again: nothing else wakes this app.
      let times = bench.log.times("task")
      #expect(times.allSatisfy { $0 >= .minute(180) })
      #expect(times.count <= bench.log.launches.count)
    }
  }

  @Test("BGT-4: 4 to 20 a day for an app in daily use, never within 15 min of each other")
  func rate() throws {
    for seed in UInt64(1)...30 {
      let bench = try Bench(
        day, fixed: ["refresh.rank": 1], seed: seed, script: refreshing(completesAfter: 1)
      ).run()
      let times = bench.log.times("task")
      #expect((3...22).contains(times.count))
      #expect(times.gaps.allSatisfy { $0 >= 900 })
    }
  }

  @Test(
    "BGT-10: on 5 to 15 % of phones no refresh ever runs, on iOS 26 on 15 to 25 %",
    arguments: [("ios-18", 0.05...0.15), ("ios-26", 0.15...0.25)])
  func neverRuns(system: String, shares: ClosedRange<Double>) throws {
    let never = (UInt64(1)...2000).filter { seed in
      Bench(day, system: system, seed: seed, script: nil).model.system.tasks.neverRefreshes
    }
    // Each of the 2,000 phones draws a share of its own. The mean is the middle of the range,
    // within four standard errors of at most 0.009 each.
    let middle = (shares.lowerBound + shares.upperBound) / 2
    #expect(abs(Double(never.count) / 2000 - middle) < 0.036)
    let bench = try Bench(
      day, system: system, fixed: ["refresh.rank": 0], script: refreshing(completesAfter: 1)
    ).run()
    #expect(bench.log.count("task") == 0)
  }

  @Test("BGT-4: twice a day at most for an app last opened days ago, and after a week none")
  func disuse() throws {
    let world = World([.still(minutes: 12 * 24 * 60)])
    let bench = try Bench(
      world, fixed: ["refresh.perDay": 20, "refresh.perDayInWeeklyUse": 2],
      script: refreshing(completesAfter: 1)
    ).run()
    let days = bench.log.times("task").map { ($0 - morning).seconds / 86_400 }
    // Two days of daily use: 20 a day, less the part that the rate limit takes.
    #expect((25...42).contains(days.filter { $0 < 2 }.count))
    // Then 2 on each day up to the seventh. The world's days begin at 08:00.
    #expect((8...11).contains(days.filter { $0 >= 2 }.count))
    #expect(days.allSatisfy { $0 < 7 })
  }

  @Test("BGT-3: refreshes crowd into the hour before the person usually opens the app")
  func clustering() throws {
    let world = World([.still(minutes: 3 * 24 * 60)])
    let person = [0, 10, 24, 34, 48, 58].flatMap {
      [PersonAction].opens(atMinute: Double($0) * 60, forSeconds: 10)
    }
    var before = 0
    var all = 0
    for seed in UInt64(1)...10 {
      let bench = try Bench(
        world, fixed: ["refresh.perDay": 16], seed: seed, person: person,
        script: refreshing(completesAfter: 1)
      ).run()
      // After the second midnight (16 h after the start), the phone has recorded uses at 08:00 and
      // 18:00.
      let hours = bench.log.times("task").map { ($0 - morning).seconds / 3600 }.filter { $0 > 16 }
      all += hours.count
      before += hours.filter { [23.0, 9].contains(($0.rounded(.down)).remainder24) }.count
    }
    // 4 half hours weigh 5 each, 32 weigh 1 and 12 weigh 0.3. So these get 20 of 55.6, or 36 %,
    // less what the rate limit takes. An even spread would give them 8 %.
    #expect((0.22...0.42).contains(Double(before) / Double(all)))
  }

  @Test("BGT-3: occasions are the phone's, whichever app asks and when")
  func exogenous() throws {
    func times(askingAfterHours hours: Double) throws -> [Instant] {
      let script = TestApp.Script(launched: { app, _ in
        let submit = {
          try? app.phone.backgroundTasks.submit(
            BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
        }
        _ = app.phone.backgroundTasks.register(identifier: "refresh") { task in
          app.receive("task") { submit() }
          task.setTaskCompleted(success: true)
        }
        _ = app.schedule(after: .seconds(hours * 3600), "asks") { submit() }
      })
      return try Bench(
        day, fixed: ["refresh.perDay": 6, "app.memoryKillMeanSeconds": 1e9],
        person: .opens(atMinute: 0, forSeconds: hours * 3600 + 1), script: script
      ).run().log.times("task")
    }
    let early = try times(askingAfterHours: 0)
    let late = try times(askingAfterHours: 5)
    #expect(late.count > 2)
    #expect(early.filter { $0 > .minute(300) } == late)
  }

  @Test("BGT-3: few refreshes at night, by the clocks of where the person is")
  func nights() throws {
    let far = try #require(LocalCalendar(identifier: "Asia/Tokyo"))
    let clocks = TravelCalendar(
      .utc, changes: [TravelCalendar.Change(at: .minute(60), calendar: far)])
    let bench = Bench(day, fixed: ["refresh.perDay": 20], script: refreshing(completesAfter: 1))
    try bench.run(toMinute: 1)
    var hours: [Int] = []
    for seed in UInt64(1)...20 {
      var occasions = RefreshOpportunities(
        chance: SeededRandom(seed: seed), traits: SeededRandom(seed: seed), clocks: clocks,
        parameters: bench.model.system.tasks)
      // From the second day in the new zone on. Daily use lasts for 48 h.
      var time = Instant.minute(24 * 60)
      while let next = occasions.next(after: time, usage: bench.phone.usage),
        next.time < .minute(47 * 60)
      {
        hours.append(far.fields(of: next.time).time.hour)
        time = next.time
      }
    }
    // 12 half hours weigh 0.3 each, 30 weigh 1, and an hour or more weighs 5: 3.6 of 43.6 to 63.6.
    let share = Double(hours.filter { $0 < 6 }.count) / Double(hours.count)
    #expect(hours.count > 200)
    #expect(share < 0.12)
  }

  @Test("A day's occasions are the same however often and in which order they are asked for")
  func askedAgain() throws {
    let bench = Bench(
      World([.still(minutes: 4 * 24 * 60)]), fixed: ["refresh.perDay": 20],
      person: [1.0, 900, 2000, 3500].flatMap { [PersonAction].opens(atMinute: $0, forSeconds: 1) },
      script: TestApp.Script(launched: { _, _ in }))
    let fresh = RefreshOpportunities(
      chance: SeededRandom(seed: 1), traits: SeededRandom(seed: 1), clocks: bench.world.clocks,
      parameters: bench.model.system.tasks)
    var asked = fresh
    for minute in stride(from: 10.0, to: 5700, by: 250) {
      try bench.run(toMinute: minute)
      // Also asks for later days, before the user has opened the app on them.
      for days in [0.0, 2, 1] {
        var once = fresh
        let instant = Instant.minute(minute + days * 24 * 60)
        let usage = try #require(bench.phone.usage)
        #expect(
          asked.next(after: instant, usage: usage) == once.next(after: instant, usage: usage))
      }
    }
  }

  @Test("BGT-5: each of the seven gates alone keeps refreshes back")
  func gates() throws {
    func count(_ shut: (Bench) -> Void, battery: Double = 1, days: Double = 1) throws -> Int {
      let bench = Bench(
        day, fixed: ["refresh.perDay": 20, "app.memoryKillMeanSeconds": 1e9], battery: battery,
        script: refreshing(completesAfter: 1))
      try bench.run(toMinute: 1)
      shut(bench)
      return try bench.run().log.count("task")
    }
    #expect(try count { _ in } > 10)
    #expect(try count({ _ in }, battery: 0.19) == 0)
    #expect(try count { $0.phone.isLowPowerModeOn = true } == 0)
    #expect(try count { $0.phone.permissions.isBackgroundRefreshOn = false } == 0)
    #expect(try count { $0.phone.app?.isForceQuit = true } == 0)
    #expect(try count { $0.phone.app?.lastOpened = nil } == 0)
    #expect(try count { $0.phone.tasks.budget.spend(gnssSeconds: 1e9, at: .minute(1)) } == 0)
    // BGT-4 tests the other two gates, the rate limit and use.
  }

  @Test("BGT-5: the chance of a launch is the product of the gates")
  func product() throws {
    let bench = try Bench(
      day, fixed: ["refresh.gnssSecondsHalvingLaunches": 100], script: refreshing(completesAfter: 1)
    ).run(toMinute: 1)
    let tasks = try #require(bench.phone.tasks)
    #expect(tasks.closedGate(among: BackgroundGate.allCases, mark: 0.999) == nil)
    // 100 s of satellite positioning halve the launches.
    tasks.budget.spend(gnssSeconds: 100, at: .minute(1))
    #expect(tasks.closedGate(among: BackgroundGate.allCases, mark: 0.51) == .budget)
    #expect(tasks.closedGate(among: BackgroundGate.allCases, mark: 0.49) == nil)
    bench.phone.isLowPowerModeOn = true
    #expect(tasks.closedGate(among: BackgroundGate.allCases, mark: 0) == .lowPowerMode)
  }

  @Test("BGT-5: with the switch off a request is refused as unavailable")
  func refusal() throws {
    var refused: BackgroundTaskError?
    let script = TestApp.Script(launched: { app, _ in
      do throws(BackgroundTaskError) {
        try app.phone.backgroundTasks.submit(
          BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
      } catch { refused = error }
    })
    try Bench(
      day, permissions: AppPermissions(isBackgroundRefreshOn: false), script: script
    ).run(toMinute: 1)
    #expect(refused == .unavailable)
  }

  @Test("BGT-6: satellites used in background launches cost later launches")
  func budget() throws {
    func count(positioning: Bool) throws -> Int {
      let script = TestApp.Script(launched: { app, _ in
        let submit = {
          try? app.phone.backgroundTasks.submit(
            BackgroundTaskRequest(identifier: "refresh", kind: .refresh))
        }
        _ = app.phone.backgroundTasks.register(identifier: "refresh") { task in
          app.receive("task") { submit() }
          if positioning {
            app.manager.desiredAccuracy = .best
            app.manager.startUpdatingLocation()
          }
          task.expirationHandler = { app.manager.stopUpdatingLocation() }
        }
        submit()
      })
      return try (UInt64(1)...10).reduce(0) { sum, seed in
        try sum
          + Bench(
            World([.still(minutes: 24 * 60, sky: .open)]),
            fixed: [
              "refresh.perDay": 16, "refresh.gnssSecondsHalvingLaunches": 60,
              "refresh.cutShortProbability": 0, "standard.startBurstSeconds": 60,
            ], seed: seed, script: script
          ).run().log.count("task")
      }
    }
    let without = try count(positioning: false)
    let with = try count(positioning: true)
    // After n launches of 30 s in a day, a share of 60 / (60 + 30 n) of the occasions is left. Of
    // 16 occasions, about 7 are used by the end of the day.
    #expect(Double(with) < 0.65 * Double(without))
    #expect(Double(with) > 0.25 * Double(without))
  }

  @Test("BGT-6: what a launch has used is forgotten over a day")
  func budgetRecovers() {
    var budget = LaunchBudget(secondsHalving: 100)
    #expect(budget.launchShare(at: morning) == 1)
    budget.spend(gnssSeconds: 100, at: morning)
    #expect(abs(budget.launchShare(at: morning) - 0.5) < 1e-12)
    // After a day 100 s / e count: 1 / (1 + 0.368).
    #expect(abs(budget.launchShare(at: morning + .days(1)) - 0.731) < 0.001)
  }

  @Test("BGT-9: after a force quit there is none")
  func forceQuit() throws {
    let bench = try Bench(
      day, person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1),
      script: refreshing(completesAfter: 1)
    ).run()
    #expect(bench.log.count("task") == 0)
  }
}

extension Double {
  /// The hour of the day, as hours after 08:00.
  fileprivate var remainder24: Double { truncatingRemainder(dividingBy: 24) }
}
