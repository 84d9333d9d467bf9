import Geodesy
import Timekeeping

/// The records that the server has not received yet, by the fields with which a record at the
/// server is matched.
package struct AwaitedRecords {
  private let roundsToSeconds: Bool
  private let rememberedMin: Int
  /// The records that were added with a later time than all before them. A tracker makes and sends
  /// most of its records in this order, so that they need no hash. The others are in the tables.
  private var ascending = RingBuffer<Awaited>()
  private var takenCount = 0
  private var newestTime = Int64.min
  private var newest: [Key: UInt64] = [:]
  /// The records that were awaited before those in `newest`.
  private var former: [Key: UInt64] = [:]
  /// The other records that have the same key as a record in `newest`, but are older.
  private var older: [Key: [UInt64]] = [:]

  /// The number of stored records, with those of `ascending` that were taken.
  var storedCount: Int { ascending.count + newest.count + former.count }

  private struct Awaited {
    var key: Key
    var identity: UInt64
    var isTaken = false
  }

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
    if ascending.count + newest.count >= rememberedMin { beginAnew() }
    if newestTime < key.sentTime {
      newestTime = key.sentTime
      ascending.append(Awaited(key: key, identity: identity))
    } else if index(of: key).map({ ascending[$0].identity != identity }) ?? true {
      insert(key, identity)
    }
  }

  private mutating func insert(_ key: Key, _ identity: UInt64) {
    if let earlier = newest.updateValue(identity, forKey: key), earlier != identity {
      older[key, default: []].append(earlier)
    }
  }

  private mutating func beginAnew() {
    while let record = ascending.popFirst() {
      if !record.isTaken { insert(record.key, record.identity) }
    }
    takenCount = 0
    former = newest
    newest = [:]
    older = [:]
  }

  /// Removes the records that match a record at the server, and passes them to `receive`, the
  /// oldest first.
  ///
  /// Several records have the same key if a relaunched app records the phone's cached fix again.
  package mutating func take(
    _ timestamp: Instant, _ coordinate: Coordinate, _ receive: (_ identity: UInt64) -> Void
  ) {
    let key = key(timestamp, coordinate)
    if let identity = takeAscending(key) { receive(identity) }
    if newest.isEmpty && former.isEmpty { return }
    guard let identity = newest.removeValue(forKey: key) ?? former.removeValue(forKey: key) else {
      return
    }
    if !older.isEmpty { older.removeValue(forKey: key)?.forEach(receive) }
    receive(identity)
  }

  private mutating func takeAscending(_ key: Key) -> UInt64? {
    guard let index = index(of: key) else { return nil }
    let identity = ascending[index].identity
    ascending[index].isTaken = true
    takenCount += 1
    while ascending.first?.isTaken == true {
      ascending.popFirst()
      takenCount -= 1
    }
    // A record that never arrives would keep all records after it.
    if takenCount > 64, takenCount > ascending.count / 2 { dropTaken() }
    return identity
  }

  private mutating func dropTaken() {
    var waiting = RingBuffer<Awaited>()
    for record in ascending where !record.isTaken { waiting.append(record) }
    ascending = waiting
    takenCount = 0
  }

  /// Returns the place of the record with this key in `ascending`; nil if it is taken, or in none.
  private func index(of key: Key) -> Int? {
    // Most servers receive the oldest record first.
    guard let first = ascending.first, first.key.sentTime <= key.sentTime else { return nil }
    let index =
      first.key.sentTime == key.sentTime
      ? 0 : ascending.partitioningIndex { $0.key.sentTime < key.sentTime }
    guard index < ascending.count, ascending[index].key == key, !ascending[index].isTaken else {
      return nil
    }
    return index
  }

  package mutating func removeAll() {
    ascending = RingBuffer()
    takenCount = 0
    newestTime = .min
    newest = [:]
    former = [:]
    older = [:]
  }
}
