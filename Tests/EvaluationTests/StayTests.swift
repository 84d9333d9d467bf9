import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import Evaluation
@testable import World

@Suite("Stays and trips")
struct StayTests {
  let walk = 1000 / 1.4

  private func detector() -> StayDetector { StayDetector(options: EvaluationOptions()) }

  private func ofTruth(_ day: SmallWorld) -> StayDetector {
    let world = day.world()
    var detector = detector()
    var finger = TrajectoryCursor()
    detector.begin(at: world.start)
    world.person.forEachPiece(from: world.start, to: world.end, using: &finger) { piece in
      detector.travel(piece, lengthMeters: piece.from.distanceMeters(to: piece.to))
    }
    detector.finish(at: world.end)
    return detector
  }

  private func seconds(_ interval: Interval) -> [Double] {
    [interval.start, interval.end].map { secondsOf(($0 - SmallWorld.midnight).nanoseconds) }
  }

  private func areClose(_ interval: Interval?, _ start: Double, _ end: Double) -> Bool {
    guard let interval else { return false }
    return zip(seconds(interval), [start, end]).allSatisfy { isClose($0, $1) }
  }

  @Test("A true stay ends where the way leaves the disc, the next begins a radius before its place")
  func truth() {
    let found = ofTruth(.walk)
    #expect(found.stays.count == 2)
    // The person leaves home's disc after 100 m. The anchor follows 100 m behind and stops at 900
    // m.
    #expect(areClose(found.stays.first?.interval, 0, 3600 + 0.1 * walk))
    #expect(areClose(found.stays.last?.interval, 3600 + 0.9 * walk, 7200 + walk))
    #expect(found.trips.count == 1)
    #expect(areClose(found.trips.first?.interval, 3600 + 0.1 * walk, 3600 + 0.9 * walk))
    #expect(isClose(found.trips.first?.lengthMeters, 800))
    // The position is at 50 m on average for 71.43 s, and at 0 m for 3600 s.
    let mean = found.stays.first.map { $0.center.distanceMeters(to: SmallWorld.place(0)) }
    #expect(isClose(mean, 50 * 0.1 * walk / (3600 + 0.1 * walk), within: 1e-4))
  }

  @Test("Ten minutes within the radius are a stay, less is none")
  func shortest() {
    for (minutes, count) in [(9, 1), (11, 2)] {
      var day = SmallWorld()
      day.stay(.hours(1))
      day.move(east: 1010, at: 20)
      day.stay(.minutes(Int64(minutes)))
      day.move(east: 1010, at: 20)
      #expect(ofTruth(day).stays.count == count)
    }
  }

  @Test("Of records, only the time between two of them is evidence")
  func evidence() {
    var found = detector()
    found.begin(at: SmallWorld.midnight)
    for (at, east, step) in [(300.0, 0.0, 0.0), (2000, 20, 20), (5000, 990, 970), (7000, 1000, 10)]
    {
      found.move(
        to: SmallWorld.place(east), at: SmallWorld.midnight + .seconds(at), stepMeters: step)
    }
    found.finish(at: SmallWorld.midnight + .seconds(7914 as Int64))
    #expect(found.stays.map { seconds($0.interval) } == [[300, 2000], [5000, 7000]])
    #expect(found.trips.map { seconds($0.interval) } == [[2000, 5000]])
    #expect(found.trips.first?.lengthMeters == 970)
  }

  @Test("Records every second find each stay and trip, in time and length")
  func everySecond() {
    let report = Evaluator.judge(SmallWorld.walk.world()) { evaluator in
      for second in stride(from: 0.0, through: 7200 + walk, by: 1) {
        evaluator.record(at: second, east: min(1000, max(0, (second - 3600) * 1.4)))
      }
    }.coverage
    #expect(report.stayRecall == 1)
    #expect(report.stayPrecision == 1)
    #expect(report.tripRecall == 1)
    #expect(report.tripPrecision == 1)
    // The last record within the disc is up to a second before the exit. The first one of the next
    // stay is a mark of the trail. Marks are at least 10 m or 7.1 s apart, and records 1 s.
    #expect(isClose(report.tripStartDelaySeconds, 0, within: 1))
    #expect(isClose(report.tripEndDelaySeconds, 0, within: 8.2))
    #expect(isClose(report.tripDistanceErrorRatio, 0, within: 0.02))
    #expect(isClose(report.positionCoverage, 1))
    #expect(isClose(report.reconstructedCoverage, 1))
    #expect(isClose(report.pathCoverage, 1, within: 0.002))
  }

  @Test("A trip that is seen from one record before to one after is late and long by what they say")
  func delays() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 0, east: 0)
      $0.record(at: 3500, east: 0)
      $0.record(at: 4500, east: 1000)
      $0.record(at: 7000, east: 1000)
    }.coverage
    // The true trip is from 3671.43 s to 4242.86 s and 800 m long. The detected one is from 3500 s
    // to 4500 s and 1000 m long.
    #expect(report.stayRecall == 1)
    #expect(report.tripRecall == 1)
    #expect(isClose(report.tripStartDelaySeconds, 3500 - 3600 - 0.1 * walk))
    #expect(isClose(report.tripEndDelaySeconds, 4500 - 3600 - 0.9 * walk))
    #expect(isClose(report.tripDistanceErrorRatio, 0.25))
  }

  @Test("A stay that is seen for less than half, or elsewhere, is not found")
  func noMatch() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      // Seen for 1700 s of 3671 s.
      $0.record(at: 0, east: 0)
      $0.record(at: 1700, east: 0)
      // Seen for all of the second stay, but 150 m off.
      $0.record(at: 4300, east: 1150)
      $0.record(at: 7900, east: 1150)
    }.coverage
    #expect(report.stayRecall == 0)
    #expect(report.stayPrecision == 0)
  }

  @Test("A stay of unknown truth does not count")
  func unknown() {
    var day = SmallWorld()
    day.stay(.hours(1))
    day.move(east: 1000, at: 1.4)
    day.stay(.hours(1), isTruthKnown: false)
    let report = Evaluator.judge(day.world()) { evaluator in
      for second in stride(from: 0.0, to: 7200 + walk, by: 10) {
        evaluator.record(at: second, east: min(1000, max(0, (second - 3600) * 1.4)))
      }
    }.coverage
    #expect(report.stayRecall == 1)
    #expect(report.stayPrecision == 1)
  }

  @Test("Stays follow each other, last ten minutes and keep within their disc", arguments: 0..<30)
  func longWays(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    var day = SmallWorld()
    for leg in 0..<20 {
      let draw = chance.stream(leg)
      if draw.happens(withProbability: 0.4) {
        day.stay(.seconds(draw.uniform(in: 1...2000, at: 1)))
      } else {
        day.move(
          east: draw.uniform(in: -2000...2000, at: 1),
          north: draw.uniform(in: -2000...2000, at: 2), at: draw.uniform(in: 1...30, at: 3))
      }
    }
    let found = ofTruth(day)
    for (one, next) in zip(found.stays, found.stays.dropFirst()) {
      #expect(one.interval.end <= next.interval.start)
    }
    for stay in found.stays {
      #expect(stay.interval.nanoseconds >= TimeSpan.minutes(10).nanoseconds)
      // Checks by samples that the person is never farther from a stay's center than the diameter.
      var finger = TrajectoryCursor()
      let person = day.world().person
      for second in stride(from: 0, to: Double(stay.interval.nanoseconds) * 1e-9, by: 30) {
        let time = stay.interval.start + .seconds(second)
        let place = finger.position(at: time, on: person).coordinate
        #expect(place.distanceMeters(to: stay.center) <= 200.5)
      }
    }
  }
}
