/// Finds the Pareto front: the offers that no other offer beats. One offer beats another if it is
/// at least as good in gain and in cost, and better in one of them.
package enum ParetoFront {
  package struct Offer: Sendable {
    /// The gain, for which more is better.
    package var gain: Double
    /// The cost, for which less is better.
    package var cost: Double

    package init(gain: Double, cost: Double) {
      self.gain = gain
      self.cost = cost
    }

    func beats(_ other: Offer) -> Bool {
      gain >= other.gain && cost <= other.cost && (gain > other.gain || cost < other.cost)
    }
  }

  /// Returns the indices of the offers on the front, in ascending order.
  ///
  /// Equal offers do not beat each other. A nil offer is never on the front.
  package static func positions(in offers: [Offer?]) -> [Int] {
    offers.indices.filter { index in
      guard let offer = offers[index] else { return false }
      return !offers.contains { $0?.beats(offer) == true }
    }
  }
}
