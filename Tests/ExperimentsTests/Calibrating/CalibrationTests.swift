import Evaluation
import EventKernel
import Geodesy
import Scenarios
import Simulation
import Statistics
import Testing
import Timekeeping

@testable import Experiments

/// Calibrations with nights that a simulated phone has made, of which the truth is known.
@Suite("A calibration")
struct CalibrationTests {
  private static let place = Coordinate(latitude: 45.5, longitude: -122.6)
  private static let phone = PhoneSetup()
  /// The true values of the phone that recorded the nights. The health is given to the
  /// calibration, as Settings shows it.
  private static let truth = [
    ModelOverride("processor.awakeIdleWatts", value: 0.15),
    ModelOverride("battery.healthShare", value: 0.9),
  ]

  /// Returns a night of four hours, with the drain that the true phone has.
  private static func night(
    _ index: Int, accuracy: String, unit: PhoneUnit = .same, use: CalibrationLog.Use = .either
  ) throws -> CalibrationNight {
    var tracker = TrackerChoice(preset: "always")
    tracker.settings = [SettingText("desiredAccuracy", accuracy)]
    let log = CalibrationLog(path: "Package.swift", tracker: tracker, rest: .indoors)
    let start = Instant(secondsSince1970: 1_700_000_000 + Double(index) * 86_400)
    let end = start + .hours(4)
    var setup = phone
    setup.batteryLevel = 0.9
    var night = CalibrationNight(
      name: "night \(index)", path: log.path, use: use, unit: unit, tracker: tracker,
      surroundings: "indoors",
      scenario: log.resting(
        at: place, from: start, to: end, calendar: .utc, phone: setup),
      measured: start...end, drain: Drain(percentPerHour: 0, low: 0, high: 0, hours: 4))
    let rate = try DrainRun(night, seed: 77, values: truth).percentPerHour
    night.drain = Drain(percentPerHour: rate, low: rate - 0.25, high: rate + 0.25, hours: 4)
    if unit == .same {
      night.scenario.phone.model = [ModelOverride("battery.healthShare", value: 0.9)]
    }
    return night
  }

  private static func plan() throws -> CalibrationPlan {
    var nights = try ["best", "hundredMeters"].enumerated().flatMap { place, accuracy in
      try (0..<3).map { try night(3 * place + $0, accuracy: accuracy) }
    }
    nights.append(try night(6, accuracy: "best", unit: .another, use: .check))
    var setup = phone
    setup.model = [ModelOverride("battery.healthShare", value: 0.9)]
    var plan = CalibrationPlan(name: "known", phone: setup, nights: nights)
    plan.priorDraws = 120
    plan.posteriorDraws = 60
    plan.jobs = 2
    return plan
  }

  @Test("It finds the power of the phone that recorded, and predicts nights it has not seen")
  func findsTruth() throws {
    let outcome = try #require(try Self.plan().run(options: []))
    let calibration = outcome.calibration
    let idle = try #require(
      calibration.parameters.first { $0.name == "processor.awakeIdleWatts" })
    // The model draws the power from 0.03 to 0.16 W; the true one is 0.15 W.
    #expect(idle.outcome == .moved && calibration.logsFitModel)
    #expect(idle.posterior.low > 0.09 && idle.posterior.high > 0.14, "\(idle.posterior)")
    let held = try #require(calibration.summaries.first { $0.role == .heldBack })
    #expect(held.nightCount == 2 && held.after.coveredShare == 1)
    #expect(held.after.meanScore < held.before.meanScore, "\(held)")
    #expect(held.after.meanWidth < held.before.meanWidth)
    // A known value is not calibrated, but it belongs to the profile.
    #expect(!calibration.parameters.contains { $0.name == "battery.healthShare" })
    let health = outcome.profile.parameters.first { $0.name == "battery.healthShare" }
    #expect(health?.draws.allSatisfy { $0 == 0.9 } == true && health?.outcome == .given)
    // The other unit's night is no log of this phone.
    #expect(outcome.profile.logs.count == 6)
    #expect(outcome.profile.logs.count { $0.isHeldBack } == 2)
    #expect(calibration.parameters.allSatisfy { $0.draws.count == 60 })
    let other = try #require(calibration.summaries.first { $0.role == .anotherUnit })
    // Its battery's health is not known, so that its interval is wider.
    #expect(other.after.meanWidth > held.after.meanWidth)
  }

  @Test("Nights under other settings than those given do not fit the model")
  func wrongSettings() throws {
    var nights = try (0..<3).map { try Self.night($0, accuracy: "best") }
    for index in nights.indices { nights[index].tracker = nil }
    var plan = CalibrationPlan(name: "wrong", phone: Self.phone, nights: nights)
    plan.priorDraws = 100
    plan.posteriorDraws = 60
    plan.jobs = 2
    let calibration = try #require(try plan.run(options: [])).calibration
    #expect(!calibration.logsFitModel)
    // What no parameter explains makes the intervals cover: they do not show the mistake.
    #expect(calibration.nights.allSatisfy { $0.after.covers($0.measured.middle) })
    // An odd night among good ones does not speak against all settings.
    var good = calibration
    for index in good.nights.indices { good.nights[index].isExplained = index > 0 }
    good.nights.append(good.nights[1])
    #expect(good.logsFitModel == (good.nights.count { $0.role == .fit } > 2))
  }

  @Test("Another unit draws its battery anew, and its powers differ by up to a tenth")
  func otherUnit() throws {
    let night = try Self.night(0, accuracy: "best", unit: .another)
    var plan = CalibrationPlan(name: "units", phone: Self.phone, nights: [night, night])
    plan.posteriorDraws = 60
    let model = try DrainRun(night, seed: 1).model
    func predicted(_ name: String, atScore score: Double) throws -> [[Double]] {
      let scale = try #require(ParameterScale.all(of: model).first { $0.name == name })
      let screen = InfluentialParameters(scales: [scale], places: [0])
      let draw = CalibrationPosterior.Draw(
        scores: [score], settings: [], settingScale: 0, nightScale: 0)
      var runs = CalibrationRuns(plan, fitCount: 1)
      return try #require(
        try runs.predictions(
          under: Array(repeating: draw, count: 60), screen, roles: [.fit, .anotherUnit]))
    }
    // A calibrated health of 0.9997, against one drawn from 0.8 to 1 under the same seeds: the mean
    // of the ratio of drains is that of 1/health, ln(1/0.8)/0.2 = 1.116.
    let health = try predicted("battery.healthShare", atScore: 3)
    let ratios: [Double] = zip(health[0], health[1]).map { $1 / $0 }
    let meanRatio: Double = ratios.reduce(0, +) / 60
    #expect(abs(meanRatio - 1.116) < 0.02)
    // At the middle of its range the processor takes about half of the drain, so that a tenth of
    // its power is some 5 % of the drain.
    let power = try predicted("processor.awakeIdleWatts", atScore: 0)
    let changes = zip(power[0], power[1]).map { (median: Double, raised: Double) in
      abs(raised / median - 1)
    }
    #expect(changes.allSatisfy { $0 < 0.1 } && changes.contains { $0 > 0.02 })
  }

  @Test("A known setting keeps its difference; that of another one is drawn with its scale")
  func settingDifference() {
    let draw = CalibrationPosterior.Draw(
      scores: [], settings: [0.1, -0.4], settingScale: 0.3, nightScale: 0)
    let chance = SeededRandom(seed: 1)
    #expect(draw.difference(ofSetting: 1, chance, at: 0) == -0.4)
    // The mean square of 10,000 draws differs from 0.3² by 1.4 % in the standard error.
    let drawn = (0..<10_000).map { draw.difference(ofSetting: nil, chance, at: Int64($0)) }
    let meanSquare = drawn.reduce(0) { $0 + $1 * $1 } / 10_000
    #expect(abs(meanSquare / 0.09 - 1) < 0.06)
  }

  @Test("The number of cores does not change a calibration")
  func deterministic() throws {
    var plan = try Self.plan()
    plan.nights = Array(plan.nights.prefix(2))
    plan.heldBackShare = 0
    plan.priorDraws = 100
    plan.posteriorDraws = 20
    let first = try plan.run(options: [])
    plan.jobs = 1
    let second = try plan.run(options: [])
    #expect(first?.calibration == second?.calibration)
    #expect(first?.profile == second?.profile)
    // Two nights, and none to check: both cautions.
    #expect(first?.calibration.remarks.count { $0.hasPrefix("2 nights narrow") } == 1)
    #expect(first?.calibration.remarks.count { $0.hasPrefix("No night checks") } == 1)
  }

  @Test("Nights are held back by the seed, for each setting, and never all of a setting")
  func split() throws {
    let nights = try Self.plan().nights
    for seed in 0..<20 as Range<UInt64> {
      let roles = CalibrationSplit(nights, heldBackShare: 0.34, seed: seed).roles
      // A third of three nights of each setting.
      #expect(roles[0..<3].count { $0 == .heldBack } == 1)
      #expect(roles[3..<6].count { $0 == .heldBack } == 1)
      #expect(roles[6] == .anotherUnit)
      let most = CalibrationSplit(nights, heldBackShare: 0.99, seed: seed).roles
      #expect(most.count { $0 == .fit } == 2)
    }
    let splits = Set(
      (0..<20 as Range<UInt64>).map {
        CalibrationSplit(nights, heldBackShare: 0.34, seed: $0).roles
      })
    #expect(splits.count > 1)
  }

  @Test("Without a night of the phone itself there is nothing to calibrate")
  func nothing() throws {
    var plan = try Self.plan()
    plan.nights = [plan.nights[6]]
    #expect(throws: (any Error).self) { try plan.run(options: []) }
  }
}
