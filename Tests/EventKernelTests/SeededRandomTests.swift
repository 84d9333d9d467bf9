import EventKernel
import Foundation
import Testing

@Suite("Chance")
struct SeededRandomTests {
  static let drawCount = 100_000

  @Test("A draw is the same however often, and in whatever order, it is asked for")
  func pure() {
    let noise = SeededRandom(seed: 1).stream("gnss.noise")
    let forwards = (0..<1000).map { noise.bits(at: $0) }
    let backwards = (0..<1000).reversed().map { noise.bits(at: $0) }
    #expect(forwards == backwards.reversed())
    #expect(
      SeededRandom(seed: 1).stream("gnss.noise").stream(4).normal(at: 9)
        == SeededRandom(seed: 1).stream("gnss.noise").stream(4).normal(at: 9))
  }

  /// The figures must not change: another figure would change every report under every seed.
  @Test("The draws of a seed are these")
  func known() {
    // The first number of SplitMix64 for the seed 1, as its authors' code prints it.
    #expect(SeededRandom(seed: 1).key == 0x910A_2DEC_8902_5CC1)
    #expect(SeededRandom(seed: 1).bits() == 0xDCE4_23FC_82C0_D5B8)
  }

  @Test("Seeds, names, indices and their order all make different streams")
  func streams() {
    let root = SeededRandom(seed: 1)
    var keys: Set<UInt64> = [root.key, SeededRandom(seed: 2).key, SeededRandom(seed: 0).key]
    for name in ["", "a", "b", "ab", "ba", "gnss.noise", "gnss.noise "] {
      keys.insert(root.stream(name).key)
      keys.insert(SeededRandom(seed: 2).stream(name).key)
      for index in -50..<50 {
        keys.insert(root.stream(name).stream(index).key)
        keys.insert(root.stream(index).stream(name).key)
      }
    }
    #expect(keys.count == 3 + 7 * 202)
  }

  @Test(
    "Streams that differ in one thing are not correlated",
    arguments: [
      (SeededRandom(seed: 1), SeededRandom(seed: 2)),
      (SeededRandom(seed: 1).stream("a"), SeededRandom(seed: 1).stream("b")),
      (SeededRandom(seed: 1).stream("a"), SeededRandom(seed: 2).stream("a")),
      (SeededRandom(seed: 1).stream(0), SeededRandom(seed: 1).stream(1)),
      (SeededRandom(seed: 1), SeededRandom(seed: 1).stream("a")),
    ])
  func independence(a: SeededRandom, b: SeededRandom) {
    for lag in Int64(0)...3 {
      let r = correlation(
        (0..<Self.drawCount).map { a.uniform(at: Int64($0)) },
        (0..<Self.drawCount).map { b.uniform(at: Int64($0) + lag) })
      #expect(abs(r) < 4 / Double(Self.drawCount).squareRoot())
    }
  }

  @Test("Neighboring draws of one stream are not correlated", arguments: Int64(1)...4)
  func neighbors(lag: Int64) {
    let chance = SeededRandom(seed: 3).stream("neighbors")
    let uniform = (0..<Self.drawCount).map { chance.uniform(at: Int64($0)) }
    let shifted = (0..<Self.drawCount).map { chance.uniform(at: Int64($0) + lag) }
    let normal = (0..<Self.drawCount).map { chance.normal(at: Int64($0)) }
    let shiftedNormal = (0..<Self.drawCount).map { chance.normal(at: Int64($0) + lag) }
    #expect(abs(correlation(uniform, shifted)) < 4 / Double(Self.drawCount).squareRoot())
    #expect(abs(correlation(normal, shiftedNormal)) < 4 / Double(Self.drawCount).squareRoot())
  }

  // A sample mean is within four standard errors of the true one, except once in 16 000 times. The
  // fourth central moment gives the standard error of the sample variance.

  @Test("Uniform draws have mean 1/2 and variance 1/12, and fill 0 ..< 1")
  func uniform() {
    let draws = (0..<Self.drawCount).map { SeededRandom(seed: 4).uniform(at: Int64($0)) }
    #expect(draws.allSatisfy { (0..<1).contains($0) })
    expectMoments(of: draws, mean: 1.0 / 2, variance: 1.0 / 12, fourthMoment: 1.0 / 80)
    let range = (0..<Self.drawCount).map {
      SeededRandom(seed: 4).uniform(in: -3...5, at: Int64($0))
    }
    #expect(range.allSatisfy { (-3...5).contains($0) })
    expectMoments(of: range, mean: 1, variance: 64.0 / 12, fourthMoment: 4096.0 / 80)
    // A chi-square test over tenths with 9 degrees of freedom: 27.9 is exceeded once in a thousand.
    var counts = [Double](repeating: 0, count: 10)
    for draw in draws { counts[Int(draw * 10)] += 1 }
    let expected = Double(Self.drawCount) / 10
    #expect(counts.map { ($0 - expected) * ($0 - expected) / expected }.reduce(0, +) < 27.9)
  }

  @Test("Normal draws have mean 0, variance 1 and fourth moment 3; a pair is independent")
  func normal() {
    let pairs = (0..<Self.drawCount).map { SeededRandom(seed: 5).normalPair(at: Int64($0)) }
    let first = pairs.map(\.0)
    let second = pairs.map(\.1)
    for draws in [first, second] {
      expectMoments(of: draws, mean: 0, variance: 1, fourthMoment: 3)
      let fourth = draws.map { pow($0, 4) }.reduce(0, +) / Double(Self.drawCount)
      // The eighth moment of the normal is 105.
      #expect(abs(fourth - 3) < 4 * ((105.0 - 9) / Double(Self.drawCount)).squareRoot())
      #expect(draws.allSatisfy { $0.isFinite })
    }
    #expect(abs(correlation(first, second)) < 4 / Double(Self.drawCount).squareRoot())
    let squares = correlation(first.map { $0 * $0 }, second.map { $0 * $0 })
    #expect(abs(squares) < 4 / Double(Self.drawCount).squareRoot())
    #expect(SeededRandom(seed: 5).normal(at: 17) == first[17])
  }

  @Test("Eight pairs drawn together are those drawn one by one")
  func normalPairsTogether() {
    var pairs = [SIMD2<Double>](repeating: .zero, count: 8)
    var worst = 0.0
    for seed in 0..<10 as Range<UInt64> {
      let random = SeededRandom(seed: seed)
      for first in stride(from: -8 as Int64, to: 20_000, by: 8) {
        random.drawNormalPairs(from: first, into: &pairs)
        for (lane, pair) in pairs.enumerated() {
          let (x, y) = random.normalPair(at: first + Int64(lane))
          worst = max(worst, abs(pair.x - x), abs(pair.y - y))
        }
      }
    }
    // A radius of at most 8.6 (u = 2⁻⁵³) times some units of 2⁻⁵³ is less than 10⁻¹⁴.
    #expect(worst < 1e-14)
  }

  @Test("A pair is the same to the last bit in each place of the eight")
  func normalPairsOfEachPlace() {
    let random = SeededRandom(seed: 3)
    var pairs = [SIMD2<Double>](repeating: .zero, count: 8)
    random.drawNormalPairs(from: 0, into: &pairs)
    let expected = pairs[7]
    for first in 1...7 as ClosedRange<Int64> {
      random.drawNormalPairs(from: first, into: &pairs)
      #expect(pairs[Int(7 - first)] == expected)
    }
  }

  @Test("Log-normal draws have the median asked for, and the logarithm the deviation")
  func logNormal() {
    let draws = (0..<Self.drawCount).map {
      SeededRandom(seed: 6).logNormal(median: 20, sigma: 0.5, at: Int64($0))
    }
    expectMoments(of: draws.map { log($0 / 20) / 0.5 }, mean: 0, variance: 1, fourthMoment: 3)
    let below = Double(draws.count { $0 < 20 })
    #expect(
      abs(below / Double(Self.drawCount) - 0.5) < 4 * (0.25 / Double(Self.drawCount)).squareRoot())
  }

  @Test("Exponential draws have the mean asked for and its square as variance")
  func exponential() {
    let draws = (0..<Self.drawCount).map {
      SeededRandom(seed: 7).exponential(mean: 30, at: Int64($0))
    }
    #expect(draws.allSatisfy { $0 >= 0 && $0.isFinite })
    // The fourth central moment of the exponential is 9 times the fourth power of its mean.
    expectMoments(of: draws, mean: 30, variance: 900, fourthMoment: 9 * 810_000)
  }

  @Test("Something of probability 0 never happens, of 1 always, of 0.3 three times in ten")
  func happens() {
    let chance = SeededRandom(seed: 8)
    var counts = [0, 0, 0]
    for index in 0..<Int64(Self.drawCount) {
      for (kind, probability) in [0, 1, 0.3].enumerated()
      where chance.happens(withProbability: probability, at: index) { counts[kind] += 1 }
    }
    #expect(counts[0] == 0)
    #expect(counts[1] == Self.drawCount)
    let share = Double(counts[2]) / Double(Self.drawCount)
    #expect(abs(share - 0.3) < 4 * (0.21 / Double(Self.drawCount)).squareRoot())
  }

  private func expectMoments(
    of draws: [Double], mean: Double, variance: Double, fourthMoment: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let count = Double(draws.count)
    let sampleMean = draws.reduce(0, +) / count
    let sampleVariance = draws.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / count
    let meanError = (variance / count).squareRoot()
    let varianceError = ((fourthMoment - variance * variance) / count).squareRoot()
    #expect(abs(sampleMean - mean) < 4 * meanError, sourceLocation: sourceLocation)
    #expect(abs(sampleVariance - variance) < 4 * varianceError, sourceLocation: sourceLocation)
  }

  private func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let count = Double(a.count)
    let meanA = a.reduce(0, +) / count
    let meanB = b.reduce(0, +) / count
    var (ab, aa, bb) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      ab += (x - meanA) * (y - meanB)
      aa += (x - meanA) * (x - meanA)
      bb += (y - meanB) * (y - meanB)
    }
    return ab / (aa * bb).squareRoot()
  }
}
