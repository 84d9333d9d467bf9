import Geodesy
import World

/// The most likely positions of a recording's points on a line, in the order of the points.
///
/// The positions are those of the least sum of two costs (Newson and Krumm, "Hidden Markov map
/// matching through noise and sparseness", 2009): the squared distance from point to line, and the
/// difference between the ways from point to point along the line and in the recording. So a point
/// on a way out and back goes to the right one of the two. Small steps back remain, as the noise of
/// a receiver makes them. Where they do, the positions become their mean, which is the best order
/// by least squares (pool adjacent violators).
struct OrderedProjection {
  /// The difference of two ways between points that costs as much as e times less likelihood, in
  /// meters. Newson and Krumm estimate it from a drive; here it is a judgement.
  private static let differenceMeters = 10.0

  /// A point's position on the line.
  struct Match: Hashable {
    var metersAlong: Double
    var position: Coordinate
    /// The distance from the recorded to the matched position.
    var moveMeters: Double
  }

  /// The match of each point; nil for a point that is too far from the line.
  let matches: [Match?]

  init(_ points: ArraySlice<TracePoint>, on line: RouteLine) {
    let layers = points.indices.compactMap { index in
      Layer(points[index], index: index, on: line)
    }
    let ordered = inOrder(Self.mostLikely(layers))
    var matches = [Match?](repeating: nil, count: points.count)
    for (layer, meters) in zip(layers, ordered) {
      let position = line.position(atMeters: meters)
      let move = layer.point.coordinate.distanceMeters(to: position)
      guard move <= layer.point.reachMeters else { continue }
      matches[layer.index - points.startIndex] = Match(
        metersAlong: meters, position: position, moveMeters: move)
    }
    self.matches = matches
  }

  /// A point with the positions on the line where it may belong.
  private struct Layer {
    var point: TracePoint
    var index: Int
    var candidates: [RouteLine.Candidate]

    init?(_ point: TracePoint, index: Int, on line: RouteLine) {
      self.point = point
      self.index = index
      candidates = line.candidates(near: point.coordinate, withinMeters: point.reachMeters)
      if candidates.isEmpty { return nil }
    }

    func cost(of candidate: RouteLine.Candidate) -> Double {
      let deviations = candidate.distanceMeters / point.deviationMeters
      return deviations * deviations / 2
    }
  }

  /// Returns the candidates of the least cost, one a layer, as distances along the line (Viterbi's
  /// algorithm).
  private static func mostLikely(_ layers: [Layer]) -> [Double] {
    guard let first = layers.first, let last = layers.last else { return [] }
    var costs = first.candidates.map(first.cost)
    var origins: [[Int]] = []
    for (before, layer) in zip(layers, layers.dropFirst()) {
      let recorded = before.point.coordinate.distanceMeters(to: layer.point.coordinate)
      var (next, from): ([Double], [Int]) = ([], [])
      for candidate in layer.candidates {
        var best = (cost: Double.infinity, origin: 0)
        for (index, origin) in before.candidates.enumerated() {
          let difference = abs(candidate.meters - origin.meters - recorded)
          let cost = costs[index] + difference / differenceMeters
          if cost < best.cost { best = (cost, index) }
        }
        next.append(best.cost + layer.cost(of: candidate))
        from.append(best.origin)
      }
      costs = next
      origins.append(from)
    }
    var choice = last.candidates.indices.min { costs[$0] < costs[$1] } ?? 0
    var chosen = [last.candidates[choice].meters]
    for (layer, from) in zip(layers.dropLast(), origins).reversed() {
      choice = from[choice]
      chosen.append(layer.candidates[choice].meters)
    }
    return chosen.reversed()
  }
}

/// Returns the numbers in rising order that differ least from the given ones, by the sum of squares
/// (pool adjacent violators).
func inOrder(_ numbers: [Double]) -> [Double] {
  var pools: [(sum: Double, count: Int)] = []
  for number in numbers {
    pools.append((number, 1))
    while pools.count > 1 {
      let (a, b) = (pools[pools.count - 2], pools[pools.count - 1])
      guard a.sum / Double(a.count) > b.sum / Double(b.count) else { break }
      pools.removeLast(2)
      pools.append((a.sum + b.sum, a.count + b.count))
    }
  }
  return pools.flatMap { [Double](repeating: $0.sum / Double($0.count), count: $0.count) }
}
