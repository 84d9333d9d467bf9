import Foundation
import Geodesy
import Testing
import Timekeeping
import World

@testable import Evaluation

@Suite("Derived measures and reports")
struct DerivedMeasureTests {
  let walk = 1000 / 1.4
  let start = SmallWorld.midnight

  private var atHome: EvaluationOptions {
    var options = EvaluationOptions()
    options.home = .coordinate(SmallWorld.origin)
    return options
  }

  @Test("Home and away err by the time in which the derived state is not the true one")
  func homeAway() {
    let report = Evaluator.judge(SmallWorld.walk.world(), atHome) {
      $0.announce(.away)
      // The person is away from 3671.43 s to the end. The derived time is from 4000 s on, with a
      // gap of 200 s.
      $0.detected(
        .init(
          kind: .away, start: start + .seconds(5000 as Int64), end: start + .hours(100)))
      $0.detected(
        .init(
          kind: .away, start: start + .seconds(4000 as Int64), end: start + .seconds(4800 as Int64))
      )
    }.coverage
    let wrong = 4000 - 3600 - 0.1 * walk + 200
    #expect(isClose(report.homeAwayErrorMinutesPerDay, wrong / (7200 + walk) * 1440))
    #expect(report.outdoorsErrorMinutesPerDay == nil)
  }

  @Test("Outdoors announced and never derived errs by all the time outdoors")
  func outdoors() {
    var day = SmallWorld()
    day.stay(.hours(6), isIndoors: true)
    day.stay(.hours(2))
    let report = Evaluator.judge(day.world()) { $0.announce(.outdoors) }.coverage
    #expect(report.outdoorsErrorMinutesPerDay == 360)
    #expect(report.homeAwayErrorMinutesPerDay == nil)
  }

  @Test("Mobility is biased by what the records lack")
  func mobility() {
    let bias = Evaluator.judge(SmallWorld.walk.world(), atHome) {
      $0.record(at: 0, east: 0)
      $0.record(at: 3000, east: 0)
      $0.record(at: 4500, east: 600)
    }.coverage.mobilityBias
    #expect(isClose(bias.distanceMeters, 600 - 1000))
    // The records hold the position at home for 3000 s and 1500 s. The true time there is 3671.43
    // s.
    #expect(isClose(bias.timeAtHomeSeconds, 4500 - 3600 - 0.1 * walk))
    #expect(isClose(bias.maxDistanceFromHomeMeters, 600 - 1000, within: 1e-5))
    #expect(bias.placeCount == -1)
    // The records stay at one point and so have one place. In truth, each stay takes 3671.43 s, so
    // the entropy is ln 2. The true position is 0 m for 3600 s, 1000 m for 3600 s, and uniform
    // between them for 714.29 s. Its mean is 500 m, and the mean square distance from that is
    // (7200·500² + 714.29·1000²/12)/T.
    #expect(isClose(bias.entropy, -0.6931472))
    let square = (7200 * 250_000 + walk * 1_000_000 / 12) / (7200 + walk)
    #expect(isClose(bias.radiusOfGyrationMeters, -square.squareRoot(), within: 1e-5))
  }

  @Test("A silence longer than the hold stands for nothing")
  func silence() {
    var options = atHome
    options.recordHold = .hours(1)
    let bias = Evaluator.judge(SmallWorld.walk.world(), options) {
      $0.record(at: 0, east: 0)
      $0.record(at: 3601, east: 0)
      $0.record(at: 3701, east: 0)
    }.coverage.mobilityBias
    #expect(isClose(bias.timeAtHomeSeconds, 100 - 3600 - 0.1 * walk))
  }

  @Test("Over unknown truth no step counts, and no record stands for it")
  func unknownTruth() {
    var day = SmallWorld()
    day.stay(.minutes(10))
    day.move(east: 300, at: 1, isTruthKnown: false)
    day.stay(.minutes(10))
    let bias = Evaluator.judge(day.world(), atHome) {
      $0.record(at: 300, east: 0)
      $0.record(at: 700, east: 100)
      $0.record(at: 1000, east: 300)
      $0.record(at: 1100, east: 310)
    }.coverage.mobilityBias
    // The true distance is 0 m, with 600 s at home. The records have one step of 10 m, and hold a
    // position away from home.
    #expect(isClose(bias.distanceMeters, 10))
    #expect(isClose(bias.timeAtHomeSeconds, -600))
  }

  @Test("Without a home nothing is said of home")
  func noHome() {
    let report = Evaluator.judge(SmallWorld.walk.world()) { $0.announce(.away) }.coverage
    #expect(report.mobilityBias.timeAtHomeSeconds == nil)
    #expect(report.mobilityBias.maxDistanceFromHomeMeters == nil)
    #expect(report.homeAwayErrorMinutesPerDay == nil)
    #expect(report.missingness.home == nil)
  }

  @Test("Zigzag counts within one stay, per judged day")
  func phantom() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 0, east: 0)
      $0.record(at: 60, east: 30)
      $0.record(at: 120, east: 0, north: 40)
      // Records during the walk and in the next stay, whose steps are not phantoms.
      $0.record(at: 3700, east: 100)
      $0.record(at: 5000, east: 1000)
    }.coverage
    #expect(isClose(report.phantomStayMetersPerDay, (30 + 50) / (7200 + walk) * 86_400))
  }

  @Test("Cost is what the day without the tracker did not use")
  func energy() {
    func account(_ cpu: Double, _ gnss: Double) -> EnergyAccount {
      EnergyAccount(
        joulesByComponent: [.init("processor", joules: cpu), .init("gnss", joules: gnss)],
        joulesByCause: [.init("standard updates", joules: gnss)], totalJoules: cpu + gnss,
        batteryJoules: 40_000, firstShutOff: start, secondsOff: 60, finalBatteryLevel: 0)
    }
    let report = EnergyReport(
      of: account(5000, 3000), without: account(4000, 0), simulatedSeconds: 86_400,
      comparedSeconds: 43_200, deliveredFixes: 2000, recordedFixes: 0)
    #expect(report.marginalJoules == 4000)
    // A tenth of the battery in half a day is 20 % a day.
    #expect(report.marginalBatteryPercentPerDay == 20)
    #expect(report.byComponent.map(\.marginalJoules) == [1000, 3000])
    #expect(report.marginalJoulesPerDeliveredFix == 2)
    #expect(report.marginalJoulesPerRecordedFix == nil)
    #expect(report.firstShutOff == "2026-03-02T00:00:00Z")
  }

  @Test("What does not apply is null in JSON, never left out, and the report reads back")
  func json() throws {
    var options = atHome
    options.tracksDelivery = true
    let full = Evaluator.judge(SmallWorld.walk.world(), options) {
      $0.record(at: 0, east: 0)
      $0.record(at: 600, east: 3)
    }
    let empty = Evaluator.judge(SmallWorld.walk.world()) { _ in }
    for assessment in [full, empty] {
      let data = try JSONEncoder().encode(assessment)
      #expect(try JSONDecoder().decode(Assessment.self, from: data) == assessment)
      let top = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      let coverage = try #require(top["coverage"] as? [String: Any])
      let members = Mirror(reflecting: CoverageReport()).children.compactMap(\.label)
        .map { (label: String) in label.hasPrefix("_") ? String(label.dropFirst()) : label }
      #expect(Set(coverage.keys) == Set(members))
      #expect(coverage["geofenceRecall"] is NSNull)
      #expect(top.keys.contains("delivery"))
      let gaps = try #require(top["gapCauses"] as? [String: Any])
      #expect(gaps.keys.contains("received"))
      let missingness = try #require(coverage["missingness"] as? [String: Any])
      #expect(missingness["byDaysSinceOpened"] is NSNull)
      #expect((missingness["byHour"] as? [Any])?.count == 24)
    }
  }
}

@Suite("Bounded stores")
struct BoundedStoreTests {
  @Test("Quantiles are right to half a per cent from a millimeter to a year")
  func histogram() {
    for scale in [0.001, 1, 37, 86_400] {
      var histogram = LogHistogram()
      for index in 1...1000 { histogram.add(Double(index) * scale) }
      for share in [0.01, 0.25, 0.5, 0.95, 1] {
        #expect(isClose(histogram.quantile(share).map { $0 / scale }, share * 1000, within: 0.0025))
      }
    }
    #expect(LogHistogram().quantile(0.5) == nil)
    var zeros = LogHistogram()
    zeros.add(0)
    #expect(zeros.quantile(0.5) == 0)
  }

  @Test(
    "A quantile does not depend on the order in which few or many numbers of all sizes come",
    arguments: [1, 3])
  func orderOfNumbers(times: Int) {
    // 51 numbers are kept one by one, 153 are counted in bins.
    let numbers = (-20...30).flatMap {
      repeatElement(Double(sign: .plus, exponent: $0, significand: 1.5), count: times)
    }
    var (rising, falling, mixed) = (LogHistogram(), LogHistogram(), LogHistogram())
    for number in numbers { rising.add(number) }
    for number in numbers.reversed() { falling.add(number) }
    for index in numbers.indices { mixed.add(numbers[(index * 20) % numbers.count]) }
    for share in [0.01, 0.2, 0.5, 0.8, 1] {
      #expect(falling.quantile(share) == rising.quantile(share))
      #expect(mixed.quantile(share) == rising.quantile(share))
    }
    #expect(isClose(rising.quantile(0.5), 48, within: 0.1))
  }

  @Test("A number far below all others does not move those that come after it")
  func lowNumber() {
    var histogram = LogHistogram()
    for _ in 0..<70 { histogram.add(1) }
    histogram.add(0.1)
    for _ in 0..<9 { histogram.add(1) }
    // One of 80 numbers is 0.1, which are 1.25 %.
    #expect(isClose(histogram.quantile(0.0125), 0.1, within: 0.0025))
    #expect(isClose(histogram.quantile(0.02), 1, within: 0.0025))
    #expect(histogram.count == 80)
  }

  @Test("A ring grows while its contents go round")
  func ring() {
    var ring = RingBuffer<Int>()
    var taken: [Int] = []
    for number in 0..<1000 {
      ring.append(number)
      if number % 3 == 0, let first = ring.popFirst() { taken.append(first) }
    }
    #expect(taken + Array(ring) == Array(0..<1000))
  }

  @Test("Records are found whether their numbers ascend or not")
  func identities() {
    for identities: [UInt64] in [[1, 2, 5, 9], [9, 2, 5, 1]] {
      var delivery = Delivery()
      for (ordinal, identity) in identities.enumerated() {
        delivery.recorded(
          RecordedPosition(
            identity: identity, timestamp: SmallWorld.midnight, recordedAt: SmallWorld.midnight,
            coordinate: SmallWorld.origin, horizontalAccuracyMeters: 5), ordinal: ordinal)
      }
      #expect(delivery.received(5, at: SmallWorld.midnight)?.ordinal == 2)
      #expect(delivery.received(5, at: SmallWorld.midnight) == nil)
      #expect(delivery.received(7, at: SmallWorld.midnight) == nil)
      #expect(delivery.lost(identities[0])?.ordinal == 0)
      #expect(delivery.received(identities[3], at: SmallWorld.midnight)?.ordinal == 3)
    }
  }

  @Test("Intervals merge, intersect and measure")
  func intervals() {
    func set(_ pairs: [(Int64, Int64)]) -> IntervalSet {
      IntervalSet(
        of: pairs.map { Interval(Instant(nanoseconds: $0.0), Instant(nanoseconds: $0.1)) })
    }
    let one = set([(20, 30), (0, 10), (5, 12), (12, 13), (40, 40)])
    #expect(one.intervals.count == 2)
    #expect(one.nanoseconds == 23)
    #expect(one.intersection(set([(8, 22), (25, 26), (29, 90)])).nanoseconds == 5 + 2 + 1 + 1)
  }
}
