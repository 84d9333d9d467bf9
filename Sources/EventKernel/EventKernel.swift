import Timekeeping

/// Virtual time: a queue of events, delivered in order of (instant, order of scheduling).
///
/// Taking out the earliest event and putting in its successor is nearly all of a simulator's own
/// cost. The queue is therefore a hand-written heap of 16-byte keys, each with four children. It is
/// half as deep as a binary heap, and the four children lie side by side in memory. A key holds the
/// instant and one more word. In this word are the running number that breaks ties, and the slot in
/// which the event itself waits. Events never move while the heap is sifted. A delivered event's
/// key stays at the root until the next call, since nearly every handler schedules a successor,
/// which then sinks from there at once.
///
/// Cancelling empties the slot. The key is dropped when it reaches the root, or when cancelled keys
/// are more than half of the queue. The identifier of a cancelled or delivered event is recognized
/// by its generation, so that cancelling twice, or too late, is harmless.
///
/// The kernel does not depend on phones: `Event` is the simulator's own small value. A trivial one
/// (no references in it) keeps reference counting out of the loop.
public struct EventKernel<Event> {
  /// The name of one scheduled event, or of one repeating series, until it is delivered or
  /// cancelled.
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
    /// The running number in the upper 40 bits, the slot in the lower 24.
    @usableFromInline var order: UInt64

    @inlinable init(nanoseconds: Int64, order: UInt64) {
      self.nanoseconds = nanoseconds
      self.order = order
    }

    @inlinable var slot: Int { Int(truncatingIfNeeded: order & 0xFF_FFFF) }

    /// Ties are rare, and a branch on which of two keys is earlier cannot be predicted. With this
    /// hint the compiler makes the common comparison one conditional move, which doubles the speed
    /// of the queue.
    @inlinable static func < (a: Key, b: Key) -> Bool {
      if _slowPath(a.nanoseconds == b.nanoseconds) { return a.order < b.order }
      return a.nanoseconds < b.nanoseconds
    }
  }

  @frozen @usableFromInline
  struct Slot {
    @usableFromInline var event: Event?
    @usableFromInline var generation: UInt32 = 0
    /// The period; 0 for an event that happens once.
    @usableFromInline var periodNanoseconds: Int64 = 0

    @inlinable init(event: Event?) { self.event = event }
  }

  @usableFromInline var heap: [Key] = []
  /// True if the root's event was delivered and its key is still to be removed or replaced.
  @usableFromInline var rootIsVacant = false
  /// The number of keys in the heap whose slot was emptied.
  @usableFromInline var cancelledCount = 0
  @usableFromInline var slots: [Slot] = []
  @usableFromInline var freeSlots: [UInt32] = []
  @usableFromInline var nextNumber: UInt64 = 0
  @usableFromInline var eventsAtThisInstant = 0

  /// The instant of the event being delivered, or the end of the last run.
  public private(set) var now: Instant

  /// The largest number of events at one instant. With more, `next(until:)` throws a `Livelock`.
  public let eventsAtOneInstantMax: Int

  public init(startingAt start: Instant, eventsAtOneInstantMax: Int = 1_000_000) {
    now = start
    self.eventsAtOneInstantMax = eventsAtOneInstantMax
  }

  /// The number of events that are scheduled and not yet delivered or cancelled.
  public var pendingCount: Int { heap.count - cancelledCount - (rootIsVacant ? 1 : 0) }

  /// Schedules `event`. An instant already past counts as now; the event is then delivered after
  /// those that are due now.
  @inlinable @discardableResult
  public mutating func schedule(_ event: Event, at instant: Instant) -> Identifier {
    insert(event, at: instant, periodNanoseconds: 0)
  }

  @inlinable @discardableResult
  public mutating func schedule(_ event: Event, after delay: TimeSpan) -> Identifier {
    insert(event, at: now + delay, periodNanoseconds: 0)
  }

  /// Delivers `event` at `first` and after every `period` (more than zero), until cancelled.
  ///
  /// The next delivery is queued before the present one is returned, so that its handler may cancel
  /// the series.
  @inlinable @discardableResult
  public mutating func scheduleRepeating(
    _ event: Event, first: Instant, every period: TimeSpan
  ) -> Identifier {
    precondition(period > .zero, "a repeating event needs a period above zero")
    return insert(event, at: first, periodNanoseconds: period.nanoseconds)
  }

  /// Cancels an event, and returns whether it was still waiting. Harmless for an event that was
  /// delivered or cancelled before.
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

  /// Returns the instant of the next event; nil if none waits.
  public mutating func nextInstant() -> Instant? {
    removeVacantRoot()
    while let key = heap.first, slots[key.slot].event == nil { dropCancelledRoot() }
    return heap.first.map { Instant(nanoseconds: $0.nanoseconds) }
  }

  /// Takes out the next event due **at or before** `deadline` and sets `now` to its instant.
  ///
  /// Events due at the deadline itself are delivered, also those scheduled meanwhile for that
  /// instant. When no more events are due, `now` becomes the deadline, and the result is nil.
  ///
  /// - Throws: `Livelock` if more than `eventsAtOneInstantMax` events happened without a move of
  ///   time.
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
  /// It is for simulators that consist of one value. A simulator whose handlers schedule further
  /// events calls `next(until:)` in a loop of its own, so that no access is held while a handler
  /// runs.
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

  /// Drops all cancelled keys, so that an alarm that is put off again and again does not fill the
  /// queue.
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
