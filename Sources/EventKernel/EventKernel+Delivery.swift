import Timekeeping

/// Delivering events in the order of their instants.
extension EventKernel {
  /// Returns the instant of the next event; nil if no event is waiting.
  @inlinable
  public mutating func nextInstant() -> Instant? {
    removeVacantRoot()
    while let key = heap.first, slots[key.slot].event == nil { dropCancelledRoot() }
    return heap.first.map { Instant(nanoseconds: $0.nanoseconds) }
  }

  /// Removes and returns the next event due **at or before** `deadline`, and sets `now` to its
  /// instant.
  ///
  /// Events at the deadline itself are delivered, even if a handler schedules them at the deadline.
  /// When no more events are due, `now` becomes the deadline, and the result is nil.
  ///
  /// - Throws: `Livelock` if more than `eventsAtOneInstantMax` events happened at one instant.
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
        let order = Self.order(takeNumber(), slot)
        advanceFirst(to: Key(nanoseconds: next.nanoseconds, order: order))
        successor = order
        successorPeriodNanoseconds = period
      } else {
        successor = 0
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

  /// Delivers the next event of the series that was delivered last, and sets `now` to its instant.
  ///
  /// It does so only if that event is due at or before `deadline` and before all other events.
  /// Otherwise it changes nothing and returns false; call `next(until:)` then. The caller already
  /// knows the event, so it neither reads nor distributes it.
  @inlinable
  @inline(__always)
  public mutating func repeatsSeries(until deadline: Instant) -> Bool {
    guard let key = heap.first, key.order == successor else { return false }
    let (next, overflow) = key.nanoseconds.addingReportingOverflow(successorPeriodNanoseconds)
    guard !overflow, key.nanoseconds <= deadline.nanoseconds, key.nanoseconds > now.nanoseconds
    else { return false }
    let order = Self.order(nextNumber &+ 1, key.slot)
    if next < othersFromNanoseconds {
      heap[0] = Key(nanoseconds: next, order: order)
    } else {
      guard replaceEarliest(by: Key(nanoseconds: next, order: order)) else { return false }
    }
    nextNumber &+= 1
    successor = order
    moveTime(to: key.nanoseconds)
    eventsAtThisInstant = 1
    return true
  }

  /// Delivers every event due at or before `deadline`, in order; see `next(until:)`.
  ///
  /// `handle` receives the kernel, so that it can schedule further events. A simulator that stores
  /// the kernel, and changes itself in the handler, calls `next(until:)` in a loop of its own.
  /// Otherwise this function and the handler would access the kernel at the same time. Swift does
  /// not allow such overlapping access.
  @inlinable
  public mutating func run(
    until deadline: Instant, handle: (Event, inout EventKernel) throws -> Void
  ) throws {
    while let event = try next(until: deadline) { try handle(event, &self) }
  }

  @inlinable
  @inline(__always)
  mutating func moveTime(to nanoseconds: Int64) {
    present = Instant(nanoseconds: nanoseconds)
    eventsAtThisInstant = 0
  }

  @inlinable
  @inline(__always)
  mutating func advance(to nanoseconds: Int64, event: Event) throws(Livelock) {
    if nanoseconds != now.nanoseconds { moveTime(to: nanoseconds) }
    eventsAtThisInstant += 1
    if eventsAtThisInstant > eventsAtOneInstantMax {
      throw Livelock(instant: now, event: "\(event)", count: eventsAtThisInstant)
    }
  }
}
