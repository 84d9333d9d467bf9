import Geodesy
import Routes
import Text
import World

extension RoutePlanner {
  /// Moves the points of a recording to the ways of the map, where a trip follows such ways.
  ///
  /// - Parameter location: the recording's file, for messages.
  package func match(
    _ trace: Trace, location: SourceLocation
  ) throws(InputError) -> MatchedTrace {
    let trips = try RoutePlanner.trips(of: trace, location)
      .flatMap { trip in parts(of: trip, in: trace) }
    try refuseIfOutside(trips, trace, location)
    let onMap = trips.filter { $0.reason == nil }.map(\.trip)
    guard !onMap.isEmpty else {
      throw InputError(
        location, "no trip of this recording can be matched to ways",
        accepted: "a recording of a person who moves on the ground")
    }
    let scratch = try work.scratchFolder()
    defer { scratch.remove() }
    let points = onMap.flatMap { trace.points[$0.points].map(\.coordinate) }
    let cut = try extract?.cut(
      around: points, in: scratch.path, unlessBelow: Self.uncutBytesMax)
    let router = try router(for: Set(onMap.map(\.mode)), on: cut ?? "", in: scratch.path)
    let description = router.description()
    var matched = MatchedTrace(
      trace,
      origin: RouteOrigin(
        router: description.name, map: extract?.origin, serverDate: description.mapDate))
    for (trip, reason) in trips {
      if let reason {
        matched.leave(trip, because: reason)
      } else {
        matched.take(try matches(of: trip, in: trace, router, location), of: trip)
      }
    }
    guard matched.total.matchedCount > 0 else {
      throw InputError(
        location, "no part of this recording follows the ways of the map",
        accepted: "a recording on ways that the map has, or the right mode of motion with --mode")
    }
    return matched
  }

  private static func trips(
    of trace: Trace, _ location: SourceLocation
  ) throws(InputError) -> [RecordedTrip] {
    let trips: [RecordedTrip]
    do throws(ItineraryError) {
      trips = try RecordedTrip.find(in: trace)
    } catch {
      throw InputError(location, error.description, accepted: "a longer recording")
    }
    guard !trips.isEmpty else {
      throw InputError(
        location, "the person rests in the whole recording",
        accepted: "a recording with a trip, or its mode of motion with --mode")
    }
    return trips
  }

  /// Divides a trip where it enters or leaves the map. A part that stays as recorded has a reason.
  private func parts(
    of trip: RecordedTrip, in trace: Trace
  ) -> [(trip: RecordedTrip, reason: MatchedTrace.Outcome?)] {
    if trip.mode == .flying { return [(trip, .flying)] }
    if trip.mode == .train, server != nil { return [(trip, .noRails)] }
    guard let box = extract?.box else { return [(trip, nil)] }
    var parts: [(trip: RecordedTrip, reason: MatchedTrace.Outcome?)] = []
    for index in trip.points {
      let reason =
        box.contains(trace.points[index].coordinate) ? nil : MatchedTrace.Outcome.outsideMap
      if let last = parts.indices.last, parts[last].reason == reason {
        parts[last].trip.points = parts[last].trip.points.lowerBound..<index + 1
      } else {
        parts.append((RecordedTrip(mode: trip.mode, points: index..<index + 1), reason))
      }
    }
    return parts
  }

  /// Throws an error if every trip on the ground lies outside of the extract.
  private func refuseIfOutside(
    _ trips: [(trip: RecordedTrip, reason: MatchedTrace.Outcome?)], _ trace: Trace,
    _ location: SourceLocation
  ) throws(InputError) {
    guard let extract, let outside = trips.first(where: { $0.reason == .outsideMap }),
      !trips.contains(where: { $0.reason == nil })
    else { return }
    let position = trace.points[outside.trip.points.lowerBound].coordinate.rounded
    throw InputError(
      location,
      "\(extract.origin.file) does not cover this recording, which leads through "
        + "[\(position.latitude), \(position.longitude)]",
      accepted: "a recording within the map, or a larger extract")
  }

  private func matches(
    of trip: RecordedTrip, in trace: Trace, _ router: any Router, _ location: SourceLocation
  ) throws(InputError) -> [OrderedProjection.Match?] {
    let points = Array(trace.points[trip.points])
    let failure: RoutingFailure
    do throws(RoutingFailure) {
      return try TripMatcher(points, mode: trip.mode, router: router).matches
    } catch {
      failure = error
    }
    let request = RouteRequest(
      mode: trip.mode, from: points[0].coordinate, to: points[points.count - 1].coordinate)
    throw RefusedMove(
      move: Move(request: request, name: trace.name, location: location), router: router.name,
      ways: nil
    ).error(for: failure)
  }
}
