/// The Pareto front of offers: those that no other beats in both gain and cost.
package enum ParetoFront {
  package struct Offer: Sendable, Equatable {
    /// The gain, of which more is better.
    package var gain: Double
    /// The cost, of which less is better.
    package var cost: Double

    package init(gain: Double, cost: Double) {
      self.gain = gain
      self.cost = cost
    }

    func beats(_ other: Offer) -> Bool {
      gain >= other.gain && cost <= other.cost && (gain > other.gain || cost < other.cost)
    }
  }

  /// Returns indices in `offers`, in order; equal offers are on the front together, nil is not on
  /// it.
  package static func positions(in offers: [Offer?]) -> [Int] {
    offers.indices.filter { index in
      guard let offer = offers[index] else { return false }
      return !offers.contains { $0?.beats(offer) == true }
    }
  }
}
