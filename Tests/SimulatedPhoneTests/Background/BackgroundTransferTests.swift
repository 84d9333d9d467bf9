import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Background transfers")
struct BackgroundTransferTests {
  private let day = World([.still(minutes: 24 * 60)])
  private let sure = [
    "network.transferFailuresPerSecond": 0, "network.serverSeconds": 0.5,
    "app.memoryKillMeanSeconds": 1e9, "transfer.delayStepSeconds": 100,
  ]
  private let body = [UInt8](repeating: 65, count: 1_000_000)

  /// Reads results at each launch, and uploads when the user opens the app.
  private func uploading(
    isDiscretionary: Bool = false, again: Int = 0, listens: Bool = true
  ) -> TestApp.Script {
    var left = again
    return TestApp.Script(launched: { app, launch in
      func upload() {
        app.phone.backgroundTransfers.upload(
          HTTPRequest(method: "POST", url: "x", body: body), identifier: "batch",
          isDiscretionary: isDiscretionary)
      }
      if listens {
        app.phone.backgroundTransfers.onFinish = { identifier, result in
          switch result {
          case .success(let response): app.receive("\(identifier) \(response.status)")
          case .failure(let error): app.receive("\(identifier) \(error)")
          }
          if left > 0 {
            left -= 1
            upload()
          }
        }
      }
      if launch.reason == .userOpened { upload() }
    })
  }

  @Test("NET-5: a transfer outlives a kill and launches the app when it is done")
  func survivesKill() throws {
    let server = TestServer()
    let bench = Bench(
      World([.walk(minutes: 60)]), fixed: sure, server: server, script: uploading())
    try bench.run(toMinute: 0.02)
    bench.phone.killApp(.memoryPressure)
    try bench.run(toMinute: 10)
    #expect(server.requests.map(\.request.body.count) == [body.count])
    #expect(bench.log.launches == ["launch userOpened", "launch backgroundTransfer"])
    #expect(bench.log.count("events batch") == 1)
    #expect(bench.log.count("batch 200") == 1)
    // 1 MB kept the radio on for at least 1.6 s, wherever the app was (RAD-13).
    #expect(bench.joules(.modem) > 1.6)
    #expect(bench.log.nested.isEmpty)
    // The app completes it after 2 s, and is suspended again.
    #expect(bench.watch.suspensions.count == 1)
  }

  @Test("NET-5: a suspended app is woken, a running one just told")
  func woken() throws {
    let running = try Bench(
      day, fixed: sure, person: .opens(atMinute: 0), server: TestServer(), script: uploading()
    ).run(toMinute: 5)
    #expect(running.log.count("batch 200") == 1)
    #expect(running.log.count("events batch") == 0)
    // There is no network until minute 30.
    let world = World([.still(minutes: 30, network: .none), .still(minutes: 60)])
    let suspended = try Bench(world, fixed: sure, server: TestServer(), script: uploading()).run()
    #expect(suspended.log.count("events batch") == 1)
    #expect(suspended.log.count("batch 200") == 1)
    #expect(try #require(suspended.log.times("batch 200").first) > .minute(30))
    #expect(suspended.log.launches.count == 1)
  }

  @Test("NET-5: the transfers of a session launch the app together, when the last is done")
  func session() throws {
    let world = World([.still(minutes: 30, network: .none), .still(minutes: 60)])
    let server = TestServer()
    let bench = Bench(
      world, fixed: sure, server: server,
      script: uploading(["small": 1000, "large": 1_000_000], inSession: "photos"))
    try bench.run(toMinute: 1)
    bench.phone.killApp(.memoryPressure)
    try bench.run()
    #expect(bench.log.launches == ["launch userOpened", "launch backgroundTransfer"])
    #expect(bench.log.count("events photos") == 1)
    #expect(bench.log.count("small 200") == 1)
    #expect(bench.log.count("large 200") == 1)
    // A megabyte takes a second at 8 Mbit/s; the app gets the small one no earlier.
    #expect(bench.log.times("small 200") == bench.log.times("large 200"))
  }

  @Test("NET-5: a result of a session that is not done comes when the app runs again")
  func heldResult() throws {
    // The large one waits for power and Wi-Fi, which this day does not have.
    let server = TestServer()
    let bench = try Bench(
      World([.still(minutes: 10, network: .none), .walk(minutes: 80)]), fixed: sure,
      person: .opensAndLeaves + .opens(atMinute: 60, forSeconds: 10), server: server,
      script: uploading(
        ["small": 1000, "large": 1_000_000], inSession: "photos", discretionary: "large")
    ).run()
    #expect(server.requests.map(\.request.body.count) == [1000])
    #expect(bench.log.count("events photos") == 0)
    let time = try #require(bench.log.times("small 200").first)
    #expect(time >= .minute(60) && time < .minute(60.2))
  }

  @Test("NET-5: a canceled transfer is not sent and has no result")
  func canceled() throws {
    let server = TestServer()
    let world = World([.still(minutes: 30, network: .none), .still(minutes: 60)])
    let bench = try Bench(
      world, fixed: sure, server: server,
      script: uploading(["small": 1000, "large": 1_000_000], inSession: "photos", cancels: "large")
    ).run()
    #expect(server.requests.map(\.request.body.count) == [1000])
    #expect(bench.log.count("events photos") == 1)
    #expect(bench.log.count("small 200") == 1)
  }

  /// Uploads bodies of the given sizes when the user opens the app first.
  private func uploading(
    _ sizes: KeyValuePairs<String, Int>, inSession session: String, discretionary: String? = nil,
    cancels: String? = nil
  ) -> TestApp.Script {
    TestApp.Script(launched: { app, launch in
      let transfers = app.phone.backgroundTransfers
      transfers.onFinish = { identifier, result in
        if case .success(let response) = result { app.receive("\(identifier) \(response.status)") }
      }
      guard launch.reason == .userOpened else { return }
      for (identifier, size) in sizes {
        transfers.upload(
          HTTPRequest(method: "POST", url: "x", body: [UInt8](repeating: 65, count: size)),
          identifier: identifier, session: session,
          isDiscretionary: identifier == discretionary)
      }
      if let cancels { transfers.cancel(identifier: cancels) }
    })
  }

  @Test("NET-5: force quit cancels transfers, and the app hears of it when it is opened again")
  func forceQuit() throws {
    let world = World([.still(minutes: 30, network: .none), .still(minutes: 60)])
    let server = TestServer()
    let bench = try Bench(
      world, fixed: sure,
      person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1)
        + .opens(atMinute: 60, forSeconds: 1), server: server, script: uploading()
    ).run()
    // The second opening starts another upload.
    #expect(bench.log.count("batch cancelled") == 1)
    #expect(try #require(bench.log.times("batch cancelled").first) >= .minute(60))
    #expect(server.requests.count == 1)
    #expect(try #require(server.requests.first?.at) >= .minute(60))
  }

  @Test("NET-5: what fails is tried again until it succeeds, through outages and reboots")
  func retries() throws {
    let server = TestServer()
    let bench = try Bench(
      day, fixed: sure, person: .opensAndLeaves + .does(.rebootsPhone, atMinute: 20),
      server: server, outages: [ServerOutage(start: morning, end: .minute(60))],
      script: uploading()
    ).run()
    #expect(server.requests.count == 1)
    #expect(try #require(server.requests.first?.at) >= .minute(60))
    #expect(bench.log.count("batch 200") == 1)
  }

  @Test("NET-5: a transfer that a force quit has cancelled wakes no app")
  func cancelled() throws {
    let bench = Bench(
      World([.still(minutes: 60, network: .none)]), fixed: sure,
      person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 20), script: uploading())
    try bench.run(toMinute: 15)
    bench.phone.killApp(.memoryPressure)
    #expect(bench.phone.mayBeWoken)
    try bench.run(toMinute: 30)
    bench.phone.reboot()
    bench.phone.unlock()
    #expect(!bench.phone.mayBeWoken)
  }

  @Test("NET-6: what is started in the background waits the longer the more launches there were")
  func delay() throws {
    let server = TestServer()
    // There is no network at first, so that the app is suspended when the first transfer ends.
    let world = World([.still(minutes: 10, network: .none), .still(minutes: 24 * 60)])
    let bench = try Bench(world, fixed: sure, server: server, script: uploading(again: 4)).run()
    let times = server.requests.map(\.at)
    #expect(times.count == 5)
    // Each end launches the app again, after 100 s, 200 s, 300 s and 400 s plus the transfer's
    // second.
    for (gap, expected) in zip(times.gaps, [100.0, 200, 300, 400]) {
      #expect(abs(gap - expected) < 3)
    }
    #expect(bench.log.count("batch 200") == 5)
  }

  @Test("NET-6: in the foreground nothing waits, and the count begins anew")
  func reset() throws {
    let server = TestServer()
    let world = World([.still(minutes: 10, network: .none), .still(minutes: 24 * 60)])
    try Bench(
      world, fixed: sure.merging(["transfer.delayStepSeconds": 6000], uniquingKeysWith: { $1 }),
      person: .opensAndLeaves + .opens(atMinute: 30, forSeconds: 10), server: server,
      script: uploading(again: 1)
    ).run(toMinute: 60)
    // The second would have waited for 100 min.
    #expect(server.requests.count == 2)
    #expect(try #require(server.requests.last?.at) < .minute(30.1))
  }

  @Test("NET-6: a discretionary transfer waits for power and Wi-Fi, and for Low Power Mode to end")
  func discretionary() throws {
    let charger = Place(name: "home", coordinate: home, hasCharger: true)
    let world = World(
      [
        .still(minutes: 60), .walk(minutes: 60), .still(minutes: 60, network: .cellular, place: 0),
        .still(minutes: 120, place: 0),
      ], places: [charger])
    let server = TestServer()
    try Bench(world, fixed: sure, server: server, script: uploading(isDiscretionary: true)).run()
    let start = try #require(server.requests.first?.at)
    #expect(start >= .minute(180) && start < .minute(182))

    let saving = TestServer()
    // The mode ends at 80 % (BAT-6), which 4.5 W from an almost empty cell reach after 1.5 to 2 h.
    let bench = Bench(
      world, fixed: sure, readings: ["charger": "five-watts"], battery: 0.05, server: saving,
      script: uploading(isDiscretionary: true))
    try bench.run(toMinute: 1)
    bench.phone.isLowPowerModeOn = true
    try bench.run()
    #expect(try #require(saving.requests.first?.at) > .minute(200))
  }
}
