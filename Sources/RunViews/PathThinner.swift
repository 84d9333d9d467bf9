import Evaluation
import Geodesy

/// A filter that leaves out positions of a path that a picture does not need. The filter reads one
/// position at a time and needs little memory.
///
/// Between two kept positions, the path is a straight motion at constant speed. Each position
/// allows only velocities that bring this motion within the tolerance of the position. Over time,
/// these velocities form a cone. Each further position narrows the cone. If a position lies outside
/// of the cone, the filter keeps the position before it, and starts a new cone there.
///
/// The method is the "swing filter" (Elmeleegy et al., Online piece-wise linear approximation of
/// numerical streams, 2009), applied to both coordinates. Unlike in the original method, each line
/// ends at a recorded position.
///
/// If more than `countMax` positions are kept, the tolerance doubles and the kept positions are
/// filtered again. The errors of all rounds add up: on each axis, the path is off by at most twice
/// the last tolerance.
struct PathThinner {
  struct Point {
    var seconds: Double
    var coordinate: Coordinate
    var accuracyMeters: Float = -1
    /// A number that the caller attaches to the position, such as the raw value of a
    /// `Record.Source`.
    var tag: UInt8 = 0
  }

  private(set) var toleranceMeters: Double
  private let countMax: Int
  private var kept: [Point] = []
  /// The newest position, which may still be left out.
  private var last: Point?
  private var east: ClosedRange<Double>?
  private var north: ClosedRange<Double>?
  private var scale = LocalScale(latitude: 0)

  init(toleranceMeters: Double = 5, countMax: Int = 4000) {
    self.toleranceMeters = toleranceMeters
    self.countMax = countMax
  }

  mutating func add(_ point: Point) {
    guard let anchor = kept.last else {
      kept.append(point)
      return
    }
    scale.follow(anchor.coordinate)
    let elapsed = point.seconds - anchor.seconds
    guard elapsed > 0, let velocity = reach(point, from: anchor, within: elapsed) else {
      keepLast()
      return restart(with: point)
    }
    (east, north) = (velocity.east, velocity.north)
    last = point
  }

  /// Returns the cone of velocities after `point` has narrowed it; nil if `point` lies outside of
  /// the present cone.
  ///
  /// - Parameter anchor: the last kept position, at which the cone begins.
  private func reach(
    _ point: Point, from anchor: Point, within elapsed: Double
  ) -> (east: ClosedRange<Double>, north: ClosedRange<Double>)? {
    let way = scale.displacement(from: anchor.coordinate, to: point.coordinate)
    let slack = toleranceMeters / elapsed
    let (eastward, northward) = (way.eastMeters / elapsed, way.northMeters / elapsed)
    if let east, !east.contains(eastward) { return nil }
    if let north, !north.contains(northward) { return nil }
    func narrowed(_ range: ClosedRange<Double>?, _ middle: Double) -> ClosedRange<Double> {
      let own = middle - slack...middle + slack
      return range.map { own.clamped(to: $0) } ?? own
    }
    return (narrowed(east, eastward), narrowed(north, northward))
  }

  private mutating func keepLast() {
    if let last { kept.append(last) }
    last = nil
    (east, north) = (nil, nil)
    if kept.count > countMax { coarsen() }
  }

  private mutating func restart(with point: Point) {
    guard let anchor = kept.last, point.seconds > anchor.seconds else {
      // Keep both of two positions at one time, which are a jump.
      kept.append(point)
      return
    }
    add(point)
  }

  private mutating func coarsen() {
    while kept.count > countMax {
      var coarser = PathThinner(toleranceMeters: toleranceMeters * 2, countMax: .max)
      for point in kept { coarser.add(point) }
      toleranceMeters = coarser.toleranceMeters
      let thinned = coarser.finished()
      // Positions of one time stay at any tolerance.
      kept = thinned.count < kept.count ? thinned : Self.everySecond(of: kept)
    }
  }

  /// Returns every second point, from the first on, and the last.
  private static func everySecond(of points: [Point]) -> [Point] {
    points.indices.filter { $0.isMultiple(of: 2) || $0 == points.count - 1 }.map { points[$0] }
  }

  func finished() -> [Point] { kept + (last.map { [$0] } ?? []) }
}

extension TimedPath {
  init(_ points: [PathThinner.Point]) {
    seconds = points.map { ($0.seconds * 10).rounded() / 10 }
    latitudes = points.map { ($0.coordinate.latitude * 1e6).rounded() / 1e6 }
    longitudes = points.map { ($0.coordinate.longitude * 1e6).rounded() / 1e6 }
  }
}
