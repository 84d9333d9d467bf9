import Geodesy
import Routes
import World

/// A recording whose points were moved to the ways of a map.
package struct MatchedTrace: Sendable {
  /// The recording with the moved positions. Times and all other values are as recorded.
  package private(set) var trace: Trace
  /// The outcome of each point: moved, or the reason why not.
  package private(set) var outcomes: [Outcome]
  package private(set) var trips: [Trip] = []
  /// The router and the map.
  package var origin: RouteOrigin
  /// The recorded positions.
  private let recorded: [TracePoint]

  /// The outcome of a point: moved, or the reason why not.
  package enum Outcome: Sendable, Hashable, CaseIterable {
    /// It was moved to a way.
    case matched
    /// The person rests there, or there is a gap around it.
    case resting
    case flying
    case outsideMap
    /// A routing server knows no rails.
    case noRails
    /// No way that joins its neighbors without a detour leads near it.
    case offWays
  }

  /// A trip with the figures of its points.
  package struct Trip: Sendable, Hashable {
    package var mode: MotionMode
    /// The indices of the trip's points.
    package var points: Range<Int>
    package var figures: Figures
  }

  /// How much of a trip was matched, and how far its points were moved.
  package struct Figures: Sendable, Hashable {
    package var pointCount = 0
    /// The recorded way in meters.
    package var meters = 0.0
    /// The part of the recorded way whose two points were matched, in meters.
    package var matchedMeters = 0.0
    /// The distances by which points were moved, in rising order, in meters.
    package var moveMeters: [Double] = []

    package var matchedCount: Int { moveMeters.count }

    /// Returns the distance that a share of the moves does not exceed; nil without moves.
    package func moveMeters(atShare share: Double) -> Double? {
      guard !moveMeters.isEmpty else { return nil }
      return moveMeters[Int((share * Double(moveMeters.count - 1)).rounded())]
    }
  }

  init(_ trace: Trace, origin: RouteOrigin) {
    self.trace = trace
    self.origin = origin
    recorded = trace.points
    outcomes = Array(repeating: .resting, count: trace.points.count)
  }

  /// Takes the result of a trip.
  mutating func take(_ matches: [OrderedProjection.Match?], of trip: RecordedTrip) {
    for (index, match) in zip(trip.points, matches) {
      outcomes[index] = match == nil ? .offWays : .matched
      if let match { trace.points[index].coordinate = match.position.rounded }
    }
    trips.append(Trip(mode: trip.mode, points: trip.points, figures: figures(of: trip.points)))
  }

  /// Leaves the points of a trip as they are.
  mutating func leave(_ trip: RecordedTrip, because outcome: Outcome) {
    for index in trip.points { outcomes[index] = outcome }
    trips.append(Trip(mode: trip.mode, points: trip.points, figures: figures(of: trip.points)))
  }

  /// The figures of all trips together.
  package var total: Figures {
    var total = Figures()
    for trip in trips {
      total.pointCount += trip.figures.pointCount
      total.meters += trip.figures.meters
      total.matchedMeters += trip.figures.matchedMeters
      total.moveMeters += trip.figures.moveMeters
    }
    total.moveMeters.sort()
    return total
  }

  /// Returns the number of points with an outcome.
  package func count(of outcome: Outcome) -> Int { outcomes.count { $0 == outcome } }

  private func figures(of points: Range<Int>) -> Figures {
    var figures = Figures(pointCount: points.count)
    let way = Array(recorded[points]).progress.meters
    figures.meters = way.last ?? 0
    for index in points where outcomes[index] == .matched {
      figures.moveMeters.append(
        recorded[index].coordinate.distanceMeters(to: trace.points[index].coordinate))
      guard index > points.lowerBound, outcomes[index - 1] == .matched else { continue }
      let offset = index - points.lowerBound
      figures.matchedMeters += way[offset] - way[offset - 1]
    }
    figures.moveMeters.sort()
    return figures
  }
}
