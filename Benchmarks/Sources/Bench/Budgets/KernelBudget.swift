import EventKernel

/// The event kernel on the hold model with 1,000 pending events, against two well-known simulators.
enum KernelBudget: Budget {
  static let name = "kernel"
  static let pending = 1000
  static let events = 5_000_000

  struct Disagreement: Error { var peer: String }

  static func measure(rounds: Int) throws -> [Finding] {
    let model = HoldModel()
    let peers: [(peer: Peer, speedup: Double)] = rounds > 1 ? [(.simPy, 20), (.ns3, 2)] : []
    var ours = 0.0
    var theirs = [Double](repeating: 0, count: peers.count)
    for _ in 0..<rounds {
      ours = max(ours, try model.run(pending: pending, events: events).eventsPerSecond)
      for (index, (peer, _)) in peers.enumerated() {
        guard let outcome = peer.run(pending: pending) else { continue }
        let same = try model.run(pending: pending, events: peer.events)
        guard outcome.lastInstantNanoseconds == same.lastInstantNanoseconds else {
          throw Disagreement(peer: peer.name)
        }
        theirs[index] = max(theirs[index], outcome.eventsPerSecond)
      }
    }
    let speed = Finding.measured(
      "event kernel, hold model, 1,000 pending", "\(short(ours / 1e6)) M events/s")
    return [speed]
      + zip(peers, theirs).map { compared, speed in
        guard speed > 0 else {
          return .notMeasured("  against \(compared.peer.name)", because: "not compared")
        }
        return .atLeast(
          compared.speedup, "times",
          subject: "  against \(compared.peer.name), \(short(speed / 1e6)) M events/s",
          figure: ours / speed)
      }
  }
}
