import EventKernel
import Geodesy
import Testing
import Timekeeping
import World

@testable import Evaluation

/// Tests random days with random fixes and random delays to app and server, judged by stream and by
/// sampling.
@Suite("Streaming against sampling")
struct SamplingTests {
  struct Sample {
    var stamp: Instant
    var recordedAt: Instant
    var receivedAt: Instant
    var coordinate: Coordinate
  }

  private func world(_ chance: SeededRandom) -> World {
    var day = SmallWorld()
    for leg in 0..<12 {
      let draw = chance.stream("leg").stream(leg)
      if draw.happens(withProbability: 0.4) {
        day.stay(.seconds(draw.uniform(in: 10...1500, at: 1)))
      } else {
        day.move(
          east: draw.uniform(in: -900...900, at: 1), north: draw.uniform(in: -900...900, at: 2),
          at: draw.uniform(in: 1...15, at: 3), isTruthKnown: draw.uniform(at: 4) < 0.8)
      }
    }
    return day.world()
  }

  private func samples(_ chance: SeededRandom, of world: World) -> [Sample] {
    var finger = TrajectoryCursor()
    let length = (world.end - world.start).seconds
    let scale = LocalScale(latitude: 45.5)
    let samples = (0..<60).map { index in
      let draw = chance.stream("fix").stream(index)
      let stamp = world.start + .seconds(draw.uniform(in: 0...length, at: 0))
      let recordedAt = stamp + .seconds(draw.uniform(in: 0...300, at: 2))
      let noise = draw.normalPair(at: 1)
      return Sample(
        stamp: stamp, recordedAt: recordedAt,
        receivedAt: recordedAt + .seconds(draw.uniform(in: 0...900, at: 3)),
        coordinate: scale.coordinate(
          finger.position(at: stamp, on: world.person).coordinate,
          moved: Displacement(eastMeters: noise.0 * 70, northMeters: noise.1 * 70)))
    }
    return samples.filter { $0.recordedAt < world.end }.sorted { $0.recordedAt < $1.recordedAt }
  }

  private func judge(_ world: World, _ samples: [Sample]) -> Assessment {
    var options = EvaluationOptions()
    options.tracksDelivery = true
    return Evaluator.judge(world, options) { evaluator in
      let events = samples.indices.flatMap { index in
        [(samples[index].recordedAt, index, true), (samples[index].receivedAt, index, false)]
      }
      for (time, index, isRecording) in events.sorted(by: { $0.0 < $1.0 }) where time < world.end {
        if isRecording {
          evaluator.recorded(
            RecordedPosition(
              identity: UInt64(index), timestamp: samples[index].stamp, recordedAt: time,
              coordinate: samples[index].coordinate, horizontalAccuracyMeters: 5))
        } else {
          evaluator.received(identity: UInt64(index), at: time)
        }
      }
    }
  }

  /// The tolerance of sampling. With a sample a second, each border of an interval has an error of
  /// up to half a second. The errors of some two hundred borders, positive as often as negative,
  /// sum to far less than 30 s.
  private let toleranceSeconds = 30.0

  @Test("Coverage and the partitions of gaps equal sampling every second", arguments: 0..<40)
  func equalsSampling(seed: UInt64) {
    let world = world(SeededRandom(seed: seed))
    let samples = samples(SeededRandom(seed: seed), of: world)
    let assessment = judge(world, samples)

    var judged = 0.0
    var covered = 0.0
    var coveredByServer = 0.0
    var finger = TrajectoryCursor()
    for second in stride(from: 0.5, to: (world.end - world.start).seconds, by: 1) {
      let time = world.start + .seconds(second)
      guard finger.span(at: time, on: world.person).isTruthKnown else { continue }
      judged += 1
      let truth = finger.position(at: time, on: world.person).coordinate
      func isNear(_ known: [Sample]) -> Bool {
        let newest = known.max { $0.stamp < $1.stamp }
        return newest.map { $0.coordinate.distanceMeters(to: truth) <= 100 } ?? false
      }
      if isNear(samples.filter { $0.recordedAt <= time }) { covered += 1 }
      if isNear(samples.filter { $0.receivedAt <= time }) { coveredByServer += 1 }
    }

    let report = assessment.coverage
    let uncovered = assessment.gapCauses.recorded.reduce(0) { $0 + $1.seconds }
    let unreceived = assessment.gapCauses.received?.reduce(0) { $0 + $1.seconds } ?? -1
    #expect(abs(report.judgedSeconds - judged) < 12)
    #expect(isClose(report.positionCoverage, 1 - uncovered / report.judgedSeconds))
    #expect(abs(uncovered - (judged - covered)) < toleranceSeconds)
    #expect(abs(unreceived - (judged - coveredByServer)) < toleranceSeconds)
    #expect((assessment.receivedSeconds(.notYetSent) ?? 0) > 0)
  }
}
