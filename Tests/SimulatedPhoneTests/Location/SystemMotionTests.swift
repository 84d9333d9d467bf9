import MotionSensing
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("What the system takes for rest and movement")
struct SystemMotionTests {
  /// The accelerometer's signal of a phone that lies on a table for an hour.
  private let flat = RecordedSignal(
    samples: (0...90_000).map {
      RecordedSignal.Sample(seconds: Double($0) / 25, acceleration: SIMD3(0, 0, 9.81))
    })

  private func tracking(_ accuracy: DesiredAccuracy, pauses: Bool = true) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in
      app.startTracking(accuracy)
      app.manager.pausesLocationUpdatesAutomatically = pauses
    })
  }

  @Test(
    "MOT-8: with a flat signal of acceleration the system takes a walker to rest, and pauses"
  )
  func flatSignal() throws {
    // At 3 km, fixes from the town's cells have an accuracy of 1,414 m and prove no movement within
    // 2 km of walk. So the session pauses after 10 to 15 min (PAU-2), though the phone moves all
    // the time.
    let walk = World([.walk(minutes: 20, network: .cellular)])
    let bench = try Bench(
      walk, accelerometer: flat, script: tracking(.threeKilometers)
    ).run()
    let pause = try #require(bench.log.times("pause").first)
    #expect((600...915).contains((pause - morning).seconds))
    // With the phone's own signal the walk is noticed.
    #expect(try Bench(walk, script: tracking(.threeKilometers)).run().log.count("pause") == 0)
  }

  @Test("MOT-8: positions that are fast contradict a signal that rests")
  func fastPositions() throws {
    // A smooth train at 12 m/s, with satellite positions.
    let bench = try Bench(
      World([.drive(minutes: 40)]), accelerometer: flat, script: tracking(.best)
    ).run()
    #expect(bench.log.count("pause") == 0)
    #expect(!bench.phone.isLyingStill)
    // After the cold start of at most 15 s there is a fix every second to the end.
    #expect(bench.log.fixes(from: .minute(2)).count >= 2279)
  }

  @Test("MOT-9: a bicycle is cycling with satellites on, and walking without them")
  func bicycles() throws {
    let ride = World([
      .still(minutes: 5),
      Piece(minutes: 25, mode: .cycling, metersPerSecond: 5, sky: .open, network: .cellular),
    ])
    func toldOfCycling(_ accuracy: DesiredAccuracy?, _ reading: String = "as-walking") throws
      -> Bool
    {
      var flags: [MotionActivity] = []
      let script = TestApp.Script(launched: { app, _ in
        if let accuracy { app.startTracking(accuracy) }
        app.phone.motionActivity.startActivityUpdates { [unowned app] activity in
          app.receive("activity") { flags.append(activity) }
        }
      })
      _ = try Bench(
        ride, readings: ["cyclingWithoutSatellites": reading], person: .opens(atMinute: 0),
        script: script
      ).run()
      return flags.contains(where: \.cycling)
    }
    #expect(try toldOfCycling(.best))
    #expect(try !toldOfCycling(.hundredMeters))
    #expect(try !toldOfCycling(nil))
    #expect(try toldOfCycling(nil, "recognized"))
  }

  @Test("A phone whose accelerometer shakes while it lies on a table is taken to move")
  func shakenTable() throws {
    // Two steps a second, as on a treadmill: ±4 m/s² along gravity.
    let shaking = RecordedSignal(
      samples: (0...90_000).map {
        let time = Double($0) / 25
        return RecordedSignal.Sample(
          seconds: time, acceleration: SIMD3(0, 0, 9.81 + 4 * sine(4 * .pi * time)))
      })
    let table = World([.still(minutes: 30, carried: .table)])
    let shaken = try Bench(table, accelerometer: shaking, script: tracking(.best)).run()
    #expect(shaken.log.count("pause") == 0)
    #expect(try Bench(table, script: tracking(.best)).run().log.count("pause") == 1)
  }
}
