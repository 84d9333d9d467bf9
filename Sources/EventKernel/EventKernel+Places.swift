import Timekeeping

/// Places in the order of events at one instant, for events that are scheduled later.
///
/// A simulator that knows a long list of events in advance schedules each of them when the one
/// before is delivered. The queue then stays short, and the order is the same as if all had been
/// scheduled at once.
extension EventKernel {
  /// The places that `reservePlaces` reserved.
  public struct ReservedPlaces: Sendable {
    let first: UInt64
    let count: Int
  }

  /// Reserves the places of `count` events.
  public mutating func reservePlaces(_ count: Int) -> ReservedPlaces {
    let places = ReservedPlaces(first: nextNumber &+ 1, count: count)
    nextNumber &+= UInt64(count)
    return places
  }

  /// Schedules an event with a reserved place. Among the events of its instant, it is delivered as
  /// if it had been scheduled when the place was reserved.
  ///
  /// - Parameter index: the place, from 0 to one less than the number of reserved places.
  @discardableResult
  public mutating func schedule(
    _ event: Event, at instant: Instant, in places: ReservedPlaces, at index: Int
  ) -> Identifier {
    precondition(index >= 0 && index < places.count, "no place is reserved for this index")
    return insert(
      event, at: instant, periodNanoseconds: 0, number: places.first &+ UInt64(index))
  }
}
