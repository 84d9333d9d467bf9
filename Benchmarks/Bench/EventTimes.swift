/// The time of one event of the hold model, in this kernel and in two well-known simulators.
///
/// Other times are expressed in it, because it varies with the machine and its load as the
/// simulated phone does.
struct EventTimes {
  /// An error thrown if another simulator's run of the hold model ended at another instant, so that
  /// the two cannot be compared.
  struct Disagreement: Error { var peer: String }

  static let pending = 1000
  private static let events = 5_000_000
  private let model = HoldModel()
  private let peers: [Peer]

  /// The seconds per event in this kernel, the best of all rounds.
  private(set) var own = Double.infinity
  /// The seconds per event in each peer; infinite if the peer is not available.
  private(set) var others: [(peer: Peer, seconds: Double)]

  init(comparesWithPeers: Bool = true) {
    peers = comparesWithPeers ? [.simPy, .ns3] : []
    others = peers.map { ($0, .infinity) }
  }

  /// Measures each simulator once more. Call it in turns with the work that is compared.
  mutating func measureRound() throws {
    own = min(
      own, 1 / (try model.run(pending: Self.pending, events: Self.events).eventsPerSecond))
    for (index, peer) in peers.enumerated() {
      guard let outcome = peer.run(pending: Self.pending) else { continue }
      // Every run of a peer ends at the same instant, so that comparing the first is enough.
      if others[index].seconds == .infinity {
        let same = try model.run(pending: Self.pending, events: peer.events)
        guard outcome.lastInstantNanoseconds == same.lastInstantNanoseconds else {
          throw Disagreement(peer: peer.name)
        }
      }
      others[index].seconds = min(others[index].seconds, 1 / outcome.eventsPerSecond)
    }
  }

  /// Returns the number of events of each simulator that take as long as `seconds`, with its limit.
  func findings(_ seconds: Double, own ownLimit: Double, limits: [Double]) -> [Finding] {
    let ours = Finding.atMost(
      ownLimit, "events", subject: "  in events of our own kernel", figure: seconds / own)
    return [ours]
      + zip(others, limits).map { other, limit in
        let subject = "  in events of \(other.peer.name)"
        guard other.seconds < .infinity else {
          return .notMeasured(subject, because: "not compared")
        }
        return .atMost(limit, "events", subject: subject, figure: seconds / other.seconds)
      }
  }
}
