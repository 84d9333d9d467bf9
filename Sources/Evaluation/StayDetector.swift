import Geodesy
import Timekeeping
import World

struct Stay {
  var interval: Interval
  /// The mean position over the time of the stay.
  var center: Coordinate
}

struct Trip {
  var interval: Interval
  var lengthMeters: Double
}

/// The reference detector of stays and trips, the same for the truth and for everybody's records.
///
/// A stay is a longest run of positions that remain within the radius of its first one, the anchor, for
/// at least the minimal duration. The first position beyond the radius is the next anchor. So a stay may
/// begin up to a radius before the place where the person settles, for the truth as for the records; it
/// takes one distance per position and keeps nothing.
///
/// Of the truth the instant is known at which the way leaves the disc (`travel`). Of records only evidence
/// counts (`move`): a stay goes from the first to the last record within the disc, and one record is none.
///
/// A trip is the time between two stays that follow each other, from the beginning to the first stay, or
/// from the last stay to the end, in which at least the minimal length was travelled.
struct StayDetector {
  private(set) var stays: [Stay] = []
  private(set) var trips: [Trip] = []

  private let radiusMeters: Double
  private let stayDurationMin: TimeSpan
  private let tripLengthMetersMin: Double
  private var anchor: Anchor?
  private var scale = LocalScale(latitude: 0)
  private var wayMeters = 0.0
  private var tripStart = Instant.distantPast
  private var wayMetersAtTripStart = 0.0

  /// The first position of what may become a stay, and how far it has gone.
  private struct Anchor {
    var coordinate: Coordinate
    var time: Instant
    var wayMeters: Double
    var lastTime: Instant
    var lastWayMeters: Double
    var last = Displacement(eastMeters: 0, northMeters: 0)
    /// Displacement from the anchor times seconds.
    var sum = Displacement(eastMeters: 0, northMeters: 0)

    init(_ coordinate: Coordinate, at time: Instant, wayMeters: Double) {
      self.coordinate = coordinate
      self.time = time
      self.wayMeters = wayMeters
      lastTime = time
      lastWayMeters = wayMeters
    }

    @inline(__always)
    mutating func extend(to place: Displacement, at time: Instant, wayMeters: Double) {
      let half = Double(time.nanoseconds - lastTime.nanoseconds) * 0.5e-9
      sum.eastMeters += (last.eastMeters + place.eastMeters) * half
      sum.northMeters += (last.northMeters + place.northMeters) * half
      last = place
      lastTime = time
      lastWayMeters = wayMeters
    }
  }

  init(options: EvaluationOptions) {
    radiusMeters = options.stayRadiusMeters
    stayDurationMin = options.stayDurationMin
    tripLengthMetersMin = options.tripLengthMetersMin
  }

  /// From here on positions are known.
  mutating func begin(at time: Instant) {
    anchor = nil
    tripStart = time
    wayMetersAtTripStart = wayMeters
  }

  /// From here on they are not.
  mutating func finish(at time: Instant) {
    closeStay()
    anchor = nil
    closeTrip(at: time, wayMeters: wayMeters)
  }

  /// Forgets the stays and trips found so far.
  mutating func reset() {
    stays.removeAll(keepingCapacity: true)
    trips.removeAll(keepingCapacity: true)
  }

  /// One position more; `stepMeters` from the one before.
  @inline(__always)
  mutating func move(to coordinate: Coordinate, at time: Instant, stepMeters: Double) {
    wayMeters += stepMeters
    if let place = displacementWithin(coordinate) {
      anchor?.extend(to: place, at: time, wayMeters: wayMeters)
    } else {
      leave(for: coordinate, at: time)
    }
  }

  /// A straight piece more, all of whose positions are known.
  @inline(__always)
  mutating func travel(_ piece: Piece, lengthMeters: Double) {
    if displacementWithin(piece.from) == nil { leave(for: piece.from, at: piece.start) }
    if let place = displacementWithin(piece.to) {
      wayMeters += lengthMeters
      anchor?.extend(to: place, at: piece.end, wayMeters: wayMeters)
    } else {
      travelOut(piece, lengthMeters: lengthMeters)
    }
  }

  @inline(never)
  private mutating func travelOut(_ piece: Piece, lengthMeters: Double) {
    let wayMetersAtStart = wayMeters
    var exitShare = 0.0
    while let base = anchor {
      let from = piece.from.interpolated(to: piece.to, share: exitShare)
      let way = StraightWay(
        from: scale.displacement(from: base.coordinate, to: from),
        to: scale.displacement(from: base.coordinate, to: piece.to))
      let upper = way.partInDisc(radiusMeters: radiusMeters).upper
      let share = exitShare + upper * (1 - exitShare)
      let isInside = !(upper < 1) || share <= exitShare
      exitShare = isInside ? 1 : share
      wayMeters = wayMetersAtStart + lengthMeters * exitShare
      let time = piece.interval.instant(atShare: exitShare)
      anchor?.extend(
        to: way.from.interpolated(to: way.to, share: isInside ? 1 : upper), at: time,
        wayMeters: wayMeters)
      if isInside { return }
      leave(for: piece.from.interpolated(to: piece.to, share: exitShare), at: time)
    }
  }

  /// From the anchor, if within the radius of one.
  @inline(__always)
  private func displacementWithin(_ coordinate: Coordinate) -> Displacement? {
    guard let anchor else { return nil }
    let place = scale.displacement(from: anchor.coordinate, to: coordinate)
    return place.squaredMeters <= radiusMeters * radiusMeters ? place : nil
  }

  private mutating func leave(for coordinate: Coordinate, at time: Instant) {
    closeStay()
    anchor = Anchor(coordinate, at: time, wayMeters: wayMeters)
    scale.follow(coordinate)
  }

  private mutating func closeStay() {
    guard let anchor, anchor.lastTime - anchor.time >= stayDurationMin else { return }
    let seconds = (anchor.lastTime - anchor.time).seconds
    let mean = Displacement(
      eastMeters: anchor.sum.eastMeters / seconds, northMeters: anchor.sum.northMeters / seconds)
    stays.append(
      Stay(
        interval: Interval(anchor.time, anchor.lastTime),
        center: scale.coordinate(anchor.coordinate, moved: mean)))
    closeTrip(at: anchor.time, wayMeters: anchor.wayMeters)
    tripStart = anchor.lastTime
    wayMetersAtTripStart = anchor.lastWayMeters
  }

  private mutating func closeTrip(at time: Instant, wayMeters: Double) {
    let length = wayMeters - wayMetersAtTripStart
    guard time > tripStart, length >= tripLengthMetersMin else { return }
    trips.append(Trip(interval: Interval(tripStart, time), lengthMeters: length))
  }
}
