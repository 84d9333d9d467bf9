import Timekeeping
import World

/// The instants at which the person arrives at places and leaves them.
struct PlaceTransitions {
  private let spans: [Span]

  init(_ world: World) { spans = world.person.spans }

  /// Returns the instants at which the person arrives at a place. Being there at the start is not
  /// an arrival.
  func arrivals(at place: Int) -> [Instant] {
    zip(spans, spans.dropFirst()).compactMap { before, after in
      after.place == place && before.place != place ? after.start : nil
    }
  }

  func departures(from place: Int) -> [Instant] {
    zip(spans, spans.dropFirst()).compactMap { before, after in
      before.place == place && after.place != place ? before.end : nil
    }
  }

  /// Returns the start of the person's next stay, or `instant` itself if the person is staying
  /// somewhere then; nil if no stay follows.
  func nextRest(after instant: Instant) -> Instant? {
    spans.first { $0.end > instant && !$0.mode.isMoving }.map { max($0.start, instant) }
  }
}
