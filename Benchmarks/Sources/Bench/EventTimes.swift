/// The time that one event of the hold model takes, in this kernel and in two well-known
/// simulators.
///
/// The measure for everything else: it slows with the machine and the hour as the simulated phone
/// does.
struct EventTimes {
  /// The same hold model run elsewhere ended at another instant, so that nothing can be compared.
  struct Disagreement: Error { var peer: String }

  static let pending = 1000
  private static let events = 5_000_000
  private let model = HoldModel()
  private let peers: [Peer]

  /// Seconds; the best of all rounds.
  private(set) var own = Double.infinity
  /// Seconds, infinite where a peer is not to be had.
  private(set) var others: [(peer: Peer, seconds: Double)]

  init(comparesWithPeers: Bool = true) {
    peers = comparesWithPeers ? [.simPy, .ns3] : []
    others = peers.map { ($0, .infinity) }
  }

  /// Measures each once more; to be called in turns with what is compared.
  mutating func measureRound() throws {
    own = min(
      own, 1 / (try model.run(pending: Self.pending, events: Self.events).eventsPerSecond))
    for (index, peer) in peers.enumerated() {
      guard let outcome = peer.run(pending: Self.pending) else { continue }
      let same = try model.run(pending: Self.pending, events: peer.events)
      guard outcome.lastInstantNanoseconds == same.lastInstantNanoseconds else {
        throw Disagreement(peer: peer.name)
      }
      others[index].seconds = min(others[index].seconds, 1 / outcome.eventsPerSecond)
    }
  }

  /// How many events of each take as long as `seconds`, against at most so many.
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
