import EventKernel
import Geodesy
import ModelParameters
import PhoneAPI
import PhoneProfiles
import Testing
import Timekeeping

@testable import SimulatedPhone
@testable import World

@Suite("How good positions are")
struct PositionAccuracyTests {
  private func tracking(
    _ accuracy: DesiredAccuracy = .best, filterMeters: Double? = nil
  ) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in
      app.startTracking(accuracy, filterMeters: filterMeters)
    })
  }

  /// Returns the accuracies of many phones' fixes after the first two minutes.
  private func accuracies(
    _ accuracy: DesiredAccuracy, in piece: Piece, phones: UInt64 = 20,
    fixed: [String: Double] = [:], readings: [String: String] = [:]
  ) throws -> [Double] {
    try (1...phones).flatMap { seed in
      let bench = try Bench(
        World([piece]), fixed: fixed, readings: readings, seed: seed, script: tracking(accuracy)
      ).run()
      return bench.log.fixes(from: .minute(2)).map(\.fix.horizontalAccuracyMeters)
    }
  }

  @Test(
    "A place's Wi-Fi is known to the location service, or not, as the scenario says",
    arguments: [true, false])
  func knownWiFi(isKnown: Bool) {
    var place = Place(name: "ward", coordinate: Coordinate(latitude: 45.5, longitude: -122.6))
    place.isWifiKnown = isKnown
    let span = World([.still(minutes: 60, place: 0)]).phone.spans[0]
    let methods = (0..<200).map { seed in
      let chance = SeededRandom(seed: UInt64(seed))
      var draw = ParameterDraw(chance: chance)
      return NetworkPositioning(
        parameters: NetworkPositioningParameters(profile: DeviceProfile.all[0], draw: &draw),
        places: [place],
        chance: chance
      ).method(span: span, at: place.coordinate)
    }
    #expect(methods.allSatisfy { $0 == (isKnown ? .wifi : .cell) })
  }

  @Test("Where there is no sky, as in a tunnel, positions are those of cells")
  func tunnel() {
    let span = World([.still(minutes: 60, sky: .none, network: .cellular)]).phone.spans[0]
    let coordinate = Coordinate(latitude: 45.5, longitude: -122.6)
    for seed in 0..<50 {
      let chance = SeededRandom(seed: UInt64(seed))
      var draw = ParameterDraw(chance: chance)
      let method = NetworkPositioning(
        parameters: NetworkPositioningParameters(profile: DeviceProfile.all[0], draw: &draw),
        places: [], chance: chance
      ).method(span: span, at: coordinate)
      #expect(method == .cell)
    }
  }

  @Test("STD-5: a 3 km request gets about 100 m in towns, and 65 to 1,500 m as a rule")
  func betterThanAsked() throws {
    let town = try accuracies(.threeKilometers, in: .drive(minutes: 120, sky: .urban))
    #expect((35...165).contains(town.quantile(0.5)))
    #expect(town.quantile(0.85) <= 165)
    let country = try accuracies(
      .threeKilometers, in: .drive(minutes: 120, sky: .open, network: .poorCellular))
    #expect(country.quantile(0.5) >= 1000)
    #expect(country.allSatisfy { $0 <= 3000 })
  }

  @Test("STD-9: in the open the phone reports 3 to 10 m, 5 m in the median")
  func open() throws {
    let values = try accuracies(.best, in: .drive(minutes: 60))
    #expect(values.allSatisfy { (3...10).contains($0) })
    #expect(values.quantile(0.5) == 5)
  }

  @Test("STD-10: among buildings the true error is 7 to 13 m in the mean, its tail within 50 m")
  func urban() throws {
    var means: [Double] = []
    for seed in UInt64(1)...40 {
      let world = World([.drive(minutes: 120, sky: .urban)])
      let bench = try Bench(world, seed: seed, script: tracking()).run()
      let errors = bench.log.fixes(from: .minute(2)).map {
        world.truth(at: $0.at).distanceMeters(to: $0.fix.coordinate)
      }
      means.append(errors.mean)
      let reported = bench.log.fixes(from: .minute(2)).map(\.fix.horizontalAccuracyMeters)
      #expect(reported.allSatisfy { $0 <= 50 })
    }
    // The median radius is 8 to 13 m. Its mean is 1.13 times that, exp(σ²/2), and the Rayleigh mean
    // of the error is 0.83 of it.
    #expect(means.allSatisfy { (6.5...13.5).contains($0) })
    #expect((7...13).contains(means.mean))
  }

  @Test("STD-11: Wi-Fi positions report 35 to 165 m, 65 m mostly")
  func wifi() throws {
    let values = try accuracies(
      .hundredMeters, in: .drive(minutes: 60, sky: .urban)
    ).filter { $0 < 1000 }
    #expect(Set(values) == [35, 65, 165])
    let share = Double(values.count { $0 == 65 }) / Double(values.count)
    #expect((0.6...0.75).contains(share))
  }

  @Test("STD-11: at home on its own Wi-Fi every phone has Wi-Fi positions, of 35 or 65 m")
  func ownWiFi() throws {
    // Elsewhere in town 2 % of the 400 phones would receive no Wi-Fi at all, and 15 % would report
    // 165 m.
    var values: Set<Double> = []
    for seed in UInt64(1)...400 {
      let bench = try Bench(
        World([.still(minutes: 5)]), seed: seed, script: tracking(.hundredMeters)
      ).run()
      values.formUnion(bench.log.fixes(from: .minute(2)).map(\.fix.horizontalAccuracyMeters))
    }
    #expect(values == [35, 65])
  }

  @Test("STD-12: a cell gives 500 to 3,000 m")
  func cell() throws {
    let values = try accuracies(
      .kilometer, in: .drive(minutes: 300, sky: .open, network: .poorCellular)
    ).filter { $0 > 165 }
    #expect(values.allSatisfy { (500...3000).contains($0) })
    #expect(values.count > 200)
  }

  @Test(
    "STD-12: without data an area of 10 to 50 km is all that is known, and the truth mostly in it")
  func areaCode() throws {
    var within = 0
    for seed in UInt64(1)...200 {
      let world = World([.still(minutes: 10, sky: .indoors, network: .none)])
      let bench = try Bench(world, seed: seed, script: tracking()).run()
      let first = try #require(bench.log.fixes.first)
      #expect((10_000...50_000).contains(first.fix.horizontalAccuracyMeters))
      #expect(bench.log.fixes.count == 1)
      let error = world.truth(at: first.at).distanceMeters(to: first.fix.coordinate)
      if error <= first.fix.horizontalAccuracyMeters { within += 1 }
    }
    // 68 % of 200, with a standard error of 7.
    #expect((115...157).contains(within))
    // Below ground there is no signal. The phone keeps the position of some minutes ago.
    let tunnel = World([
      .drive(minutes: 5), .drive(minutes: 10, sky: SkyView.none, network: NetworkAvailability.none),
    ])
    let bench = try Bench(tunnel, script: tracking()).run()
    #expect(bench.log.fixes.allSatisfy { $0.fix.horizontalAccuracyMeters < 5000 })
  }

  @Test("STD-13: a cell's fix says 1,414 m mostly, and neither altitude, speed nor course")
  func tellTale() throws {
    let bench = try Bench(
      World([.drive(minutes: 600, sky: .open, network: .poorCellular)]),
      script: tracking(.threeKilometers)
    ).run()
    let cells = bench.log.fixes.filter { $0.fix.horizontalAccuracyMeters > 165 }
    let share =
      Double(cells.count { $0.fix.horizontalAccuracyMeters == 1414 }) / Double(cells.count)
    // A share of 0.6 of the cells reports 1,414 m.
    #expect((0.4...0.8).contains(share))
    #expect(
      cells.allSatisfy {
        $0.fix.verticalAccuracyMeters == -1 && $0.fix.speedMetersPerSecond == -1
          && $0.fix.courseDegrees == -1
      })
  }

  @Test(
    "STD-17: 100 m gives a fix in 5 to 8 s on the move, best with a 30 m filter steps of 30 to 65 m"
  )
  func cadence() throws {
    let world = World([.drive(minutes: 30, sky: .urban)])
    for seed in UInt64(1)...10 {
      let coarse = try Bench(
        world, seed: seed, script: tracking(.hundredMeters, filterMeters: 1)
      ).run()
      #expect((5...8).contains(coarse.log.fixes(from: .minute(1)).map(\.at).gaps.quantile(0.5)))
      let fine = try Bench(world, seed: seed, script: tracking(.best, filterMeters: 30)).run()
      let places = fine.log.fixes(from: .minute(2)).map(\.fix.coordinate)
      let steps = zip(places, places.dropFirst()).map { $0.distanceMeters(to: $1) }
      #expect(steps.allSatisfy { (29.9...65).contains($0) })
      // At 12 m/s the filter of 30 m is passed in the third second, at 36 m.
      #expect((33...40).contains(steps.quantile(0.5)))
    }
  }

  @Test("STD-18: the account of few values says 10 m in 60 to 81 % of the best fixes")
  func fewValues() throws {
    let readings = ["reportedAccuracy": "few-values"]
    let open = try accuracies(.best, in: .drive(minutes: 60), readings: readings)
    let urban = try accuracies(.best, in: .drive(minutes: 60, sky: .urban), readings: readings)
    let all = open + urban
    #expect(Set(all).isSubset(of: [5, 10, 30, 50, 65, 200]))
    let share = Double(all.count { $0 == 10 }) / Double(all.count)
    #expect((0.6...0.81).contains(share))
  }

  @Test(
    "STD-18: at 100 m 65 m comes in two fixes of three, and cells' whole kilometers in the rest")
  func fewValuesAtHundredMeters() throws {
    // Half of the fixes are in town, half on open roads, where Wi-Fi is received at every second
    // place.
    let values =
      try accuracies(.hundredMeters, in: .drive(minutes: 60, sky: .urban))
      + accuracies(.hundredMeters, in: .drive(minutes: 20, sky: .open))
    let cells = Double(values.count { $0 >= 1000 }) / Double(values.count)
    #expect((0.1...0.34).contains(cells))
    let wifi = values.filter { $0 < 1000 }
    #expect(abs(Double(wifi.count { $0 == 65 }) / Double(wifi.count) - 0.67) < 0.07)
  }

  @Test(
    "STD-21: some Wi-Fi positions are confident and wrong by kilometers, more of them on trains")
  func strays() throws {
    func share(_ mode: MotionMode, share: Double) throws -> Double {
      var wrong = 0
      var all = 0
      for seed in UInt64(1)...30 {
        let world = World([
          Piece(
            minutes: 120, mode: mode, metersPerSecond: 20, sky: .urban, network: .cellular)
        ])
        let bench = try Bench(
          world, fixed: ["wifi.strayShare": share], seed: seed, script: tracking(.hundredMeters)
        ).run()
        for delivery in bench.log.fixes where delivery.fix.horizontalAccuracyMeters < 1000 {
          all += 1
          let error = world.truth(at: delivery.at).distanceMeters(to: delivery.fix.coordinate)
          if error > 1000 { wrong += 1 }
        }
      }
      return Double(wrong) / Double(all)
    }
    let road = try share(.automotive, share: 0.01)
    // A share of 0.95 of the log-normal distances, whose median is 5 km, exceeds 1 km. Squares of
    // 100 m are crossed one after another.
    #expect((0.005...0.014).contains(road))
    #expect(try share(.automotive, share: 0) == 0)
    // On a train a wrong position lasts for ten minutes. 5 to 20 % of these periods have one.
    #expect((0.05...0.2).contains(try share(.train, share: 0.01)))
  }

  // MARK: Updates while suspended

  private func resumed(_ reading: String?) throws -> [Delivery] {
    // The phone gets another service's fixes while the app is suspended. The user opens the app
    // again at minute 20.
    let script = TestApp.Script(launched: { app, _ in app.manager.startUpdatingLocation() })
    let bench = Bench(
      World([.walk(minutes: 30)]), fixed: ["standard.missedFixCountMax": 3],
      readings: reading.map { ["suspendedUpdates": $0] } ?? [:],
      person: .opensAndLeaves + .opens(atMinute: 20), script: script)
    for minute in 2...19 {
      try bench.run(toMinute: Double(minute))
      let truth = bench.world.truth(at: bench.phone.now)
      bench.phone.location.remember(
        Location(coordinate: truth, horizontalAccuracyMeters: 65, timestamp: bench.phone.now))
    }
    try bench.run()
    return bench.log.fixes(from: .minute(20), to: .second(1200.5))
  }

  @Test("STD-16: of what a suspended app missed it gets the newest few, by judgement")
  func newestFew() throws {
    let fixes = try resumed(nil)
    #expect(fixes.map(\.fix.timestamp) == [.minute(17), .minute(18), .minute(19)])
  }

  @Test("STD-16: by Apple's account it gets all of it, by a tracker's author's nothing")
  func queuedOrLost() throws {
    let queued = try resumed("queued")
    #expect(queued.map(\.fix.timestamp) == (2...19).map { .minute(Double($0)) })
    #expect(try resumed("lost").isEmpty)
  }
}
