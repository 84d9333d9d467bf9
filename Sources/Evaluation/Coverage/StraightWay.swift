import Geodesy

/// A straight way, and the part of it that lies in a disc or a capsule, computed exactly.
///
/// The truth is straight between knots, and a rebuilt track is straight between fixes. So the way
/// from one to the other is straight as well, and the time for which they are near each other
/// follows from a quadratic equation, without sampling. Both shapes are convex: a way is inside
/// them once at most, and if both its ends are inside, all of it is.
struct StraightWay {
  /// The start, from the center of the disc or the first end of the capsule's axis.
  var from: Displacement
  var to: Displacement

  /// A part of a way, in shares of its length.
  struct Part: Equatable {
    var lower: Double
    var upper: Double

    static var none: Part { Part(lower: 0, upper: 0) }
    static var whole: Part { Part(lower: 0, upper: 1) }

    /// The length of the part. A clipped part may end before it begins; it is then empty.
    var share: Double { max(0, upper - lower) }
    var isEmpty: Bool { upper <= lower }

    /// Returns the smallest part that contains both. For parts of one convex shape it is their
    /// union.
    func joined(_ other: Part) -> Part {
      if isEmpty { return other }
      if other.isEmpty { return self }
      return Part(lower: min(lower, other.lower), upper: max(upper, other.upper))
    }
  }

  func partInDisc(radiusMeters: Double) -> Part {
    let squaredRadius = radiusMeters * radiusMeters
    let startsInside = from.squaredMeters <= squaredRadius
    let endsInside = to.squaredMeters <= squaredRadius
    if startsInside && endsInside { return .whole }
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

  /// Returns the part in a capsule: all points within the radius of the axis from the origin to
  /// `axisEnd`.
  func partInCapsule(axisEnd: Displacement, radiusMeters: Double) -> Part {
    let aroundStart = partInDisc(radiusMeters: radiusMeters)
    let axisLength = axisEnd.meters
    guard axisLength > 0 else { return aroundStart }
    let aroundEnd = StraightWay(from: from - axisEnd, to: to - axisEnd)
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

extension StraightWay.Part {
  /// Keeps the part in which a number that changes linearly from one value to another is within a
  /// range.
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
  /// Renews the scale if the place is outside its reach.
  package mutating func follow(_ coordinate: Coordinate) {
    if abs(coordinate.latitude - latitude) > LocalScale.reachDegrees {
      self = LocalScale(latitude: coordinate.latitude)
    }
  }
}
