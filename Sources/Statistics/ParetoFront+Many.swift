extension ParetoFront {
  /// Returns the indices of the offers that no other offer beats.
  ///
  /// An offer beats another if it is at least as good in every objective and better in one. Equal
  /// offers do not beat each other.
  ///
  /// - Parameter offers: The objectives of each offer, for which more is better. A nil offer is
  ///   never part of the result.
  package static func positions(ofBest offers: [[Double]?]) -> [Int] {
    offers.indices.filter { index in
      guard let offer = offers[index] else { return false }
      return !offers.contains { other in other.map { beats($0, offer) } ?? false }
    }
  }

  /// Returns true if `one` is at least as good as `other` in every objective, and better in at
  /// least one.
  package static func beats(_ one: [Double], _ other: [Double]) -> Bool {
    zip(one, other).allSatisfy { $0 >= $1 } && one != other
  }

  /// Selects at most `count` offers of a front that are spread over it.
  ///
  /// It repeatedly removes the offer whose neighbors are nearest (crowding distance; Deb et al., "A
  /// fast and elitist multiobjective genetic algorithm: NSGA-II", 2002). The best offer in each
  /// objective is kept as long as possible. Among equally crowded offers, the last one is removed
  /// first.
  ///
  /// - Returns: The indices of the selected offers in `front`, in ascending order.
  package static func spread(_ front: [[Double]], atMost count: Int) -> [Int] {
    var left = Array(front.indices)
    while left.count > count {
      let crowding = crowding(left.map { front[$0] })
      // Remove the last of the most crowded, so that of equal ones the first stays.
      let least = crowding.min() ?? 0
      left.remove(at: crowding.lastIndex(of: least) ?? left.count - 1)
    }
    return left
  }

  private static func crowding(_ front: [[Double]]) -> [Double] {
    var distances = [Double](repeating: 0, count: front.count)
    for objective in front[0].indices {
      let order = front.indices.sorted {
        (front[$0][objective], $0) < (front[$1][objective], $1)
      }
      func value(_ place: Int) -> Double { front[order[place]][objective] }
      let width = value(order.count - 1) - value(0)
      guard width > 0 else { continue }
      distances[order[0]] = .infinity
      distances[order[order.count - 1]] = .infinity
      for place in 1..<max(order.count - 1, 1) {
        distances[order[place]] += (value(place + 1) - value(place - 1)) / width
      }
    }
    return distances
  }
}
