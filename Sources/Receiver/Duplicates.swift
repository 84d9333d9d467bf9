import Timekeeping

/// Knows the latest records again: at least the last `rememberedMin`, at most twice as many.
///
/// A simulated year at 1 Hz has 31 million records, too many to remember all. A tracker resends
/// what was not acknowledged, which lies among the last it sent; a quarter of a million is three
/// days at 1 Hz. Fingerprints take 8 bytes each; that a new record is mistaken for one of half a
/// million others has a probability of 3e-14.
struct RecentRecords {
  let rememberedMin: Int
  private var newer: Set<UInt64> = []
  private var older: Set<UInt64> = []

  init(rememberedMin: Int) { self.rememberedMin = max(1, rememberedMin) }

  /// False when it is known already.
  mutating func insert(_ fingerprint: UInt64) -> Bool {
    guard !older.contains(fingerprint), newer.insert(fingerprint).inserted else { return false }
    if newer.count >= rememberedMin {
      older = newer
      newer = []
    }
    return true
  }
}

/// The whole seconds of which a record arrived lately, which is how Compass tells duplicates.
struct RecentSeconds {
  let memory: TimeSpan
  private var newer: [Int64: Instant] = [:]
  private var older: [Int64: Instant] = [:]
  private var newerStart = Instant.distantPast

  init(memory: TimeSpan) { self.memory = memory }

  /// False when a record of that second arrived within `memory` before.
  mutating func insert(_ second: Int64, at arrival: Instant) -> Bool {
    if arrival - newerStart >= memory {
      older = newer
      newer = [:]
      newerStart = arrival
    }
    if let seen = newer[second] ?? older[second], arrival - seen < memory { return false }
    newer[second] = arrival
    return true
  }
}
