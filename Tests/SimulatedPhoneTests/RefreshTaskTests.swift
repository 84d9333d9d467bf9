import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Refresh tasks")
struct RefreshTaskTests {
  private let day = World([.still(minutes: 24 * 60)])

  /// Submits at launch and, if asked to, again in each run; completes after `seconds`, or not at all.
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
        task.expirationHandler = { app.hear("expired") }
        app.hear("task") { if again { submit() } }
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
    // 0.05 to 0.2 of them.
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
      // A relaunch would submit again, and there is none: nothing else wakes this app.
      let times = bench.log.times("task")
      #expect(times.allSatisfy { $0 >= .minute(180) })
      #expect(times.count <= bench.log.launches.count)
    }
  }

  @Test("BGT-4: 4 to 20 a day for an app in daily use, never within 15 min of each other")
  func rate() throws {
    for seed in UInt64(1)...30 {
      let bench = try Bench(day, seed: seed, script: refreshing(completesAfter: 1)).run()
      let times = bench.log.times("task")
      #expect((3...22).contains(times.count))
      #expect(times.gaps.allSatisfy { $0 >= 900 })
    }
  }

  @Test("BGT-4: an app that is no longer opened is no longer refreshed")
  func disuse() throws {
    let world = World([.still(minutes: 6 * 24 * 60)])
    let bench = try Bench(
      world, fixed: ["refresh.perDay": 20], script: refreshing(completesAfter: 1)
    ).run()
    let times = bench.log.times("task")
    #expect(times.count > 10)
    #expect(try #require(times.last) < .minute(2 * 24 * 60))
  }

  @Test("BGT-5: below 20 % of charge, or with the switch off, there is none")
  func gates() throws {
    let low = try Bench(day, battery: 0.19, script: refreshing(completesAfter: 1)).run()
    #expect(low.log.count("task") == 0)
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

  @Test("BGT-9: after a force quit there is none")
  func forceQuit() throws {
    let bench = try Bench(
      day, person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1),
      script: refreshing(completesAfter: 1)
    ).run()
    #expect(bench.log.count("task") == 0)
  }
}
