import Geodesy
import World

/// An index of signals, crossings and stations, which finds those along a route.
struct StopIndex: Sendable {
  private let stops: [MapObjects.StopPoint]
  private var grid = GeoGrid(cellDegrees: 0.002)

  init(_ stops: [MapObjects.StopPoint]) {
    self.stops = stops
    for (index, stop) in stops.enumerated() {
      if let box = GeoBox(around: [stop.coordinate]) { grid.insert(index, in: box) }
    }
  }

  /// The largest distance in meters of a stop from its route. A station lies beside the track; a
  /// signal is a point of the street.
  private static func reachMeters(_ isRail: Bool) -> Double { isRail ? 60 : 8 }
  /// Stops within this distance in meters are one stop, such as the signals of one junction.
  private static func apartMeters(_ isRail: Bool) -> Double { isRail ? 400 : 30 }

  /// Returns the stops along a route in order. A stop at the route's start or end is left out.
  func stops(along points: [Coordinate], mode: MotionMode) -> [MappedRoute.Stop] {
    let isRail = mode == .train
    var meters = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      meters.append(meters[meters.count - 1] + a.distanceMeters(to: b))
    }
    var found: [MappedRoute.Stop] = []
    for index in points.indices.dropFirst().dropLast() {
      guard let cause = cause(near: points[index], isRail: isRail) else { continue }
      let apart = StopIndex.apartMeters(isRail)
      let here = meters[index]
      guard here > apart, meters[meters.count - 1] - here > apart else { continue }
      if let last = found.last, here - meters[last.point] < apart {
        guard StopIndex.rank(cause) < StopIndex.rank(last.cause) else { continue }
        found.removeLast()
      }
      found.append(MappedRoute.Stop(point: index, cause: cause))
    }
    return found
  }

  private func cause(near position: Coordinate, isRail: Bool) -> StopCause? {
    let reach = StopIndex.reachMeters(isRail)
    guard let box = GeoBox(around: [position])?.widened(byMeters: reach) else { return nil }
    return grid.indices(near: box).map { stops[$0] }
      .filter { $0.isRail == isRail && $0.coordinate.distanceMeters(to: position) <= reach }
      // Signals matter more than the crossing beside them.
      .min { StopIndex.rank($0.cause) < StopIndex.rank($1.cause) }?.cause
  }

  private static func rank(_ cause: StopCause) -> Int {
    StopCause.allCases.firstIndex(of: cause) ?? 0
  }
}
