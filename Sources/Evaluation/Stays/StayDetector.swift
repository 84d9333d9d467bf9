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

/// The reference detector of stays and trips, the same for the truth and for the records of every
/// tracker.
///
/// **Before a stay.** The run is the time from an anchor to the newest position. The anchor is one
/// of the positions, and all positions of the run lie within the radius of it. It is the earliest
/// position since the last stay for which this is so: a position beyond the radius does not begin a
/// new run, but moves the anchor on as little as needed (`StayTrail`). That is the stay point of Li
/// et al. (Mining user similarity based on location history, 2008), found in one pass. On the way,
/// the anchor therefore follows one radius behind. Where a person settles, the stay begins as they
/// come within the radius of the farthest point that they visit there. If the anchor moved only
/// when a run breaks, it would lie anywhere on the last radius of the approach: a later fix,
/// perhaps an hour later and 50 m off, would break the run and begin the stay that much too late.
///
/// **In a stay.** A run of the minimal duration is a stay. From then on, positions are compared
/// with its center, the mean over time of the run up to that moment, for as long as the stay lasts.
/// The anchor would not do: it lies on the border of what follows, and leaves no room for an error
/// to one side. The center leaves the same room on all sides. It is not moved later, so that a stay
/// cannot creep along, and so that the instant at which a straight way leaves the disc is the
/// solution of a quadratic equation. The first position beyond the radius ends the stay, and is the
/// first one that may be an anchor of the next.
///
/// **Truth and records.** Of the truth, every position is known (`travel`). A stay begins and ends
/// at the exact instants, and becomes one when the minimal duration is over. Of records, only
/// evidence counts (`move`): a stay lasts from its first to its last record, and one record is no
/// stay.
///
/// A trip is the time between two stays that follow each other, from the beginning to the first
/// stay, or from the last stay to the end, in which at least the minimal length was traveled.
struct StayDetector {
  private(set) var stays: [Stay] = []
  private(set) var trips: [Trip] = []

  private enum Phase {
    case unknown
    case underway
    case staying(since: StayTrail.Mark, around: Displacement)
  }

  private let radiusMeters: Double
  private let stayDurationMin: TimeSpan
  private let tripLengthMetersMin: Double
  private var phase = Phase.unknown
  private var trail: StayTrail
  private var wayMeters = 0.0
  private var tripStart = Instant.distantPast
  private var wayMetersAtTripStart = 0.0

  init(options: EvaluationOptions) {
    radiusMeters = options.stayRadiusMeters
    stayDurationMin = options.stayDurationMin
    tripLengthMetersMin = options.tripLengthMetersMin
    trail = StayTrail(radiusMeters: options.stayRadiusMeters)
  }

  /// Begins a time of known positions.
  mutating func begin(at time: Instant) {
    phase = .unknown
    tripStart = time
    wayMetersAtTripStart = wayMeters
  }

  /// Ends a time of known positions.
  mutating func finish(at time: Instant) {
    closeStay()
    phase = .unknown
    closeTrip(at: time, wayMeters: wayMeters)
  }

  /// Deletes the stays and trips found so far.
  mutating func reset() {
    stays.removeAll(keepingCapacity: true)
    trips.removeAll(keepingCapacity: true)
  }

  /// Adds one position; `stepMeters` is the distance from the one before.
  @inline(__always)
  mutating func move(to coordinate: Coordinate, at time: Instant, stepMeters: Double) {
    bridgeSilence(before: coordinate, at: time)
    wayMeters += stepMeters
    arrive(at: coordinate, at: time, isWayKnown: false)
  }

  /// Adds a straight piece, all of whose positions are known.
  mutating func travel(_ piece: Piece, lengthMeters: Double) {
    if isElsewhere(piece.from) { arrive(at: piece.from, at: piece.start, isWayKnown: true) }
    let wayMetersAtStart = wayMeters
    var time = piece.start
    while time < piece.end {
      var end = piece.end
      if case .staying(_, let center) = phase {
        end = exit(from: center, to: piece.to, during: Interval(time, end))
      } else {
        end = nextStop(on: piece, after: time, lengthMeters: lengthMeters)
      }
      var coordinate = piece.to
      var share = 1.0
      if end < piece.end {
        share = Double((end - piece.start).nanoseconds) / Double(piece.interval.nanoseconds)
        coordinate = piece.from.interpolated(to: piece.to, share: share)
      }
      wayMeters = wayMetersAtStart + lengthMeters * share
      if case .staying = phase {
        stay(until: end, at: coordinate, isLeaving: end < piece.end)
      } else {
        arrive(at: coordinate, at: end, isWayKnown: true)
      }
      time = end
    }
  }

  /// Takes a silence as long as a stay, between two records at most three radii apart, for time at
  /// the first of them. A person does not travel that slowly. A phone at rest records nothing for
  /// long, and its first record on the move may lie beyond the radius already.
  @inline(__always)
  private mutating func bridgeSilence(before coordinate: Coordinate, at time: Instant) {
    if case .unknown = phase { return }
    guard time - trail.newest.time >= stayDurationMin else { return }
    let last = trail.newest.place
    let step = trail.place(of: coordinate) - last
    guard step.squaredMeters <= 9 * radiusMeters * radiusMeters else { return }
    arrive(at: trail.coordinate(of: last), at: time, isWayKnown: false)
  }

  @inline(__always)
  private mutating func arrive(at coordinate: Coordinate, at time: Instant, isWayKnown: Bool) {
    switch phase {
    case .unknown:
      setOut(from: coordinate, at: time)
    case .underway:
      trail.extend(to: trail.place(of: coordinate), at: time, wayMeters: wayMeters)
      if time - trail.anchorTime >= stayDurationMin { settle(isWayKnown: isWayKnown) }
    case .staying(_, let center):
      let place = trail.place(of: coordinate)
      if (place - center).squaredMeters <= radiusMeters * radiusMeters {
        trail.advance(to: place, at: time, wayMeters: wayMeters)
      } else {
        closeStay()
        setOut(from: coordinate, at: time)
      }
    }
  }

  private mutating func setOut(from coordinate: Coordinate, at time: Instant) {
    trail.start(at: coordinate, at: time, wayMeters: wayMeters)
    phase = .underway
  }

  private mutating func settle(isWayKnown: Bool) {
    let start = isWayKnown ? trail.exactStart() : trail.anchor
    phase = .staying(since: start, around: trail.meanPlace(since: start))
  }

  private mutating func closeStay() {
    guard case .staying(let start, _) = phase else { return }
    let end = trail.newest
    stays.append(
      Stay(
        interval: Interval(start.time, end.time),
        center: trail.coordinate(of: trail.meanPlace(since: start))))
    closeTrip(at: start.time, wayMeters: start.wayMeters)
    tripStart = end.time
    wayMetersAtTripStart = end.wayMeters
  }

  private mutating func closeTrip(at time: Instant, wayMeters: Double) {
    let length = wayMeters - wayMetersAtTripStart
    guard time > tripStart, length >= tripLengthMetersMin else { return }
    trips.append(Trip(interval: Interval(tripStart, time), lengthMeters: length))
  }
}

/// Detection along a known way.
extension StayDetector {
  /// Returns the instant at which the straight way from the newest position leaves the disc around
  /// the center of the stay, or the end of the time if it does not.
  private func exit(
    from center: Displacement, to coordinate: Coordinate, during time: Interval
  ) -> Instant {
    let way = StraightWay(
      from: trail.newest.place - center, to: trail.place(of: coordinate) - center)
    let part = way.partInDisc(radiusMeters: radiusMeters)
    // A stay may begin outside its disc, if the person walked away while it became one.
    return time.instant(atShare: part.lower > 0 ? 0 : part.upper)
  }

  private mutating func stay(until time: Instant, at coordinate: Coordinate, isLeaving: Bool) {
    trail.advance(to: trail.place(of: coordinate), at: time, wayMeters: wayMeters)
    guard isLeaving else { return }
    closeStay()
    setOut(from: coordinate, at: time)
  }

  /// Returns true if a piece begins elsewhere than the last one ended. This is so for the first
  /// piece and where the truth jumps.
  @inline(__always)
  private func isElsewhere(_ coordinate: Coordinate) -> Bool {
    if case .unknown = phase { return true }
    return (trail.place(of: coordinate) - trail.newest.place).squaredMeters > 1
  }

  /// Returns the instant up to which a piece can be taken as one step of the run. It is no later
  /// than when the run becomes a stay, and near enough that the anchor follows closely. A step
  /// lasts a hundredth of the minimal duration, but is no shorter than a sixteenth of the radius
  /// and no longer than a quarter.
  ///
  /// Once the anchor lies on a piece on which a radius takes less than the minimal duration, no
  /// stay can begin before the last radius of it.
  @inline(__always)
  private func nextStop(on piece: Piece, after time: Instant, lengthMeters: Double) -> Instant {
    let settling = trail.anchorTime + stayDurationMin
    if lengthMeters <= radiusMeters / 16 { return min(piece.end, settling) }
    let left = Double((piece.end - time).nanoseconds)
    let radius = radiusMeters * Double(piece.interval.nanoseconds) / lengthMeters
    let duration = Double(stayDurationMin.nanoseconds)
    var step = min(max(duration / 100, radius / 16), radius / 4)
    if step >= left { return min(piece.end, settling) }
    if trail.anchorTime >= piece.start, radius < duration { step = max(step, left - radius) }
    return min(time + TimeSpan(nanoseconds: Int64(max(1, step))), settling)
  }
}
