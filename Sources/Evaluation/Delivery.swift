import Geodesy
import Timekeeping

/// A record that the server has not received yet.
struct PendingRecord {
  var identity: UInt64
  var ordinal: Int
  var stamp: Instant
  var recordedAt: Instant
  var coordinate: Coordinate
  fileprivate var isSettled = false

  init(_ position: RecordedPosition, ordinal: Int) {
    identity = position.identity
    self.ordinal = ordinal
    stamp = position.timestamp
    recordedAt = position.recordedAt
    coordinate = position.coordinate
  }
}

/// Counts the records sent to the server: how many arrived, how late, and how many were lost.
///
/// Latency is the time from `recordedAt` until the server first has the record. Only records that
/// have not arrived are kept, and at most 262,144 of them. Older records are only counted.
struct Delivery {
  private static let countMax = 262_144

  private(set) var receivedCount = 0
  private(set) var lostCount = 0
  private(set) var duplicatedCount = 0
  private var recordedCount = 0
  private var latencies = LogHistogram()
  private var pending = RingBuffer<PendingRecord>()
  /// True until a record is added whose `identity` is not larger than that of the record before.
  /// Until then, a binary search finds the records.
  private var isAscending = true

  mutating func recorded(_ position: RecordedPosition, ordinal: Int) {
    recordedCount += 1
    if let last = pending.last, last.identity >= position.identity { isAscending = false }
    if pending.count >= Delivery.countMax { pending.popFirst() }
    pending.append(PendingRecord(position, ordinal: ordinal))
  }

  /// Counts an arrival. Returns the record, or nil if it is unknown or was received before.
  mutating func received(_ identity: UInt64, at time: Instant) -> PendingRecord? {
    receivedCount += 1
    guard let record = settle(identity) else { return nil }
    latencies.add((time - record.recordedAt).seconds)
    return record
  }

  mutating func lost(_ identity: UInt64) -> PendingRecord? {
    lostCount += 1
    return settle(identity)
  }

  /// Returns true if the record has not arrived yet. Returns false for a record that is too old to
  /// be kept.
  func isPending(_ identity: UInt64) -> Bool {
    index(of: identity).map { !pending[$0].isSettled } ?? false
  }

  mutating func duplicated() { duplicatedCount += 1 }

  private mutating func settle(_ identity: UInt64) -> PendingRecord? {
    guard let index = index(of: identity), !pending[index].isSettled else { return nil }
    let record = pending[index]
    pending[index].isSettled = true
    while pending.first?.isSettled == true { pending.popFirst() }
    return record
  }

  private func index(of identity: UInt64) -> Int? {
    guard isAscending else { return pending.lastIndex { $0.identity == identity } }
    let index = pending.partitioningIndex { $0.identity < identity }
    return index < pending.count && pending[index].identity == identity ? index : nil
  }

  var report: DeliveryReport {
    DeliveryReport(
      recorded: recordedCount, received: receivedCount, lost: lostCount,
      duplicated: duplicatedCount, latencyP50Seconds: latencies.quantile(0.5),
      latencyP95Seconds: latencies.quantile(0.95))
  }
}
