import Geodesy
import Timekeeping

/// The records that the server has not received yet, by the fields with which a record at the
/// server is matched.
package struct AwaitedRecords {
  private let roundsToSeconds: Bool
  private let rememberedMin: Int
  private var newest: [Key: UInt64] = [:]
  /// The records that were awaited before those in `newest`.
  private var former: [Key: UInt64] = [:]
  /// The other records that have the same key as a record in `newest`, but are older.
  private var older: [Key: [UInt64]] = [:]

  private struct Key: Hashable {
    var sentTime: Int64
    var coordinate: Coordinate

    /// Few records have the same time, so that the time alone is enough.
    func hash(into hasher: inout Hasher) { hasher.combine(sentTime) }
  }

  /// - Parameters:
  ///   - roundsToSeconds: true if the tracker sends times in whole seconds.
  ///   - rememberedMin: the number of records that are at least remembered. A user's own app may
  ///     send records that match none of these, and its run may be a year long.
  package init(roundsToSeconds: Bool, rememberedMin: Int = .max) {
    self.roundsToSeconds = roundsToSeconds
    self.rememberedMin = rememberedMin
  }

  /// Returns the key of a record. It has no coordinate if the tracker sends times in whole seconds,
  /// because such a tracker makes at most one record a second.
  private func key(_ timestamp: Instant, _ coordinate: Coordinate) -> Key {
    guard roundsToSeconds else {
      return Key(sentTime: timestamp.atWholeMillisecond.nanoseconds, coordinate: coordinate)
    }
    return Key(sentTime: timestamp.wholeSeconds, coordinate: Coordinate(latitude: 0, longitude: 0))
  }

  package mutating func add(_ timestamp: Instant, _ coordinate: Coordinate, _ identity: UInt64) {
    let key = key(timestamp, coordinate)
    if newest.count >= rememberedMin {
      former = newest
      newest = [:]
      older = [:]
    }
    if let earlier = newest.updateValue(identity, forKey: key), earlier != identity {
      older[key, default: []].append(earlier)
    }
  }

  /// Removes the records that match a record at the server, and passes them to `receive`, the
  /// oldest first.
  ///
  /// Several records have the same key if a relaunched app records the phone's cached fix again.
  package mutating func take(
    _ timestamp: Instant, _ coordinate: Coordinate, _ receive: (_ identity: UInt64) -> Void
  ) {
    let key = key(timestamp, coordinate)
    guard let identity = newest.removeValue(forKey: key) ?? former.removeValue(forKey: key) else {
      return
    }
    if !older.isEmpty { older.removeValue(forKey: key)?.forEach(receive) }
    receive(identity)
  }

  package mutating func removeAll() {
    newest = [:]
    former = [:]
    older = [:]
  }
}
