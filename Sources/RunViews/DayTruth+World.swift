import Geodesy
import Timekeeping
import World

extension DayTruth {
  init(_ world: World) {
    let start = world.start
    self.start = start.iso8601(fractionDigits: 3)
    durationSeconds = (world.end - start).seconds
    clocks = DayTruth.clocks(of: world)
    places = world.places.map {
      Place(
        name: $0.name, latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude,
        radiusMeters: $0.radiusMeters)
    }
    person = DayTruth.paths(of: world.person, in: world)
    phone =
      world.phone.knots == world.person.knots ? [] : DayTruth.paths(of: world.phone, in: world)
    var modes = LaneThinner()
    var stays = LaneThinner()
    var unknown = LaneThinner()
    for span in world.person.spans {
      func piece(_ label: String) -> LanePiece {
        LanePiece(
          start: (span.start - start).seconds, end: (span.end - start).seconds, label: label)
      }
      modes.add(piece(span.mode.rawValue))
      if let place = world.place(of: span) { stays.add(piece(place.name)) }
      if !span.isTruthKnown { unknown.add(piece("unknown")) }
    }
    self.modes = modes.pieces
    self.stays = stays.pieces
    self.unknown = unknown.pieces
    unsimulated = zip(world.segments, world.segments.dropFirst()).map { before, after in
      LanePiece(
        start: (before.end - start).seconds, end: (after.start - start).seconds,
        label: "notSimulated")
    }
  }

  private static func paths(of trajectory: Trajectory, in world: World) -> [TimedPath] {
    var cursor = TrajectoryCursor()
    return world.segments.map { segment in
      // The truth is exact, so a small tolerance keeps the bends of streets.
      var thinner = PathThinner(toleranceMeters: 2, countMax: 6000 / world.segments.count + 100)
      func add(_ coordinate: Coordinate, at instant: Instant) {
        thinner.add(
          PathThinner.Point(seconds: (instant - world.start).seconds, coordinate: coordinate))
      }
      var end: Piece?
      trajectory.forEachPiece(from: segment.start, to: segment.end, using: &cursor) { piece in
        if end?.to != piece.from { add(piece.from, at: piece.start) }
        add(piece.to, at: piece.end)
        end = piece
      }
      return TimedPath(thinner.finished())
    }
  }

  /// Returns the UTC offsets during the simulated time, each with its start.
  ///
  /// The start is exact if the person travels into another time zone. If the clocks change for
  /// daylight saving time, the start may be late by up to an hour, or by more in very long
  /// simulations.
  private static func clocks(of world: World) -> [Clock] {
    var clocks: [Clock] = []
    let step = TimeSpan.seconds(max(3600, (world.end - world.start).seconds / 20_000))
    var instants = world.clocks.changes.map(\.at).filter { $0 > world.start && $0 < world.end }
    var instant = world.start
    while instant < world.end {
      instants.append(instant)
      instant += step
    }
    for instant in instants.sorted() {
      let calendar = world.clocks.calendar(at: instant)
      let offset = calendar.offset(at: instant).seconds
      guard clocks.last?.offsetSeconds != offset || clocks.last?.timeZone != calendar.identifier
      else { continue }
      clocks.append(
        Clock(
          seconds: (instant - world.start).seconds, offsetSeconds: offset,
          timeZone: calendar.identifier))
    }
    return clocks
  }
}
