import Timekeeping

/// Virtual time: a queue of events, delivered in the order of their instants. Events at one instant
/// are delivered in the order in which they were scheduled.
///
/// Removing the earliest event and adding its successor takes most of a simulator's own time. The
/// queue is therefore a hand-written heap of 16-byte keys, in which each key has four children. The
/// heap is half as deep as a binary heap, and the four children are adjacent in memory.
///
/// A key contains the instant, a running number and the index of a slot. The running number gives
/// the order of events at one instant. The slot holds the event itself. So sorting moves only keys,
/// and no events. The key of a delivered event stays at the root until the next call. Nearly every
/// handler schedules a successor. The successor's key then replaces the old key at the root.
///
/// Cancelling an event empties its slot. The event's key is dropped when it reaches the root, or
/// when more than half of the keys are cancelled. Identifiers contain a generation, which shows
/// that an event was already cancelled or delivered. So cancelling twice, or too late, is harmless.
///
/// The kernel does not depend on phones: `Event` is a small value of the simulator. If the type
/// contains no references, the loop needs no reference counting.
public struct EventKernel<Event> {
  /// The identifier of a scheduled event or of a repeating series. It is valid until the event is
  /// delivered, or the event or series is cancelled.
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
    /// The running number in the upper 40 bits, and the slot in the lower 24 bits.
    @usableFromInline var order: UInt64

    @inlinable init(nanoseconds: Int64, order: UInt64) {
      self.nanoseconds = nanoseconds
      self.order = order
    }

    @inlinable var slot: Int { Int(truncatingIfNeeded: order & 0xFF_FFFF) }

    /// Compares the instants, and the running numbers if the instants are equal.
    ///
    /// `_slowPath` marks equal instants as rare. The compiler then compares unequal instants by a
    /// conditional move instead of a branch, which the processor could not predict. This doubles
    /// the speed of the queue.
    @inlinable static func < (a: Key, b: Key) -> Bool {
      if _slowPath(a.nanoseconds == b.nanoseconds) { return a.order < b.order }
      return a.nanoseconds < b.nanoseconds
    }
  }

  @frozen @usableFromInline
  struct Slot {
    @usableFromInline var event: Event?
    @usableFromInline var generation: UInt32 = 0
    /// The period of a series, in nanoseconds; 0 for an event that happens once.
    @usableFromInline var periodNanoseconds: Int64 = 0

    @inlinable init(event: Event?) { self.event = event }
  }

  @usableFromInline var heap: [Key] = []
  /// True if the event at the root was delivered, but its key is not yet removed or replaced.
  @usableFromInline var rootIsVacant = false
  /// The number of keys in the heap whose events were cancelled.
  @usableFromInline var cancelledCount = 0
  @usableFromInline var slots: [Slot] = []
  @usableFromInline var freeSlots: [UInt32] = []
  @usableFromInline var nextNumber: UInt64 = 0
  @usableFromInline var eventsAtThisInstant = 0
  /// The order of the next key of the series that was delivered last. It is 0 if the last event was
  /// of no series, or if an event was cancelled since.
  @usableFromInline var successor: UInt64 = 0
  @usableFromInline var successorPeriodNanoseconds: Int64 = 0
  /// No event but those of that series is due before this instant.
  @usableFromInline var othersFromNanoseconds = Int64.min

  /// The instant of the event that is being delivered, or the end of the last run.
  @inlinable public var now: Instant { present }
  @usableFromInline var present: Instant

  /// The largest number of events at one instant. If there are more, `next(until:)` throws a
  /// `Livelock`.
  public let eventsAtOneInstantMax: Int

  public init(startingAt start: Instant, eventsAtOneInstantMax: Int = 1_000_000) {
    present = start
    self.eventsAtOneInstantMax = eventsAtOneInstantMax
  }

  /// The number of events that are scheduled and not yet delivered or cancelled.
  public var pendingCount: Int { heap.count - cancelledCount - (rootIsVacant ? 1 : 0) }

  /// Schedules `event`. If the instant is already past, the event is delivered now, after all other
  /// events that are due now.
  @inlinable @discardableResult
  public mutating func schedule(_ event: Event, at instant: Instant) -> Identifier {
    insert(event, at: instant, periodNanoseconds: 0, number: takeNumber())
  }

  @inlinable @discardableResult
  public mutating func schedule(_ event: Event, after delay: TimeSpan) -> Identifier {
    insert(event, at: now + delay, periodNanoseconds: 0, number: takeNumber())
  }

  /// Delivers `event` at `first` and then after every `period`, until cancelled. The period must be
  /// more than zero.
  ///
  /// The next delivery is queued before the present one is returned, so that the event's handler
  /// can cancel the series.
  @inlinable @discardableResult
  public mutating func scheduleRepeating(
    _ event: Event, first: Instant, every period: TimeSpan
  ) -> Identifier {
    precondition(period > .zero, "a repeating event needs a period above zero")
    return insert(
      event, at: first, periodNanoseconds: period.nanoseconds, number: takeNumber())
  }

  /// Cancels an event or a series. Returns true if it was still waiting. Cancelling an event that
  /// was delivered or cancelled before has no effect.
  @inlinable @discardableResult
  public mutating func cancel(_ identifier: Identifier) -> Bool {
    let slot = Int(identifier.slot)
    guard isPending(identifier) else { return false }
    slots[slot].event = nil
    slots[slot].generation &+= 1
    successor = 0
    cancelledCount += 1
    if cancelledCount > 64, cancelledCount > heap.count / 2 { dropAllCancelled() }
    return true
  }

  /// Moves a waiting event to another instant. Returns true if it was still waiting.
  ///
  /// Among the events of its new instant, the event keeps the place that it got when it was
  /// scheduled. So an event whose instant becomes known late is delivered as if it had been
  /// scheduled for that instant at once. The cost grows with the number of waiting events.
  @inlinable @discardableResult
  public mutating func move(_ identifier: Identifier, to instant: Instant) -> Bool {
    guard isPending(identifier) else { return false }
    removeVacantRoot()
    guard let index = heap.firstIndex(where: { $0.slot == Int(identifier.slot) }) else {
      return false
    }
    let nanoseconds = max(instant.nanoseconds, now.nanoseconds)
    replaceKey(at: index, with: Key(nanoseconds: nanoseconds, order: heap[index].order))
    othersFromNanoseconds = .min
    return true
  }

  @inlinable
  public func isPending(_ identifier: Identifier) -> Bool {
    let slot = Int(identifier.slot)
    return slot < slots.count && slots[slot].generation == identifier.generation
      && slots[slot].event != nil
  }

  @inlinable
  mutating func takeNumber() -> UInt64 {
    nextNumber &+= 1
    return nextNumber
  }

  @inlinable
  static func order(_ number: UInt64, _ slot: Int) -> UInt64 {
    number << 24 | UInt64(truncatingIfNeeded: slot)
  }

  @inlinable
  mutating func insert(
    _ event: Event, at instant: Instant, periodNanoseconds: Int64, number: UInt64
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
      nanoseconds: max(instant.nanoseconds, now.nanoseconds), order: Self.order(number, slot))
    othersFromNanoseconds = min(othersFromNanoseconds, key.nanoseconds)
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

  @inlinable
  mutating func dropCancelledRoot() {
    freeSlots.append(UInt32(truncatingIfNeeded: heap[0].slot))
    cancelledCount -= 1
    removeFirst()
  }

  /// Removes the keys of all cancelled events. So an alarm that is postponed again and again does
  /// not fill the queue.
  @inlinable
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
