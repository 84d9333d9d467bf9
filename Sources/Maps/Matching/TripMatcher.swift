import Geodesy
import World

/// Finds the ways of the map that a trip follows, and the positions of its points on them.
///
/// The trip's first and last point are anchors, and the router finds the line between them. If a
/// part of the trip lies off this line, or if the line is a detour, a point of that part becomes a
/// further anchor, and each side is matched for itself. What still does not fit when anchors are
/// 100 m apart stays as recorded.
struct TripMatcher {
  /// The smallest distance between two anchors, in meters.
  static let anchorMetersMin = 100.0
  /// A part of the trip that lies off the line is a hole if it is longer than this, in meters.
  private static let holeMetersMin = 50.0
  /// A line is a detour if it is longer than this multiple of the recorded way, and by more than
  /// 200 m, which the noise at two anchors may cost.
  private static let detourFactor = 1.3
  private static let detourMetersMin = 200.0
  /// The longest way in one request, in meters. Valhalla's limit is 200 km by default.
  private static let requestMetersMax = 100_000.0

  /// No way of a map has a longer piece without a bend. A longer one would fill the memory.
  private static let straightMetersMax = 50_000.0

  private let router: any Router
  private let mode: MotionMode
  private let points: [TracePoint]
  /// The recorded way to each point, in meters.
  private let meters: [Double]
  /// The points without those that hardly move on.
  private let steps: [Int]
  /// The match of each point; nil for a point that stays as recorded.
  private(set) var matches: [OrderedProjection.Match?]

  /// Matches a trip.
  ///
  /// - Throws: `RoutingFailure` if the router cannot be used.
  init(_ points: [TracePoint], mode: MotionMode, router: any Router) throws(RoutingFailure) {
    self.router = router
    self.mode = mode
    self.points = points
    (meters, steps) = points.progress
    matches = Array(repeating: nil, count: points.count)
    guard points.count > 1 else { return }
    try match(0...points.count - 1)
    leaveCrossings()
  }

  /// Leaves a short matched part beside a hole as recorded: there the trip crosses a way, and does
  /// not follow it.
  private mutating func leaveCrossings() {
    var start = 0
    while start < matches.count {
      let end = matches[start...].firstIndex { ($0 == nil) != (matches[start] == nil) }
      let last = (end ?? matches.count) - 1
      let isWhole = start == 0 && end == nil
      if !isWhole, matches[start] != nil, meters[last] - meters[start] < Self.anchorMetersMin,
        isHole(before: start) || isHole(after: last)
      {
        for index in start...last { matches[index] = nil }
      }
      start = last + 1
    }
  }

  private func isHole(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let before = matches[..<index].lastIndex { $0 != nil }
    return meters[index] - meters[before ?? 0] > Self.holeMetersMin
  }

  private func isHole(after index: Int) -> Bool {
    guard index < matches.count - 1 else { return false }
    let after = matches[(index + 1)...].firstIndex { $0 != nil }
    return meters[after ?? matches.count - 1] - meters[index] > Self.holeMetersMin
  }

  private mutating func match(_ range: ClosedRange<Int>) throws(RoutingFailure) {
    let asked =
      [range.lowerBound] + steps.filter { range.lowerBound < $0 && $0 < range.upperBound }
      + [range.upperBound]
    let whole = meters[range.lowerBound]...meters[range.upperBound]
    let length = whole.upperBound - whole.lowerBound
    var found: [OrderedProjection.Match?] = []
    var holes = [whole]
    if asked.count <= router.tracePointsMax, length <= Self.requestMetersMax,
      let line = try line(along: asked.map { points[$0] }, recordedMeters: length),
      line.meters <= max(length * Self.detourFactor, length + Self.detourMetersMin)
    {
      found = OrderedProjection(points[range], on: line).matches
      holes = self.holes(found, from: range.lowerBound)
    }
    if let anchor = holes.compactMap({ anchor(in: $0, of: range) }).first {
      try match(range.lowerBound...anchor)
      try match(anchor...range.upperBound)
    }
    for (index, match) in zip(range, found) where matches[index] == nil { matches[index] = match }
  }

  /// Returns the line that the router finds; nil if it finds none.
  private func line(
    along points: [TracePoint], recordedMeters: Double
  ) throws(RoutingFailure) -> RouteLine? {
    let pieces: [[Coordinate]]
    do throws(RoutingFailure) {
      pieces = try router.pieces(along: points, mode: mode)
    } catch .unconnected, .farFromWays {
      return nil
    }
    var meters = 0.0
    for piece in pieces {
      guard piece.allSatisfy(\.isValid) else { throw .unusable("its answer is no route") }
      for (a, b) in zip(piece, piece.dropFirst()) {
        let length = a.distanceMeters(to: b)
        meters += length
        guard length <= Self.straightMetersMax, meters <= 20_000 + 20 * recordedMeters else {
          throw .unusable("its way is much too long for \(Int(recordedMeters)) m")
        }
      }
    }
    return RouteLine(pieces)
  }

  /// Returns the best anchor in a hole of a range; nil if each point is too near an end.
  private func anchor(in hole: ClosedRange<Double>, of range: ClosedRange<Int>) -> Int? {
    let middle = (hole.lowerBound + hole.upperBound) / 2
    // A good point farther away is a better anchor than a bad one in the middle.
    func cost(_ index: Int) -> Double {
      abs(meters[index] - middle) + 10 * points[index].deviationMeters
    }
    return steps.filter {
      range.contains($0) && hole.contains(meters[$0])
        && meters[$0] - meters[range.lowerBound] >= Self.anchorMetersMin
        && meters[range.upperBound] - meters[$0] >= Self.anchorMetersMin
    }.min { cost($0) < cost($1) }
  }

  /// Returns the holes, the longest first, each from the recorded way at the matched point before
  /// it to the one after it.
  private func holes(
    _ found: [OrderedProjection.Match?], from first: Int
  ) -> [ClosedRange<Double>] {
    var holes: [ClosedRange<Double>] = []
    var start: Int?
    for offset in found.indices {
      if found[offset] == nil { start = start ?? max(0, offset - 1) }
      guard let begun = start, found[offset] != nil || offset == found.count - 1 else { continue }
      let hole = meters[first + begun]...meters[first + offset]
      if hole.upperBound - hole.lowerBound > Self.holeMetersMin { holes.append(hole) }
      start = nil
    }
    return holes.sorted {
      $0.upperBound - $0.lowerBound > $1.upperBound - $1.lowerBound
    }
  }
}

extension RoutePlanner {
  /// Returns the distance by which each point of a drive moves, in meters; nil for a point that
  /// stays as recorded.
  package static func moveMeters(
    of points: [TracePoint], matchedBy router: some Router
  ) throws(RoutingFailure) -> [Double?] {
    try TripMatcher(points, mode: .automotive, router: router).matches.map { $0?.moveMeters }
  }
}

extension [TracePoint] {
  /// The recorded way to each point in meters, and the points that are a step of 15 m or more from
  /// the step before. Shorter steps are noise as much as movement, and so are steps below 2
  /// standard deviations.
  var progress: (meters: [Double], steps: [Int]) {
    var (meters, steps): ([Double], [Int]) = ([], [])
    var sum = 0.0
    for (index, point) in enumerated() {
      let last = steps.last.map { self[$0].coordinate }
      let step = last.map { $0.distanceMeters(to: point.coordinate) } ?? 0
      if last == nil || step >= Swift.max(15, 2 * point.deviationMeters) {
        sum += step
        steps.append(index)
      }
      meters.append(sum)
    }
    return (meters, steps)
  }
}
