/// The heap of keys. Each key is earlier than its four children, whose indices are 4i + 1 to 4i +
/// 4.
extension EventKernel {
  @inlinable
  mutating func raiseLast() {
    heap.withUnsafeMutableBufferPointer { keys in
      Self.raise(keys[keys.count - 1], into: keys.count - 1, of: keys)
    }
  }

  @inlinable
  mutating func removeFirst() {
    let last = heap.removeLast()
    if !heap.isEmpty { replaceFirst(with: last) }
  }

  /// Replaces the key at the root by the next one of its series, which is often the earliest again:
  /// a receiver's tick, for example, between rarer events.
  @inlinable
  mutating func advanceFirst(to key: Key) {
    if !replaceEarliest(by: key) { replaceFirst(with: key) }
  }

  /// Replaces the key at the root if `key` is earlier than all others. Returns false if it is not.
  @inlinable
  @inline(__always)
  mutating func replaceEarliest(by key: Key) -> Bool {
    guard heap.count > 4 else { return false }
    othersFromNanoseconds = min(
      min(heap[1].nanoseconds, heap[2].nanoseconds), min(heap[3].nanoseconds, heap[4].nanoseconds))
    guard key.nanoseconds < othersFromNanoseconds else { return false }
    heap[0] = key
    return true
  }

  /// Replaces the key at the root.
  @inlinable
  mutating func replaceFirst(with key: Key) { replaceKey(at: 0, with: key) }

  /// Replaces the key at `index`. The empty place moves to the bottom along the earliest children.
  /// Then `key` moves up from there to its place.
  ///
  /// A new key nearly always belongs near the bottom, so this saves a comparison per level
  /// (Wegener, "Bottom-up heapsort", Theoretical Computer Science 118, 1993).
  @inlinable
  @inline(__always)
  mutating func replaceKey(at index: Int, with key: Key) {
    heap.withUnsafeMutableBufferPointer { keys in
      let count = keys.count
      var hole = index
      var child = index &* 4 &+ 1
      while child &+ 3 < count {
        let smallest = Self.earlier(
          Self.earlier((child, keys[child]), (child &+ 1, keys[child &+ 1])),
          Self.earlier((child &+ 2, keys[child &+ 2]), (child &+ 3, keys[child &+ 3])))
        keys[hole] = smallest.key
        hole = smallest.index
        child = hole &* 4 &+ 1
      }
      if child < count {
        var smallest = (index: child, key: keys[child])
        for other in child + 1..<count { smallest = Self.earlier(smallest, (other, keys[other])) }
        keys[hole] = smallest.key
        hole = smallest.index
      }
      Self.raise(key, into: hole, of: keys)
    }
  }

  /// Moves the empty place at `index` up until `key` fits into it.
  @inlinable
  static func raise(
    _ key: Key, into index: Int, of keys: UnsafeMutableBufferPointer<Key>
  ) {
    var hole = index
    while hole > 0 {
      let parent = (hole - 1) >> 2
      guard key < keys[parent] else { break }
      keys[hole] = keys[parent]
      hole = parent
    }
    keys[hole] = key
  }

  /// Returns the earlier of two keys together with its index, so that no key is loaded twice.
  @inlinable @inline(__always)
  static func earlier(
    _ a: (index: Int, key: Key), _ b: (index: Int, key: Key)
  ) -> (index: Int, key: Key) {
    b.key < a.key ? b : a
  }

  /// Checks the whole queue, for tests. Returns false if the heap's order or the bookkeeping of the
  /// slots is broken.
  public func isConsistent() -> Bool {
    let ordered = heap.indices.dropFirst().allSatisfy { !(heap[$0] < heap[($0 - 1) >> 2]) }
    let waiting = rootIsVacant ? heap.dropFirst() : heap[...]
    let used = Set(waiting.map(\.slot))
    let cancelled = waiting.count { slots[$0.slot].event == nil }
    return ordered && used.count == waiting.count && cancelled == cancelledCount
      && used.isDisjoint(with: freeSlots.map(Int.init))
      && used.count + freeSlots.count == slots.count
  }
}
