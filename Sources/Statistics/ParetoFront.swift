/// Those of several offers that no other beats: who wants more of the gain has to pay more.
package enum ParetoFront {
  package struct Offer: Sendable, Equatable {
    /// More is better.
    package var gain: Double
    /// Less is better.
    package var cost: Double

    package init(gain: Double, cost: Double) {
      self.gain = gain
      self.cost = cost
    }

    func beats(_ other: Offer) -> Bool {
      gain >= other.gain && cost <= other.cost && (gain > other.gain || cost < other.cost)
    }
  }

  /// Positions in `offers`, in their order; equal offers are on the front together, nil is on none.
  package static func positions(in offers: [Offer?]) -> [Int] {
    offers.indices.filter { index in
      guard let offer = offers[index] else { return false }
      return !offers.contains { $0?.beats(offer) == true }
    }
  }
}
