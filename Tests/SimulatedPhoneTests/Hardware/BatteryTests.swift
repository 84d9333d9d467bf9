import EventKernel
import Testing
import Timekeeping
import World

@testable import PhoneProfiles
@testable import SimulatedPhone

private func parameters(
  _ device: String = "iphone-14", fixed: [String: Double] = [:], readings: [String: String] = [:],
  seed: UInt64 = 1
) -> BatteryParameters {
  PhoneModel(
    device: DeviceProfile.named(device)!, system: OperatingSystemProfile.all[0],
    chance: SeededRandom(seed: seed), fixed: fixed, chosen: readings
  ).device.battery
}

@Suite("Battery")
struct BatteryTests {
  private func charging(
    _ parameters: BatteryParameters, load: Double = 0, from gauge: Double = 0
  ) -> Battery {
    var battery = Battery(parameters, gauge: gauge, at: morning)
    battery.changeLoad(by: load, at: morning)
    battery.setPluggedIn(true, at: morning)
    return battery
  }

  @Test("BAT-5: the curve's last phase holds up to the full cell, and a corner begins its phase")
  func phases() {
    let curve = ChargeCurve(corners: [
      ChargeCurve.Corner(joules: 0, watts: 15), ChargeCurve.Corner(joules: 50, watts: 15),
      ChargeCurve.Corner(joules: 80, watts: 6), ChargeCurve.Corner(joules: 100, watts: 1),
    ])
    // Watts a joule: from 15 W to 6 W over 30 J, then from 6 W to 1 W over 20 J.
    let (falling, last) = (-0.3, -0.25)
    #expect(curve.phase(at: 49) == (15, 0, 50))
    #expect(curve.phase(at: 50) == (15, falling, 80))
    #expect(curve.phase(at: 80) == (6, last, 100))
    #expect(curve.phase(at: 100) == (1, last, 100))
  }

  @Test("BAT-1, BAT-3: each phone has its own cell")
  func cells() {
    let wattHours = [
      "iphone-13": 12.41, "iphone-14": 12.68, "iphone-se": 7.82, "iphone-6": 6.91,
      "iphone-15": 12.98, "iphone-15-plus": 16.95, "iphone-15-pro": 12.70,
      "iphone-15-pro-max": 17.10, "nokia-n95": 3.515, "nokia-n95-8gb": 4.44,
    ]
    for (device, expected) in wattHours.sorted(by: { $0.key < $1.key }) {
      let new = parameters(device, fixed: ["battery.healthShare": 1])
      #expect(abs(new.capacityJoules - expected * 3600) < 1e-6)
    }
  }

  @Test("BAT-10: cells have 80 to 100 % of their design left, the same all the phone's days")
  func health() {
    let shares = (UInt64(1)...40).map { parameters(seed: $0).capacityJoules / (12.68 * 3600) }
    #expect(shares.allSatisfy { (0.8...1).contains($0) })
    #expect(shares.quantile(0.9) - shares.quantile(0.1) > 0.1)
  }

  @Test(
    "BAT-5: half full in 24 to 30 min, 80 % in about 47, full in about 97",
    arguments: ["iphone-13", "iphone-14", "iphone-se"])
  func chargeTimes(device: String) {
    var battery = charging(parameters(device, fixed: ["battery.healthShare": 1]))
    var minutes: [Double: Double] = [:]
    for minute in 1...120 {
      battery.advance(to: .minute(Double(minute)))
      for level in [0.5, 0.8, 1] where battery.level >= level && minutes[level] == nil {
        minutes[level] = Double(minute)
      }
    }
    #expect((24...30).contains(minutes[0.5] ?? 0))
    // ∫ dE/P from 15 to 7 W over 30 % of 45.6 kJ is 13,694 J ÷ 8 W × ln(15/7) = 21.7 min. They
    // follow the first 25.4 min.
    #expect(minutes[0.8] == 48)
    #expect((96...98).contains(minutes[1] ?? 0))
  }

  @Test("BAT-5: a 5 W adapter gives 4.5 W to 90 %")
  func fiveWatts() {
    let slow = parameters(fixed: ["battery.healthShare": 1], readings: ["charger": "five-watts"])
    var battery = charging(slow)
    battery.advance(to: .minute(60))
    #expect(abs(battery.level * slow.capacityJoules - 4.5 * 3600) < 1e-6)
    battery.advance(to: .minute(150))
    #expect(abs(battery.level * slow.capacityJoules - 4.5 * 9000) < 1e-6)
    #expect(battery.level < 0.9)
  }

  @Test("A charger carries the phone's load first; a load beyond it empties the cell all the same")
  func loadOnCharger() {
    let slow = parameters(fixed: ["battery.healthShare": 1], readings: ["charger": "five-watts"])
    var used = charging(slow, load: 1.1, from: 0.5)
    let before = used.level
    used.advance(to: .minute(10))
    // 5 W, less 1.1 W that the phone uses.
    #expect(abs((used.level - before) * slow.capacityJoules - 3.9 * 600) < 1e-6)
    var overloaded = charging(slow, load: 7, from: 0.5)
    overloaded.advance(to: .minute(10))
    #expect(abs((overloaded.level - before) * slow.capacityJoules + 2 * 600) < 1e-6)
    #expect(overloaded.time(toGauge: 0) != nil)
    #expect(used.time(toGauge: 0) == nil)
  }

  @Test("Charging is exact: any cutting of the time gives the same, and so does a fine integration")
  func exactness() {
    for seed in UInt64(1)...30 {
      let chance = SeededRandom(seed: seed)
      let kind = seed % 3 == 0 ? "five-watts" : "fast"
      let parameters = parameters(readings: ["charger": kind], seed: seed)
      let load = chance.stream("load").uniform(in: 0...25)
      let gauge = chance.stream("gauge").uniform(in: 0.3...0.99)
      var whole = charging(parameters, load: load, from: gauge)
      var cut = whole
      var joules = whole.level * parameters.capacityJoules
      whole.advance(to: .minute(20))
      for index in 1...399 {
        let spread = chance.stream("cut").uniform(in: -1...1, at: Int64(index))
        cut.advance(to: .second(Double(index) * 3 + spread))
      }
      cut.advance(to: .minute(20))
      #expect(abs(whole.level - cut.level) < 1e-11)
      for _ in 0..<120_000 {
        let taken = min(parameters.curve.phase(at: joules).watts, parameters.adapterWatts - load)
        joules = min(parameters.capacityJoules, joules + taken * 0.01)
      }
      #expect(abs(whole.level - max(0, joules) / parameters.capacityJoules) < 1e-5)
      #expect(abs(whole.drawnJoules - load * 1200) < 1e-6)
    }
  }

  /// Starts where the two powers meet. Rounding decides which is smaller, and must not stop
  /// charging.
  @Test(
    "Where the cell comes to take less than the charger has left, charging goes on until it is full",
    arguments: [("five-watts", 0.503), ("fast", 5.003)])
  func meeting(charger: String, leastWatts: Double) {
    for step in 0..<300 {
      let parameters = parameters(readings: ["charger": charger], seed: UInt64(step))
      var battery = charging(parameters, load: leastWatts + 0.01 * Double(step), from: 0.5)
      battery.advance(to: .minute(1500))
      #expect(battery.isFull)
    }
  }

  @Test("BAT-11: the gauge shows 100 % until 3 to 5.4 % is used, and then goes in steps of 1 %")
  func gauge() {
    for seed in UInt64(1)...20 {
      var battery = Battery(parameters(seed: seed), gauge: 1, at: morning)
      battery.changeLoad(by: battery.capacityJoules / 10_000, at: morning)
      var shown = [100]
      for second in 1...10_000 {
        battery.advance(to: .second(Double(second)))
        let percent = battery.gaugePercent
        if percent != shown[shown.count - 1] {
          if percent == 99 { #expect((299...542).contains(second)) }
          shown.append(percent)
        }
      }
      battery.advance(to: .second(10_001))
      #expect(shown == Array((1...100).reversed()) || shown == Array((0...100).reversed()))
      #expect(battery.gaugePercent == 0)
    }
  }

  @Test(
    "The gauge starts with what the scenario says, and shows 0 only when empty", arguments: 0...100)
  func gaugeAtStart(percent: Int) {
    let battery = Battery(parameters(), gauge: Double(percent) / 100, at: morning)
    #expect(battery.gaugePercent == percent)
    #expect(battery.gaugeLevel == Double(percent) / 100)
    #expect(Battery(parameters(), gauge: 0.0001, at: morning).gaugePercent == 1)
  }

  @Test(
    "BAT-10: an empty phone is off, its process dead and nothing drawn; charged, it starts and is carried on"
  )
  func shutOffAndRestart() throws {
    let places = [Place(name: "home", coordinate: home, hasCharger: true)]
    let world = World(
      [
        .drive(minutes: 600), .still(minutes: 60), .drive(minutes: 10),
        .still(minutes: 120, network: .cellular, place: 0), .drive(minutes: 120),
      ], places: places)
    let script = TestApp.Script(launched: { app, _ in
      app.startTracking()
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = Bench(world, battery: 0.03, script: script)
    try bench.run(toMinute: 660)
    let off = try #require(bench.phone.firstShutOff)
    #expect(!bench.phone.isOn)
    #expect(bench.phone.battery.loadWatts == 0)
    #expect(bench.phone.battery.level == 0)
    #expect(bench.watch.status(at: off)?.app == .dead(.phoneOff, mayBeWoken: false))
    #expect(bench.log.times("terminate") == [off])
    #expect(bench.phone.gnss.state == .off)
    let drawn = bench.joules
    try bench.run(toMinute: 670)
    #expect(bench.joules == drawn)
    try bench.run(toMinute: 800)
    #expect(bench.phone.isOn)
    #expect(bench.phone.battery.level > 0.5)
    // LIFE-12: after the first unlock the low-power services work again.
    try bench.run()
    #expect(bench.log.launches.contains("launch significantChange"))
    #expect(bench.log.fixes(from: .minute(800)).count > 1000)
    #expect((660 * 60...681 * 60).contains(bench.phone.secondsOffSoFar + (off - morning).seconds))
  }

  @Test(
    "BAT-8: an unused phone loses next to nothing up to some percent in a night, 2.2 % at 35 mW")
  func overnight() throws {
    let world = World([.still(minutes: 480)])
    func loss(_ seed: UInt64, fixed: [String: Double] = [:]) throws -> Double {
      let bench = Bench(world, fixed: fixed, seed: seed, script: nil)
      try bench.run()
      return bench.joules / bench.model.device.battery.capacityJoules
    }
    for seed in UInt64(1)...20 { #expect((0.01...0.04).contains(try loss(seed))) }
    // 30 mW when suspended and 5 mW of the system's own, for 8 h, of 12.68 Wh.
    let reference = [
      "base.suspendedWatts": 0.030, "battery.healthShare": 1, "motion.coprocessorWatts": 0,
      "battery.designJoules": 12.68 * 3600,
    ]
    #expect(abs(try loss(1, fixed: reference) - 0.035 * 8 / 12.68) < 1e-9)
  }
}
