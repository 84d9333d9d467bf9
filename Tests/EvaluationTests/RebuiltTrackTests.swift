import EventKernel
import Geodesy
import Testing
import Timekeeping
import World

@testable import Evaluation

@Suite("The track rebuilt afterwards")
struct RebuiltTrackTests {
  let walk = 1000 / 1.4

  @Test("Two fixes at the ends of an even walk rebuild all of it")
  func evenWalk() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 3600, east: 0)
      $0.record(at: 3600 + walk, east: 1000)
    }.coverage
    #expect(isClose(report.reconstructedCoverage, 1))
    #expect(isClose(report.pathCoverage, 1))
  }

  @Test("A straight line in time misses who waits first, but draws the way")
  func waitsFirst() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 0, east: 0)
      $0.record(at: 3600 + walk, east: 1000)
    }.coverage
    // The rebuilt walker takes 4314.29 s for 1000 m and is 100 m ahead after 431.43 s. The true
    // walker starts after 3600 s, when the lead is 834.45 m. The lead then shrinks by 1.16821 m/s
    // to 0 at the end, so it is under 100 m for the last 100 / 1.16821 = 85.60 s.
    let speed = 1000 / (3600 + walk)
    let covered = 100 / speed + 100 / (1.4 - speed) + 3600
    #expect(isClose(report.reconstructedCoverage, covered / (7200 + walk)))
    #expect(isClose(report.pathCoverage, 1))
  }

  @Test("Before the first and after the last fix the position holds, and no path is drawn")
  func outside() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 3600 + 0.25 * walk, east: 250)
      $0.record(at: 3600 + 0.5 * walk, east: 500)
    }.coverage
    // The held and rebuilt positions cover from 150 m to 600 m of the walk.
    #expect(isClose(report.reconstructedCoverage, 0.45 * walk / (7200 + walk)))
    #expect(isClose(report.pathCoverage, 0.25))
  }

  @Test("An evening's way does not cover the morning's")
  func eveningAndMorning() {
    var day = SmallWorld()
    day.move(east: 1000, at: 2)
    day.stay(.seconds(1000 as Int64))
    day.move(east: -1000, at: 2)
    let report = Evaluator.judge(day.world()) {
      // Records after the morning's way, and along the evening's.
      $0.record(at: 500, east: 1000)
      $0.record(at: 1500, east: 1000)
      $0.record(at: 2000, east: 0)
    }.coverage
    #expect(isClose(report.pathCoverage, 0.5))
  }

  @Test("Path counts where it is within 50 m of the segment between its two fixes")
  func capsule() {
    var day = SmallWorld()
    day.move(east: 400, north: 0, at: 1)
    day.move(east: 0, north: 400, at: 1)
    let report = Evaluator.judge(day.world()) {
      $0.record(at: 0, east: 0)
      $0.record(at: 800, east: 400, north: 400)
    }.coverage
    // The segment is the square's diagonal. A point x along the first side is x / √2 from it, so
    // the first and the last 50 √2 m of the way are near.
    #expect(isClose(report.pathCoverage, 100 * 2.0.squareRoot() / 800, within: 1e-4))
  }

  @Test("Records 70 m beside the way rebuild its time, which allows 100 m, but not its path")
  func besideTheWay() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      for seconds in 0...Int(walk) {
        $0.record(at: 3600 + Double(seconds), east: 1.4 * Double(seconds), north: 70)
      }
    }.coverage
    #expect(isClose(report.reconstructedCoverage, 1))
    #expect(isClose(report.pathCoverage, 0))
  }

  @Test("Records that come late and out of order are put in the order of their stamps")
  func outOfOrder() {
    let stamps: [Double] = [3600, 3700, 3800, 3900, 4000, 4100, 4200, 4300]
    let order = [3, 0, 7, 1, 5, 6, 2, 4]
    let shuffled = Evaluator.judge(SmallWorld.walk.world()) { evaluator in
      for index in order {
        evaluator.record(at: 7000, stamped: stamps[index], east: (stamps[index] - 3600) * 1.4)
      }
    }.coverage
    let inOrder = Evaluator.judge(SmallWorld.walk.world()) { evaluator in
      for stamp in stamps {
        evaluator.record(at: 7000, stamped: stamp, east: (stamp - 3600) * 1.4)
      }
    }.coverage
    #expect(isClose(shuffled.reconstructedCoverage, 1))
    #expect(isClose(shuffled.pathCoverage, 700 * 1.4 / 1000))
    #expect(shuffled == inOrder)
    #expect(shuffled.tooLateToReorder == 0)
  }

  @Test("A record that comes after the window has passed is known live only")
  func tooLate() {
    var day = SmallWorld()
    day.stay(.days(3))
    let report = Evaluator.judge(day.world()) {
      $0.record(at: 1000, east: 0)
      $0.record(at: 90_000, east: 0)
      $0.record(at: 180_000, east: 0)
      // The first two records are a day old by now, so that a record of 50,000 s can no longer be
      // inserted between them.
      $0.record(at: 180_001, stamped: 50_000, east: 5000)
      $0.record(at: 180_002, stamped: 100_000, east: 0)
    }.coverage
    #expect(report.tooLateToReorder == 1)
    #expect(report.fixCount == 5)
    #expect(report.reconstructedCoverage == 1)
  }

  @Test("A record is too late if one with a later stamp has become a day old", arguments: 1...5)
  func tooLateAtRandom(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    var day = SmallWorld()
    day.stay(.days(4))
    var expected = 0
    let report = Evaluator.judge(day.world()) { evaluator in
      var (waiting, settled) = ([Double](), -1.0)
      for index in 0..<5000 {
        // A record each minute, of which every tenth comes up to two days late.
        let now = Double(index) * 60
        let lateness = chance.uniform(in: 0...172_800, at: Int64(index))
        let isLate = chance.stream("late").happens(withProbability: 0.1, at: Int64(index))
        let stamp = isLate ? max(0, now - lateness) : now
        evaluator.record(at: now, stamped: stamp, east: 0)
        if stamp < settled { expected += 1 } else { waiting.append(stamp) }
        settled = waiting.filter { $0 + 86_400 <= now }.max() ?? settled
        waiting.removeAll { $0 + 86_400 <= now }
      }
    }.coverage
    #expect(expected > 50)
    #expect(report.tooLateToReorder == expected)
    #expect(report.reconstructedCoverage == 1)
  }

  @Test("Stamps before the stretch and after its end bracket it, and are no errors themselves")
  func stampsOutside() {
    var day = SmallWorld(startingAt: SmallWorld.midnight + .hours(1))
    day.move(east: 1000, at: 1)
    let report = Evaluator.judge(day.world()) {
      $0.record(at: 3600, stamped: 2600, east: -1000)
      $0.record(at: 3700, stamped: 5600, east: 2000)
    }.coverage
    #expect(isClose(report.reconstructedCoverage, 1))
    #expect(isClose(report.pathCoverage, 1))
    #expect(report.positionErrorMeters == nil)
    #expect(report.epochCoverage == 0)
  }

  @Test("What is no place on Earth is counted and covers nothing")
  func nowhere() {
    let report = Evaluator.judge(SmallWorld.walk.world()) {
      $0.record(at: 0, east: .nan)
      $0.record(at: 10, east: .infinity)
    }.coverage
    #expect(report.fixCount == 2)
    #expect(report.positionCoverage == 0)
    #expect(report.positionErrorMeters == nil)
  }

  @Test("Errors are taken at the stamp, and compared with what was reported")
  func errors() {
    let report = Evaluator.judge(SmallWorld.walk.world()) { evaluator in
      for index in 1...20 {
        // The errors are 1 to 20 m. Ten of them are within the reported 10.5 m.
        evaluator.record(
          at: 5000, stamped: Double(index), east: Double(index), accuracy: 10.5)
      }
      evaluator.record(at: 5000, stamped: 30, east: 0, accuracy: -1)
    }.coverage
    // Of 21 errors, including one of 0 m, the 11th is 10 m and the 20th is 19 m.
    #expect(isClose(report.positionErrorMeters?.p50, 10, within: 0.002))
    #expect(isClose(report.positionErrorMeters?.p95, 19, within: 0.002))
    #expect(isClose(report.shareWithinReportedAccuracy, 0.5))
  }
}

@Suite("Straight ways through discs and capsules")
struct StraightWayTests {
  func way(_ a: (Double, Double), _ b: (Double, Double)) -> StraightMovement {
    StraightMovement(
      from: Displacement(eastMeters: a.0, northMeters: a.1),
      to: Displacement(eastMeters: b.0, northMeters: b.1))
  }

  @Test("The part within a disc is the chord")
  func disc() {
    #expect(way((0, 0), (50, 0)).partInDisc(radiusMeters: 100) == .whole)
    #expect(way((0, 0), (200, 0)).partInDisc(radiusMeters: 100) == .init(lower: 0, upper: 0.5))
    #expect(
      way((-200, 0), (200, 0)).partInDisc(radiusMeters: 100) == .init(lower: 0.25, upper: 0.75))
    #expect(way((-200, 101), (200, 101)).partInDisc(radiusMeters: 100).isEmpty)
    #expect(way((200, 0), (300, 0)).partInDisc(radiusMeters: 100).isEmpty)
    #expect(way((-300, 0), (-200, 0)).partInDisc(radiusMeters: 100).isEmpty)
    #expect(way((200, 0), (200, 0)).partInDisc(radiusMeters: 100).isEmpty)
  }

  @Test("The part within a capsule has the round ends and the straight sides")
  func capsule() {
    let axis = Displacement(eastMeters: 100, northMeters: 0)
    func part(_ a: (Double, Double), _ b: (Double, Double)) -> StraightMovement.Part {
      way(a, b).partInCapsule(axisEnd: axis, radiusMeters: 50)
    }
    // Along the axis, the part is from 50 m before it to 50 m beyond.
    let along = StraightMovement.Part(lower: 1.0 / 6, upper: 5.0 / 6)
    #expect(part((-100, 0), (200, 0)) == along)
    // Across the axis at its middle.
    #expect(part((50, -100), (50, 100)) == .init(lower: 0.25, upper: 0.75))
    // Parallel to the axis at 30 m, the ends' discs extend 40 m farther.
    #expect(part((-100, 30), (200, 30)) == .init(lower: 0.2, upper: 0.8))
    #expect(part((-100, 51), (200, 51)).isEmpty)
    #expect(part((10, 10), (90, -40)) == .whole)
  }
}
