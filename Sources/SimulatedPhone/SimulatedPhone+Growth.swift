import Timekeeping
import World

// A phone in the loop of a live receiver runs on a day that is not over. Its trajectory grows, and
// the phone never runs past the part that it knows. Two things look ahead on the trajectory: the
// event at the end of a span, and the coprocessor's plan for its next window. Both are determined
// again when the trajectory has grown, and their events keep their order. The phone therefore does
// the same as a phone that knows the whole day from the start. Checks of movement look ahead only
// within the part that it knows.

extension SimulatedPhone {
  /// Continues the phone's day on a world whose trajectories have grown.
  ///
  /// Up to the end that the phone knew so far, the trajectories must be the same as before, and the
  /// phone must not have reached that end.
  ///
  /// - Parameter end: The end of the day; nil if it is not known yet.
  package func extend(to world: World, endingAt end: Instant? = nil) {
    precondition(now < self.world.end, "the phone is past the part of the day that it knew")
    self.world = world
    trajectory = world.phone
    if let end { segment.end = end }
    span = switchedSpan()
    if let spanChange {
      if span.end < segment.end {
        kernel.move(spanChange, to: span.end)
      } else {
        kernel.cancel(spanChange)
      }
    }
    motion.trajectoryHasGrown()
  }

  /// Adds an act of the person, now or later.
  package func add(_ action: PersonAction) { person.add(action) }

  /// Schedules the change to the next span. The last span of the day has no successor.
  func scheduleSpanChange() {
    spanChange = span.end < segment.end ? kernel.schedule(.spanChanged, at: span.end) : nil
  }
}
