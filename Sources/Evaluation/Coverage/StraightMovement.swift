import Geodesy

/// A straight movement relative to a fixed point. The type computes exactly which part of the
/// movement lies in a disc or in a capsule.
///
/// The true path is straight between knots, and a rebuilt track is straight between fixes. So the
/// displacement from the rebuilt position to the true position changes linearly with time. A
/// quadratic equation gives the time in which these positions are close to each other, without
/// sampling. Discs and capsules are convex, so a movement enters such a shape at most once. A
/// movement with both ends inside lies inside completely.
struct StraightMovement {
  /// The start of the movement, seen from the center of the disc or the first end of the capsule's
  /// axis.
  var from: Displacement
  var to: Displacement

  /// A part of the movement, as shares of its length.
  struct Part: Equatable {
    var lower: Double
    var upper: Double

    static var none: Part { Part(lower: 0, upper: 0) }
    static var whole: Part { Part(lower: 0, upper: 1) }

    /// The length of the part, as a share. A clipped part whose end is before its beginning is
    /// empty.
    var share: Double { max(0, upper - lower) }
    var isEmpty: Bool { upper <= lower }

    /// Returns the smallest part that contains both parts and any gap between them. The three parts
    /// that `partInCapsule` joins leave no gap.
    func joined(_ other: Part) -> Part {
      if isEmpty { return other }
      if other.isEmpty { return self }
      return Part(lower: min(lower, other.lower), upper: max(upper, other.upper))
    }
  }

  /// True if all of the movement lies in the disc.
  @inline(__always)
  func isInDisc(squaredRadius: Double) -> Bool {
    from.squaredMeters <= squaredRadius && to.squaredMeters <= squaredRadius
  }

  @inline(__always)
  func partInDisc(radiusMeters: Double) -> Part {
    let squaredRadius = radiusMeters * radiusMeters
    let startsInside = from.squaredMeters <= squaredRadius
    let endsInside = to.squaredMeters <= squaredRadius
    if startsInside && endsInside { return .whole }
    return partInDisc(squaredRadius, startsInside: startsInside, endsInside: endsInside)
  }

  @inline(never)
  private func partInDisc(
    _ squaredRadius: Double, startsInside: Bool, endsInside: Bool
  ) -> Part {
    let east = to.eastMeters - from.eastMeters
    let north = to.northMeters - from.northMeters
    let a = east * east + north * north
    let halfB = from.eastMeters * east + from.northMeters * north
    let discriminant = halfB * halfB - a * (from.squaredMeters - squaredRadius)
    guard a > 0, discriminant > 0, startsInside || halfB < 0 else { return .none }
    let root = discriminant.squareRoot()
    let lower = startsInside ? 0 : (-halfB - root) / a
    let upper = endsInside ? 1 : (-halfB + root) / a
    return lower < 1 && upper > 0 ? Part(lower: max(0, lower), upper: min(1, upper)) : .none
  }

  /// Returns the part inside a capsule: all points within the radius of the line from the origin to
  /// `axisEnd`.
  func partInCapsule(axisEnd: Displacement, radiusMeters: Double) -> Part {
    let aroundStart = partInDisc(radiusMeters: radiusMeters)
    let axisLength = axisEnd.meters
    guard axisLength > 0 else { return aroundStart }
    let aroundEnd = StraightMovement(from: from - axisEnd, to: to - axisEnd)
      .partInDisc(radiusMeters: radiusMeters)
    let east = axisEnd.eastMeters / axisLength
    let north = axisEnd.northMeters / axisLength
    func along(_ d: Displacement) -> Double { d.eastMeters * east + d.northMeters * north }
    func across(_ d: Displacement) -> Double { d.eastMeters * north - d.northMeters * east }
    var beside = Part.whole
    beside.clip(from: along(from), to: along(to), within: 0...axisLength)
    beside.clip(from: across(from), to: across(to), within: -radiusMeters...radiusMeters)
    return aroundStart.joined(aroundEnd).joined(beside)
  }
}

extension StraightMovement.Part {
  /// Limits the part to the section of the movement in which a coordinate is within `range`. The
  /// coordinate changes linearly, from `from` at the movement's start to `to` at its end.
  fileprivate mutating func clip(from: Double, to: Double, within range: ClosedRange<Double>) {
    if from == to {
      if !range.contains(from) { self = .none }
      return
    }
    let one = (range.lowerBound - from) / (to - from)
    let other = (range.upperBound - from) / (to - from)
    lower = max(lower, min(one, other))
    upper = min(upper, max(one, other))
  }
}

extension Displacement {
  static func - (a: Displacement, b: Displacement) -> Displacement {
    Displacement(
      eastMeters: a.eastMeters - b.eastMeters, northMeters: a.northMeters - b.northMeters)
  }

  func interpolated(to other: Displacement, share: Double) -> Displacement {
    Displacement(
      eastMeters: eastMeters + (other.eastMeters - eastMeters) * share,
      northMeters: northMeters + (other.northMeters - northMeters) * share)
  }
}

extension LocalScale {
  /// Computes the scale again if the coordinate is more than `LocalScale.reachDegrees` north or
  /// south of the scale's latitude.
  package mutating func follow(_ coordinate: Coordinate) {
    if !reaches(coordinate) { self = LocalScale(latitude: coordinate.latitude) }
  }

  /// Returns true if the scale is accurate at a coordinate.
  func reaches(_ coordinate: Coordinate) -> Bool {
    abs(coordinate.latitude - latitude) <= LocalScale.reachDegrees
  }
}
