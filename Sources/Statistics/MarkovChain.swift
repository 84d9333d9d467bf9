import EventKernel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Draws from a distribution whose density is known up to a factor, by a Markov chain.
///
/// The chain is a random walk with Metropolis' rule. The covariance of its steps is that of the
/// points so far, times 2.4² divided by the number of dimensions (Haario, Saksman and Tamminen,
/// 2001). The first half of the chain is discarded.
package struct MarkovChain: Sendable {
  package var dimensions: Int
  /// The number of steps in the second half of the chain.
  package var steps = 20_000
  package var chance: SeededRandom

  package init(dimensions: Int, chance: SeededRandom) {
    self.dimensions = dimensions
    self.chance = chance
  }

  /// Returns points of the distribution.
  ///
  /// - Parameters:
  ///   - count: the number of points; they are evenly spaced in the second half of the chain.
  ///   - start: the point at which the chain begins.
  ///   - logDensity: the logarithm of the density at a point, plus any constant.
  package func points(
    _ count: Int, from start: [Double], logDensity: ([Double]) -> Double
  ) -> [[Double]] {
    var walk = Walk(at: start, density: logDensity(start))
    var points: [[Double]] = []
    points.reserveCapacity(count)
    for step in 0..<(2 * steps) {
      if step % 200 == 0, step > 0, step < steps { walk.adapt() }
      let normals = (0..<dimensions).map { chance.stream($0).normal(at: Int64(step)) }
      let proposal = walk.proposal(normals)
      let density = logDensity(proposal)
      if log(chance.stream("accept").uniform(at: Int64(step))) < density - walk.density {
        walk.position = proposal
        walk.density = density
      }
      walk.note()
      let due = steps + points.count * steps / max(1, count)
      if step >= due, points.count < count { points.append(walk.position) }
    }
    return points
  }
}

/// The position of a random walk, and the covariance of the positions so far.
private struct Walk {
  var position: [Double]
  var density: Double
  private var count = 0.0
  private var mean: [Double]
  private var products: [[Double]]
  private var steps: PositiveSystem?

  init(at start: [Double], density: Double) {
    position = start
    self.density = density
    mean = start.map { _ in 0 }
    products = start.map { _ in start.map { _ in 0 } }
  }

  /// Adds the present position to the mean and the covariance.
  mutating func note() {
    count += 1
    let before = zip(position, mean).map { $0 - $1 }
    for index in mean.indices { mean[index] += before[index] / count }
    for a in mean.indices {
      for b in 0...a { products[a][b] += before[a] * (position[b] - mean[b]) }
    }
  }

  /// Sets the covariance of the steps from the positions so far, and forgets early positions.
  mutating func adapt() {
    let scale = 2.4 * 2.4 / Double(mean.count)
    var covariance = products
    for a in mean.indices {
      for b in 0...a { covariance[a][b] *= scale / max(1, count - 1) }
      covariance[a][a] += 1e-6
    }
    steps = PositiveSystem(covariance) ?? steps
    count *= 0.75
    for a in mean.indices { for b in 0...a { products[a][b] *= 0.75 } }
  }

  func proposal(_ normals: [Double]) -> [Double] {
    let step = steps?.correlated(normals) ?? normals.map { $0 * 0.1 }
    return zip(position, step).map { $0 + $1 }
  }
}
