import Timekeeping

/// Virtual time: a queue of events, delivered in order of (instant, order of scheduling).
///
/// Taking out the earliest event and putting in its successor is nearly all of a simulator's own
/// cost, so the queue is a hand-written heap of 16-byte keys, each with four children: half as deep
/// as a binary one, and the four lie side by side in memory. A key holds the instant and, packed into
/// one word, the running number that breaks ties and the slot in which the event itself waits; events
/// never move while the heap is sifted. A delivered event's key stays at the root until the next call,
/// since nearly every handler schedules a successor, which then sinks from there at once.
///
/// Cancelling empties the slot; the key is dropped when it surfaces, or when cancelled keys are more
/// than half of the queue. A cancelled or delivered event's identifier is recognised by its
/// generation, so that cancelling twice, or too late, is harmless.
///
/// The kernel knows nothing of phones: `Event` is the simulator's own small value, and a trivial one
/// (no references in it) keeps reference counting out of the loop.
public struct EventKernel<Event> {
  /// Names one scheduled event, or one repeating series, until it is delivered or cancelled.
  @frozen
  public struct Identifier: Hashable, Sendable {
    @usableFromInline let slot: UInt32
    @usableFromInline let generation: UInt32

    @inlinable init(slot: UInt32, generation: UInt32) {
      self.slot = slot
      self.generation = generation
    }
  }

  @frozen @usableFromInline
  struct Key {
    @usableFromInline var nanoseconds: Int64
    /// Running number in the upper 40 bits, slot in the lower 24.
    @usableFromInline var order: UInt64

    @inlinable init(nanoseconds: Int64, order: UInt64) {
      self.nanoseconds = nanoseconds
      self.order = order
    }

    @inlinable var slot: Int { Int(truncatingIfNeeded: order & 0xFF_FFFF) }

    /// Ties are rare, and which of two keys is earlier cannot be foretold: hinted so, the compiler
    /// makes the common comparison one conditional move, which doubles the speed of the queue.
    @inlinable static func < (a: Key, b: Key) -> Bool {
      if _slowPath(a.nanoseconds == b.nanoseconds) { return a.order < b.order }
      return a.nanoseconds < b.nanoseconds
    }
  }

  @frozen @usableFromInline
  struct Slot {
    @usableFromInline var event: Event?
    @usableFromInline var generation: UInt32 = 0
    /// 0 for an event that happens once.
    @usableFromInline var periodNanoseconds: Int64 = 0

    @inlinable init(event: Event?) { self.event = event }
  }

  @usableFromInline var heap: [Key] = []
  /// The root's event was delivered and its key is still to be removed or replaced.
  @usableFromInline var rootIsVacant = false
  /// Keys in the heap whose slot was emptied.
  @usableFromInline var cancelledCount = 0
  @usableFromInline var slots: [Slot] = []
  @usableFromInline var freeSlots: [UInt32] = []
  @usableFromInline var nextNumber: UInt64 = 0
  @usableFromInline var eventsAtThisInstant = 0

  /// The instant of the event being delivered, or the end of the last run.
  public private(set) var now: Instant

  /// More events than this at one instant are a livelock; `next(until:)` then throws.
  public let eventsAtOneInstantMax: Int

  public init(startingAt start: Instant, eventsAtOneInstantMax: Int = 1_000_000) {
    now = start
    self.eventsAtOneInstantMax = eventsAtOneInstantMax
  }

  /// Events scheduled and not yet delivered or cancelled.
  public var pendingCount: Int { heap.count - cancelledCount - (rootIsVacant ? 1 : 0) }

  /// Schedules `event`; an instant already past counts as now, and is delivered after what is due now.
  @inlinable @discardableResult
  public mutating func schedule(_ event: Event, at instant: Instant) -> Identifier {
    insert(event, at: instant, periodNanoseconds: 0)
  }

  @inlinable @discardableResult
  public mutating func schedule(_ event: Event, after delay: TimeSpan) -> Identifier {
    insert(event, at: now + delay, periodNanoseconds: 0)
  }

  /// Delivers `event` at `first` and every `period` (more than zero) after, until cancelled.
  ///
  /// The next delivery is queued before the present one is handed out, so that its handler may cancel.
  @inlinable @discardableResult
  public mutating func scheduleRepeating(
    _ event: Event, first: Instant, every period: TimeSpan
  ) -> Identifier {
    precondition(period > .zero, "a repeating event needs a period above zero")
    return insert(event, at: first, periodNanoseconds: period.nanoseconds)
  }

  /// Harmless for an event that was delivered or cancelled before; says whether it was still waiting.
  @inlinable @discardableResult
  public mutating func cancel(_ identifier: Identifier) -> Bool {
    let slot = Int(identifier.slot)
    guard isPending(identifier) else { return false }
    slots[slot].event = nil
    slots[slot].generation &+= 1
    cancelledCount += 1
    if cancelledCount > 64, cancelledCount > heap.count / 2 { dropAllCancelled() }
    return true
  }

  @inlinable
  public func isPending(_ identifier: Identifier) -> Bool {
    let slot = Int(identifier.slot)
    return slot < slots.count && slots[slot].generation == identifier.generation
      && slots[slot].event != nil
  }

  /// The instant of the next event, or nil when nothing waits.
  public mutating func nextInstant() -> Instant? {
    removeVacantRoot()
    while let key = heap.first, slots[key.slot].event == nil { dropCancelledRoot() }
    return heap.first.map { Instant(nanoseconds: $0.nanoseconds) }
  }

  /// Takes out the next event due **at or before** `deadline` and sets `now` to its instant.
  ///
  /// Events due at the deadline itself are delivered, those scheduled meanwhile for that same instant
  /// too. When nothing more is due, `now` is the deadline and the answer nil.
  /// - Throws: `Livelock` when `eventsAtOneInstantMax` events happened without time moving on.
  @inlinable
  public mutating func next(until deadline: Instant) throws(Livelock) -> Event? {
    removeVacantRoot()
    while let key = heap.first, key.nanoseconds <= deadline.nanoseconds {
      let slot = key.slot
      guard let event = slots[slot].event else {
        dropCancelledRoot()
        continue
      }
      let period = slots[slot].periodNanoseconds
      if period > 0 {
        let next = Instant(nanoseconds: key.nanoseconds) + TimeSpan(nanoseconds: period)
        replaceFirst(with: Key(nanoseconds: next.nanoseconds, order: takeOrder(slot: slot)))
      } else {
        rootIsVacant = true
        slots[slot].event = nil
        slots[slot].generation &+= 1
        freeSlots.append(UInt32(truncatingIfNeeded: slot))
      }
      try advance(to: key.nanoseconds, event: event)
      return event
    }
    if deadline > now { moveTime(to: deadline.nanoseconds) }
    return nil
  }

  /// Delivers every event due at or before `deadline`, in order; see `next(until:)`.
  ///
  /// For simulators that live in one value. One whose handlers schedule further events calls
  /// `next(until:)` in a loop of its own, so that nothing is held while a handler runs.
  @inlinable
  public mutating func run(
    until deadline: Instant, handle: (Event, inout EventKernel) throws -> Void
  ) throws {
    while let event = try next(until: deadline) { try handle(event, &self) }
  }

  @usableFromInline
  mutating func moveTime(to nanoseconds: Int64) {
    now = Instant(nanoseconds: nanoseconds)
    eventsAtThisInstant = 0
  }

  @inlinable
  mutating func advance(to nanoseconds: Int64, event: Event) throws(Livelock) {
    if nanoseconds != now.nanoseconds { moveTime(to: nanoseconds) }
    eventsAtThisInstant += 1
    if eventsAtThisInstant > eventsAtOneInstantMax {
      throw Livelock(instant: now, event: "\(event)", count: eventsAtThisInstant)
    }
  }

  @inlinable
  mutating func takeOrder(slot: Int) -> UInt64 {
    nextNumber &+= 1
    return nextNumber << 24 | UInt64(truncatingIfNeeded: slot)
  }

  @inlinable
  mutating func insert(
    _ event: Event, at instant: Instant, periodNanoseconds: Int64
  ) -> Identifier {
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = Int(free)
      slots[slot].event = event
    } else {
      slot = slots.count
      precondition(slot < 1 << 24, "more than 16 million events pending")
      slots.append(Slot(event: event))
    }
    slots[slot].periodNanoseconds = periodNanoseconds
    let key = Key(
      nanoseconds: max(instant.nanoseconds, now.nanoseconds), order: takeOrder(slot: slot))
    if rootIsVacant {
      rootIsVacant = false
      replaceFirst(with: key)
    } else {
      heap.append(key)
      raiseLast()
    }
    return Identifier(
      slot: UInt32(truncatingIfNeeded: slot), generation: slots[slot].generation)
  }

  @inlinable
  mutating func removeVacantRoot() {
    guard rootIsVacant else { return }
    rootIsVacant = false
    removeFirst()
  }

  @usableFromInline
  mutating func dropCancelledRoot() {
    freeSlots.append(UInt32(truncatingIfNeeded: heap[0].slot))
    cancelledCount -= 1
    removeFirst()
  }

  /// Keeps an alarm that is put off again and again from filling the queue with its past.
  @usableFromInline
  mutating func dropAllCancelled() {
    removeVacantRoot()
    for key in heap where slots[key.slot].event == nil {
      freeSlots.append(UInt32(truncatingIfNeeded: key.slot))
    }
    heap.removeAll { slots[$0.slot].event == nil }
    heap.sort(by: <)  // sorted keys are a heap
    cancelledCount = 0
  }
}

// MARK: - The heap

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

  /// Sinks the hole at the root to the bottom along the smallest children, then lets `key` rise.
  ///
  /// A key put at the root nearly always belongs near the bottom, so this saves a comparison a level
  /// (Wegener, "Bottom-up heapsort", Theoretical Computer Science 118, 1993).
  @inlinable
  mutating func replaceFirst(with key: Key) {
    heap.withUnsafeMutableBufferPointer { keys in
      let count = keys.count
      var hole = 0
      var child = 1
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

  /// Lets the hole at `index` rise until `key` fits into it.
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

  /// Carries the keys along with their indices, so that none is loaded twice.
  @inlinable @inline(__always)
  static func earlier(
    _ a: (index: Int, key: Key), _ b: (index: Int, key: Key)
  ) -> (index: Int, key: Key) {
    b.key < a.key ? b : a
  }

  /// Walks the whole queue; for tests. False when the heap order or the slots' bookkeeping is broken.
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

/// Time stands still: more than a million events at one instant. Fatal to the run.
public struct Livelock: Error, Sendable, CustomStringConvertible {
  public let instant: Instant
  /// The event that went over the limit, as it describes itself.
  public let event: String
  public let count: Int

  @usableFromInline
  init(instant: Instant, event: String, count: Int) {
    self.instant = instant
    self.event = event
    self.count = count
  }

  public var description: String {
    "time stands still at \(instant): \(count) events at one instant, the last of them \(event)"
  }
}
