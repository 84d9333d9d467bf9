/// The budget of the event kernel, against two well-known simulators, on the hold model with 1,000
/// pending events.
enum KernelBudget: Budget {
  static let name = "kernel"
  /// The minimum speed as a multiple of SimPy's, and of ns-3's default scheduler.
  private static let speedups = [20.0, 2]

  static func measure(rounds: Int) throws -> [Finding] {
    var times = EventTimes(comparesWithPeers: rounds > 1)
    for _ in 0..<rounds { try times.measureRound() }
    let speed = Finding.measured(
      "event kernel, hold model, 1,000 pending", "\(short(1e-6 / times.own)) M events/s")
    return [speed]
      + zip(times.others, speedups).map { other, speedup in
        guard other.seconds < .infinity else {
          return .notMeasured("  against \(other.peer.name)", because: "not compared")
        }
        return .atLeast(
          speedup, "times",
          subject: "  against \(other.peer.name), \(short(1e-6 / other.seconds)) M events/s",
          figure: other.seconds / times.own)
      }
  }
}
