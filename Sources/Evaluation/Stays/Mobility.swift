import Geodesy
import Timekeeping

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The person's home, with the scale for distances from home.
///
/// The truth and the records use the same scale. A few hundred kilometers away, distances are wrong
/// by a few percent, equally for both. The radius of gyration uses another scale: that of the place
/// where the truth begins.
struct Home {
  let coordinate: Coordinate
  let radiusMeters: Double
  let scale: LocalScale

  init(_ coordinate: Coordinate, radiusMeters: Double) {
    self.coordinate = coordinate
    self.radiusMeters = radiusMeters
    scale = LocalScale(latitude: coordinate.latitude)
  }

  func way(from: Coordinate, to: Coordinate) -> StraightMovement {
    StraightMovement(
      from: scale.displacement(from: coordinate, to: from),
      to: scale.displacement(from: coordinate, to: to))
  }
}

/// The figures of mobility over the judged time, either for the truth or for the records.
/// `mobilityBias` is the difference between the two.
///
/// - `distanceMeters`: length of the true path, or sum of the steps from record to record.
/// - `radiusOfGyrationMeters`: root mean square distance from the mean position, weighted by time.
/// - `maxDistanceFromHomeMeters`: largest distance of any position.
/// - `timeAtHomeSeconds`: time within home's radius.
/// - `placeCount`: number of places. Two stays are at the same place if the distance of their
///   centers is at most `EvaluationOptions.placeSeparationMeters`. The center of a place is that
///   of its first stay.
/// - `entropy`: −Σ p ln p over the shares of stay time at the places, in nats.
///
/// The person is assumed to stay at the place of a record until the next record, if the next record
/// comes within `EvaluationOptions.recordHold`. A longer time without records is left out, as in an
/// analysis that drops missing data.
struct MobilitySums {
  private let origin: Coordinate
  private let scale: LocalScale
  private(set) var distanceMeters = 0.0
  private(set) var atHomeNanoseconds: Int64 = 0
  /// The time in nanoseconds by which the sums of positions and of squared distances are divided.
  private var weight = 0.0
  private var sum = Displacement(eastMeters: 0, northMeters: 0)
  private var sumOfSquares = 0.0
  private var farthestSquared = -1.0
  private var farthest: Coordinate?

  init(origin: Coordinate) {
    self.origin = origin
    scale = LocalScale(latitude: origin.latitude)
  }

  mutating func addDistance(_ meters: Double) { distanceMeters += meters }

  mutating func addTimeAtHome(_ nanoseconds: Int64) { atHomeNanoseconds += nanoseconds }

  /// Adds a straight movement. The integrals over time of the position and of its square are exact.
  @inline(__always)
  mutating func addTime(from: Coordinate, to: Coordinate, nanoseconds: Int64) {
    let a = scale.displacement(from: origin, to: from)
    let b = scale.displacement(from: origin, to: to)
    let duration = Double(nanoseconds)
    weight += duration
    sum.eastMeters += (a.eastMeters + b.eastMeters) * (duration / 2)
    sum.northMeters += (a.northMeters + b.northMeters) * (duration / 2)
    let product = a.eastMeters * b.eastMeters + a.northMeters * b.northMeters
    sumOfSquares += (a.squaredMeters + b.squaredMeters + product) * (duration / 3)
  }

  /// Adds time at one place.
  @inline(__always)
  mutating func addTime(at coordinate: Coordinate, nanoseconds: Int64) {
    let place = scale.displacement(from: origin, to: coordinate)
    let duration = Double(nanoseconds)
    weight += duration
    sum.eastMeters += place.eastMeters * duration
    sum.northMeters += place.northMeters * duration
    sumOfSquares += place.squaredMeters * duration
  }

  @inline(__always)
  mutating func addDistanceFromHome(_ displacement: Displacement, at coordinate: Coordinate) {
    guard displacement.squaredMeters > farthestSquared else { return }
    farthestSquared = displacement.squaredMeters
    farthest = coordinate
  }

  @inline(never)
  mutating func addDistance(from home: Home, to coordinate: Coordinate) {
    addDistanceFromHome(
      home.scale.displacement(from: home.coordinate, to: coordinate), at: coordinate)
  }

  /// Adds time at one place to the time at home, if the place is near enough.
  @inline(never)
  mutating func addTime(near home: Home, at coordinate: Coordinate, nanoseconds: Int64) {
    let place = home.scale.displacement(from: home.coordinate, to: coordinate)
    if place.squaredMeters <= home.radiusMeters * home.radiusMeters { addTimeAtHome(nanoseconds) }
  }

  /// The time in which the place is known, in seconds.
  var knownSeconds: Double { weight / 1e9 }

  var radiusOfGyrationMeters: Double? {
    guard weight > 0 else { return nil }
    let mean = Displacement(
      eastMeters: sum.eastMeters / weight, northMeters: sum.northMeters / weight)
    return max(0, sumOfSquares / weight - mean.squaredMeters).squareRoot()
  }

  func maxDistanceMeters(from home: Home) -> Double? {
    farthest?.distanceMeters(to: home.coordinate)
  }
}

/// The places at which stays were, with the duration of stays at each place.
struct PlaceShares {
  private let separationMeters: Double
  private var centers: [Coordinate] = []
  private var seconds: [Double] = []

  init(separationMeters: Double) { self.separationMeters = separationMeters }

  var count: Int { centers.count }

  mutating func add(_ stays: [Stay]) {
    for stay in stays {
      let duration = secondsOf(stay.interval.nanoseconds)
      let known = centers.firstIndex { $0.distanceMeters(to: stay.center) <= separationMeters }
      if let known {
        seconds[known] += duration
      } else {
        centers.append(stay.center)
        seconds.append(duration)
      }
    }
  }

  /// The entropy of the shares of time at the places, in nats; nil without stays.
  var entropy: Double? {
    let total = seconds.reduce(0, +)
    guard total > 0 else { return nil }
    return seconds.reduce(0) { $0 - $1 / total * log($1 / total) }
  }
}
