import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Processor")
struct ProcessorTests {
  private let drive = World([.drive(minutes: 60)])
  private let followsChanges = TestApp.Script(launched: { app, _ in
    app.manager.startMonitoringSignificantLocationChanges()
  })
  private let fixed = [
    "processor.wakeJoules": 0.55, "app.memoryKillMeanSeconds": 1e9,
    // Leaves out the host's energy for the position itself (POS-7, POS-8).
    "processor.networkFixHostJoules": 0,
  ]

  /// Returns the number of wake-ups from suspension, and their energy beyond that of the
  /// deliveries.
  private func wakes(awakeIdleWatts: Double) throws -> (count: Double, joules: Double) {
    let bench = try Bench(
      drive, fixed: fixed.merging(["processor.awakeIdleWatts": awakeIdleWatts]) { $1 },
      script: followsChanges
    ).run()
    let delivered =
      Double(bench.log.fixes.count) * bench.model.device.processor.hostJoulesPerFixDelivered
    let joules = bench.phone.ledger.joules(.processor, .significantChanges, at: bench.phone.now)
    // All deliveries but the first, which came while the app was still leaving the foreground.
    return (Double(bench.watch.wakeUps.count - 1), joules - delivered)
  }

  @Test("CPU-7: a wake-up from suspension costs 0.2 to 1.5 J, once")
  func wakeUp() throws {
    let (count, joules) = try wakes(awakeIdleWatts: 0)
    #expect(count > 3)
    #expect(abs(joules - count * 0.55) < 1e-9)
    for seed in UInt64(1)...20 {
      let model = Bench(drive, seed: seed, script: nil).model
      #expect((0.2...1.5).contains(model.device.processor.wakeJoules))
    }
  }

  @Test("CPU-2: for the ten seconds of a wake-up's window the processor is awake")
  func window() throws {
    let (count, joules) = try wakes(awakeIdleWatts: 0.1)
    #expect(abs(joules - count * (0.55 + 10 * 0.1)) < 1e-9)
  }

  @Test("CPU-2: a background task keeps the processor awake till it is ended")
  func backgroundTask() throws {
    let script = TestApp.Script(enteredBackground: { app in
      let task = app.phone.application.beginBackgroundTask(named: "tidy") {}
      _ = app.schedule(after: .seconds(20.0), "done") {
        if let task { app.phone.application.endBackgroundTask(task) }
      }
    })
    let bench = try Bench(
      World([.still(minutes: 10)]), fixed: ["processor.awakeIdleWatts": 0.1], script: script
    ).run()
    #expect(
      abs(bench.phone.ledger.joules(.processor, .backgroundTask, at: bench.phone.now) - 2) < 1e-9)
  }

  @Test("Suspended, in the foreground and dead the app keeps no processor awake")
  func asleep() throws {
    let bench = Bench(
      World([.still(minutes: 60)]), fixed: ["app.backgroundGraceSeconds": 5],
      person: .opens(atMinute: 1, forSeconds: 60), script: TestApp.Script())
    try bench.run(toMinute: 1.5)
    #expect(bench.phone.processor.state == .asleep)
    try bench.run(toMinute: 2.05)
    #expect(bench.phone.processor.state == .awake(share: 1, .appInForeground))
    try bench.run(toMinute: 3)
    #expect(bench.phone.processor.state == .asleep)
    #expect(bench.joules(.processor) > 0)
  }

  @Test("A wake-up in a session that keeps the app alive adds no more than its window")
  func wakeWhileAlive() throws {
    let script = TestApp.Script(launched: { app, _ in
      app.manager.startMonitoringSignificantLocationChanges()
      app.startTracking(.hundredMeters)
    })
    let bench = Bench(drive, script: script)
    var shares: Set<Double> = []
    while try bench.phone.step(until: bench.world.end) {
      if case .awake(let share, _) = bench.phone.processor.state, bench.phone.now > .minute(1) {
        shares.insert(share)
      }
    }
    #expect(shares == [1, bench.model.device.processor.awakeShareHundredMeters])
  }

  @Test("EN-1: continuous fixes once a second cost about 295 mW in all, 2.3 % an hour")
  func continuous() throws {
    let script = TestApp.Script(launched: { app, _ in app.startTracking() })
    let fixed = [
      "base.suspendedWatts": 0.030, "processor.awakeIdleWatts": 0.150,
      "processor.awakeShareFine": 1, "gnss.trackingGoodWatts": 0.050,
      "motion.coprocessorWatts": 0, "battery.healthShare": 1,
    ]
    let bench = Bench(
      World([.walk(minutes: 90)]), device: "iphone-14", fixed: fixed, script: script)
    try bench.run(toMinute: 20)
    let before = bench.joules
    try bench.run(toMinute: 80)
    // 35 mW of base, 50 mW of receiver, 150 mW of awake processor, and 60 mJ of work for each fix.
    #expect(abs((bench.joules - before) / 3600 - 0.295) < 1e-4)
    let share = (bench.joules - before) / bench.model.device.battery.capacityJoules
    #expect(abs(share - 0.0233) < 0.0005)
  }
}
