import EventKernel
import Foundation
import Timekeeping

/// The hold model: a queue of constant length, in which each delivered event schedules one
/// successor.
///
/// It is the classic benchmark of event queues (Jones, "An empirical comparison of priority-queue
/// and event-set implementations", CACM 29, 1986). The increments are exponential, and drawn before
/// the clock starts, so that only the queue is timed. `compare/hold_simpy.py` and
/// `compare/hold_ns3.cc` are the same model; their last event falls on the same instant, which
/// shows that they do the same work.
struct HoldModel {
  struct Event { var identity: UInt32 }

  struct Outcome {
    var eventsPerSecond: Double
    var lastInstantNanoseconds: Int64
  }

  static let tableSize = 1 << 16
  let increments: [TimeSpan]

  init() {
    // SplitMix64, as in `SeededRandom`; the mean is one second.
    increments = (0..<UInt64(Self.tableSize)).map { index in
      var word = (index + 1) &* 0x9E37_79B9_7F4A_7C15
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      word ^= word >> 31
      let uniform = Double(word >> 11) * 0x1p-53
      return TimeSpan(nanoseconds: Int64(-log(1 - uniform) * 1e9))
    }
  }

  func run(pending: Int, events: Int) throws -> Outcome {
    var kernel = EventKernel<Event>(startingAt: Instant(nanoseconds: 0))
    var scheduled = 0
    for identity in 0..<UInt32(pending) {
      kernel.schedule(
        Event(identity: identity), after: increments[scheduled & (Self.tableSize - 1)])
      scheduled += 1
    }
    let duration = try seconds {
      for _ in 0..<events {
        guard let event = try kernel.next(until: .distantFuture) else { break }
        kernel.schedule(event, after: increments[scheduled & (Self.tableSize - 1)])
        scheduled += 1
      }
    }
    return Outcome(
      eventsPerSecond: Double(events) / duration, lastInstantNanoseconds: kernel.now.nanoseconds)
  }
}
