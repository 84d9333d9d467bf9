import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import Evaluation
@testable import World

@Suite("Where stays begin, and what does not break them")
struct StayAnchorTests {
  private struct Record {
    var second: Double
    var east: Double
    var north = 0.0
  }

  private func ofRecords(_ records: [Record]) -> StayDetector {
    var detector = StayDetector(options: EvaluationOptions())
    detector.begin(at: SmallWorld.midnight)
    var last: Coordinate?
    for record in records {
      let place = SmallWorld.place(record.east, record.north)
      detector.move(
        to: place, at: SmallWorld.midnight + .seconds(record.second),
        stepMeters: last.map { $0.distanceMeters(to: place) } ?? 0)
      last = place
    }
    detector.finish(at: SmallWorld.midnight + .seconds(records.last?.second ?? 0))
    return detector
  }

  private func ofTruth(_ world: World) -> StayDetector {
    var detector = StayDetector(options: EvaluationOptions())
    var finger = TrajectoryCursor()
    detector.begin(at: world.start)
    world.person.forEachPiece(from: world.start, to: world.end, using: &finger) { piece in
      detector.travel(piece, lengthMeters: piece.from.distanceMeters(to: piece.to))
    }
    detector.finish(at: world.end)
    return detector
  }

  /// Detects the stays of the true track, sampled as a record every second.
  private func sampled(_ world: World) -> StayDetector {
    var finger = TrajectoryCursor()
    var detector = StayDetector(options: EvaluationOptions())
    detector.begin(at: world.start)
    var last = finger.position(at: world.start, on: world.person).coordinate
    for second in 0...Int64((world.end - world.start).seconds) {
      let time = world.start + .seconds(second)
      let place = finger.position(at: time, on: world.person).coordinate
      detector.move(to: place, at: time, stepMeters: last.distanceMeters(to: place))
      last = place
    }
    detector.finish(at: world.end)
    return detector
  }

  private func seconds(_ interval: Interval) -> [Double] {
    [interval.start, interval.end].map { ($0 - SmallWorld.midnight).seconds }
  }

  private func areClose(
    _ one: [Interval], _ other: [[Double]], within tolerance: Double
  ) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { one, other in
        zip(seconds(one), other).allSatisfy { abs($0 - $1) <= tolerance }
      }
  }

  // MARK: Errors to one side

  @Test(
    "A constant error of 50 m in hourly fixes neither splits a stay nor delays it",
    arguments: [(50.0, 0.0), (-50, 0), (0, 50), (30, 40)])
  func constantError(east: Double, north: Double) {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.move(east: 13_972, at: 14, mode: .automotive)
    day.stay(.hours(8))
    day.move(east: -13_972, at: 14, mode: .automotive)
    day.stay(.hours(1))
    let arrival = 3600.0 + 998
    let leaving = arrival + 8 * 3600
    let home = leaving + 998
    let report = Evaluator.judge(day.world()) { evaluator in
      for second in stride(from: 0, through: arrival, by: 1) {
        evaluator.record(at: second, east: max(0, second - 3600) * 14)
      }
      for hour in 1..<8 {
        evaluator.record(at: arrival + Double(hour) * 3600, east: 13_972 + east, north: north)
      }
      for second in stride(from: leaving, through: home + 3600, by: 1) {
        evaluator.record(at: second, east: max(0, home - second) * 14)
      }
    }.coverage
    #expect(report.stayRecall == 1)
    #expect(report.stayPrecision == 1)
    #expect(report.tripRecall == 1)
    #expect(report.tripPrecision == 1)
    // The stay at work begins up to 100 m before the place in both, and up to 50 m or 3.6 s later
    // for the records. It ends 100 m from the place, or from a center within 50 m of it. The mean
    // over two trips halves these errors. A second and a mark of 1 s add to them.
    #expect(isClose(report.tripStartDelaySeconds, 0, within: 4))
    #expect(isClose(report.tripEndDelaySeconds, 0, within: 4))
    #expect(isClose(report.tripDistanceErrorRatio, 0, within: 0.01))
  }

  @Test("Noise of 10 m every second does not split a stay", arguments: 0..<10)
  func noise(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    let found = ofRecords(
      (0...7200).map { second in
        let draw = chance.stream(second)
        return Record(
          second: Double(second), east: 10 * draw.normal(at: 1), north: 10 * draw.normal(at: 2))
      })
    #expect(found.stays.map { seconds($0.interval) } == [[0, 7200]])
    // There is no trip, however long a way the noise adds up to.
    #expect(found.trips.isEmpty)
    // The mean of 7200 errors of 10 m has an error of 0.12 m.
    #expect(found.stays.allSatisfy { $0.center.distanceMeters(to: SmallWorld.origin) < 0.6 })
  }

  @Test("A run holds only what lies within the radius of its first position")
  func extent() {
    let found = ofRecords([
      Record(second: 0, east: 0), Record(second: 60, east: -20), Record(second: 120, east: 95),
      Record(second: 180, east: -101), Record(second: 3000, east: -101),
    ])
    // The first record is too far from -101 m. The second is near enough to that, but not to the
    // third, which is too far from the fourth.
    #expect(found.stays.map { seconds($0.interval) } == [[180, 3000]])
  }

  @Test("Restlessness makes no more than 64 marks, and the run keeps its beginning")
  func restlessness() {
    let chance = SeededRandom(seed: 1)
    let midnight = SmallWorld.midnight
    var trail = StayTrail(radiusMeters: 100)
    trail.start(at: SmallWorld.origin, at: midnight, wayMeters: 0)
    for index in 1...10_000 {
      let draw = chance.stream(index)
      let place = Displacement(
        eastMeters: draw.uniform(in: -70...70, at: 1),
        northMeters: draw.uniform(in: -70...70, at: 2))
      trail.extend(to: place, at: midnight + .milliseconds(Int64(index)), wayMeters: 0)
      #expect(trail.marks.count <= 64)
    }
    #expect(trail.anchorTime == midnight)
    // Far off, only the mark before it is left, for the exact start.
    let far = Displacement(eastMeters: 1000, northMeters: 0)
    trail.extend(to: far, at: midnight + .minutes(1), wayMeters: 1000)
    #expect(trail.anchorTime == midnight + .minutes(1))
  }

  // MARK: Moving near a place

  @Test("A slow approach on foot begins the stay a radius before the place")
  func slowApproach() {
    var day = SmallWorld()
    day.move(east: 2000, at: 0.5)
    day.stay(.hours(1))
    // 1900 m take 3800 s at 0.5 m/s.
    #expect(areClose(ofTruth(day.world()).stays.map(\.interval), [[3800, 7600]], within: 0.001))
    // Marks are at least 10 m or 20 s apart, and the anchor is at most one mark late.
    #expect(areClose(sampled(day.world()).stays.map(\.interval), [[3800, 7600]], within: 22))
  }

  @Test("Wandering within 60 m of a place is one stay", arguments: 0..<20)
  func wandering(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    var day = SmallWorld()
    day.move(east: 1000, at: 5)
    var here = Displacement(eastMeters: 0, northMeters: 0)
    for leg in 0..<60 {
      let draw = chance.stream(leg)
      // The corners of this square are 60 m from its center.
      let next = Displacement(
        eastMeters: draw.uniform(in: -42.4...42.4, at: 1),
        northMeters: draw.uniform(in: -42.4...42.4, at: 2))
      let step = next - here
      day.move(east: step.eastMeters, north: step.northMeters, at: 0.8)
      here = next
      day.stay(.minutes(1))
    }
    day.move(east: 1000 - here.eastMeters, north: -here.northMeters, at: 5)
    for found in [ofTruth(day.world()), sampled(day.world())] {
      #expect(found.stays.count == 1)
      #expect(found.trips.count == 2)
    }
  }

  @Test("Two places 150 m apart are two stays without a trip")
  func twoPlaces() {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.move(east: 150, at: 1)
    day.stay(.hours(1))
    // The person leaves the first disc at 100 m. The rest of the way is within 50 m of the second
    // place.
    let expected: [[Double]] = [[0, 3700], [3700, 7350]]
    for found in [ofTruth(day.world()), sampled(day.world())] {
      #expect(areClose(found.stays.map(\.interval), expected, within: 1))
      #expect(found.trips.isEmpty)
      #expect(
        zip(found.stays, [0.0, 150]).allSatisfy {
          $0.center.distanceMeters(to: SmallWorld.place($1)) < 2
        })
    }
  }

  @Test("A walk round the block is a trip from home to home")
  func roundTheBlock() {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.move(east: 200, at: 1)
    day.move(east: 0, north: 150, at: 1)
    day.move(east: -200, at: 1)
    day.move(east: 0, north: -150, at: 1)
    day.stay(.hours(1))
    // The person is out after 100 m of 700 m, and back when 100 m are left.
    let truth = ofTruth(day.world())
    #expect(areClose(truth.stays.map(\.interval), [[0, 3700], [4200, 7900]], within: 0.001))
    #expect(areClose(truth.trips.map(\.interval), [[3700, 4200]], within: 0.001))
    #expect(isClose(truth.trips.first?.lengthMeters, 500, within: 1e-4))
    // The tolerance is a mark of 10 m, and a second.
    #expect(areClose(sampled(day.world()).trips.map(\.interval), [[3700, 4200]], within: 11))
  }

  @Test("The truth's jump away ends a stay at once, and the next begins where it lands")
  func jump() {
    var detector = StayDetector(options: EvaluationOptions())
    detector.begin(at: SmallWorld.midnight)
    for (index, east) in [0.0, 5000].enumerated() {
      let start = SmallWorld.midnight + .hours(Int64(index))
      detector.travel(
        Piece(
          start: start, end: start + .hours(1), from: SmallWorld.place(east),
          to: SmallWorld.place(east), spanIndex: index), lengthMeters: 0)
    }
    detector.finish(at: SmallWorld.midnight + .hours(2))
    #expect(detector.stays.map { seconds($0.interval) } == [[0, 3600], [3600, 7200]])
  }

  @Test("A true walk so slow that it stays on the way is cut at the exits of its discs")
  func creeping() {
    var day = SmallWorld()
    day.move(east: 500, at: 0.1)
    // After 600 s the center is at 30 m. The disc is left at 130 m, after 1300 s, and so on.
    let exits = [1300, 2600, 3900].map(Double.init)
    let expected = zip([0] + exits, exits + [5000]).map { [$0, $1] }
    #expect(areClose(ofTruth(day.world()).stays.map(\.interval), expected, within: 0.001))
  }

  // MARK: One detector for all

  @Test("The truth in pieces and in samples of a second has the same stays", arguments: 0..<60)
  func samples(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    var day = SmallWorld()
    for leg in 0..<12 {
      let draw = chance.stream(leg)
      // Avoids lengths near the least duration of a stay, where a second would decide.
      let minutes = draw.happens(withProbability: 0.3) ? 0.1...5 : 12...60
      day.stay(.seconds(60 * draw.uniform(in: minutes, at: 1)))
      for part in 0..<3 {
        let way = draw.stream(part)
        day.move(
          east: way.uniform(in: -1500...1500, at: 1), north: way.uniform(in: -1500...1500, at: 2),
          at: way.uniform(in: 2...25, at: 3))
      }
    }
    day.stay(.hours(1))
    let truth = ofTruth(day.world())
    let samples = sampled(day.world())
    // Marks are 10 m or a second apart. At 2 m/s that is 6 s, with the second of the sample.
    #expect(!truth.stays.isEmpty)
    #expect(
      areClose(samples.stays.map(\.interval), truth.stays.map { seconds($0.interval) }, within: 7))
    #expect(
      areClose(samples.trips.map(\.interval), truth.trips.map { seconds($0.interval) }, within: 7))
    for (one, other) in zip(truth.stays, samples.stays) {
      #expect(one.center.distanceMeters(to: other.center) < 3)
    }
  }
}

@Suite("Stays in which nothing was recorded")
struct SilentStayTests {
  private func detected(restMinutes: Int64, nextMetersAway: Double) -> [Stay] {
    var detector = StayDetector(options: EvaluationOptions())
    let scale = LocalScale(latitude: 50)
    let start = Instant(secondsSince1970: 0)
    var last = Coordinate(latitude: 50, longitude: 10)
    detector.begin(at: start)
    func record(_ seconds: Int64, _ eastMeters: Double) {
      let place = scale.coordinate(
        Coordinate(latitude: 50, longitude: 10),
        moved: Displacement(eastMeters: eastMeters, northMeters: 0))
      detector.move(
        to: place, at: start + .seconds(seconds), stepMeters: scale.distanceMeters(last, place))
      last = place
    }
    // A drive at 14 m/s for 100 s, then rest, and the first record after it.
    for second in Int64(0)...100 { record(second, 14 * Double(second)) }
    record(100 + restMinutes * 60, 1400 + nextMetersAway)
    detector.finish(at: start + .seconds(101 + restMinutes * 60))
    return detector.stays
  }

  @Test("A silence as long as a stay, and 150 m on when it ends, was spent at rest")
  func bridged() throws {
    let stays = detected(restMinutes: 20, nextMetersAway: 150)
    let stay = try #require(stays.first)
    #expect(stays.count == 1)
    #expect(abs((stay.interval.end - stay.interval.start).seconds - 1200) < 10)
  }

  @Test("A short silence, or one that ends far away, is no stay")
  func notBridged() {
    #expect(detected(restMinutes: 9, nextMetersAway: 150).isEmpty)
    #expect(detected(restMinutes: 20, nextMetersAway: 301).isEmpty)
  }
}

@Suite("Records too vague to tell of a stay")
struct VagueRecordTests {
  @Test("The position of a cell in the middle of a stay does not end it")
  func cellPosition() {
    // An hour at one place with a record every 5 min, one of which is 900 m off with a radius of
    // 1,414 m.
    let assessment = Evaluator.judge(SmallWorld.walk.world(), EvaluationOptions()) {
      for minute in stride(from: 0, through: 60, by: 5) {
        let isCell = minute == 30
        $0.record(
          at: Double(minute) * 60, east: isCell ? 900 : 0, accuracy: isCell ? 1414 : 10)
      }
    }
    #expect(assessment.coverage.stayRecall == 0.5)
    #expect(assessment.coverage.stayPrecision == 1)
  }
}
