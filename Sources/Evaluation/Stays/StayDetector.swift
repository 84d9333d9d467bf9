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

/// Detects stays and trips, with equal rules for the truth and for the records of every tracker.
///
/// **Before a stay.** The detector keeps a run: the path from an anchor to the newest position. All
/// positions of the run lie within the radius around the anchor. When a new position lies outside,
/// the anchor moves to the next position of the run that fulfills this rule (`StayTrail`). This is
/// the stay point of Li et al. (Mining user similarity based on location history, 2008), found in
/// one pass.
///
/// The anchor follows a traveling person at a distance of one radius. When the person stops, the
/// anchor may be almost one radius away. A later fix with an error of 50 m can then lie beyond the
/// anchor's radius. In this case, the anchor only moves closer to the place of the stay. A simpler
/// rule would begin a new run at this fix, and the stay would begin too late.
///
/// **In a stay.** A run that lasts the minimal duration becomes a stay. From then on, positions are
/// compared with the stay's center. The center is the mean position of the run up to that moment.
/// The anchor is unsuitable, since it lies at the edge of the stay. Measured from the anchor, a
/// small position error could end the stay. The center leaves equal room on all sides.
///
/// The center stays fixed, so a stay cannot move along with a slow person. With a fixed center, a
/// quadratic equation gives the instant at which a straight movement leaves the stay. The first
/// position beyond the radius ends the stay, and is the first possible anchor of the next one.
///
/// **Truth and records.** For the truth, every position is known (`travel`). A stay begins and ends
/// at exact instants. For records, only the recorded positions count (`move`): a stay lasts from
/// its first to its last record, and a single record is not a stay.
///
/// A trip is the time between two successive stays, before the first stay, or after the last stay.
/// It counts only if at least the minimal length was traveled.
struct StayDetector {
  private(set) var stays: [Stay] = []
  private(set) var trips: [Trip] = []

  private enum Phase {
    case underway
    case staying(since: StayTrail.Mark, around: Displacement)
  }

  private let radiusMeters: Double
  private let stayDurationMin: TimeSpan
  private let tripLengthMetersMin: Double
  private var phase = Phase.underway
  /// False until the first known position; `phase` then has no meaning. It is no case of `phase`,
  /// since two cases without a value would take a comparison of all words of the third.
  private var hasPosition = false
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

  /// Begins a time in which positions are known.
  mutating func begin(at time: Instant) {
    hasPosition = false
    tripStart = time
    wayMetersAtTripStart = wayMeters
  }

  /// Ends a time in which positions are known.
  mutating func finish(at time: Instant) {
    closeStay()
    hasPosition = false
    closeTrip(at: time, wayMeters: wayMeters)
  }

  /// Deletes the stays and trips found so far.
  mutating func reset() {
    stays.removeAll(keepingCapacity: true)
    trips.removeAll(keepingCapacity: true)
  }

  /// Adds one position. `stepMeters` is the distance from the position before.
  @inline(__always)
  mutating func move(to coordinate: Coordinate, at time: Instant, stepMeters: Double) {
    bridgeSilence(before: coordinate, at: time)
    wayMeters += stepMeters
    arrive(at: coordinate, at: time, isWayKnown: false)
  }

  /// Adds a straight movement whose positions are all known.
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

  /// Counts a long time without records as time at the last place, if the next record is at most
  /// three radii away. A long time is one that lasts at least the minimal duration of a stay.
  ///
  /// A person who moves would get farther in this time. A phone at rest may record nothing until
  /// the person leaves, and the first record on the move may already lie beyond the radius.
  @inline(__always)
  private mutating func bridgeSilence(before coordinate: Coordinate, at time: Instant) {
    if hasPosition, time - trail.newest.time >= stayDurationMin {
      bridge(before: coordinate, at: time)
    }
  }

  @inline(never)
  private mutating func bridge(before coordinate: Coordinate, at time: Instant) {
    let last = trail.newest.place
    let step = trail.place(of: coordinate) - last
    guard step.squaredMeters <= 9 * radiusMeters * radiusMeters else { return }
    arrive(at: trail.coordinate(of: last), at: time, isWayKnown: false)
  }

  @inline(__always)
  private mutating func arrive(at coordinate: Coordinate, at time: Instant, isWayKnown: Bool) {
    guard hasPosition else { return setOut(from: coordinate, at: time) }
    switch phase {
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

  @inline(never)
  private mutating func setOut(from coordinate: Coordinate, at time: Instant) {
    trail.start(at: coordinate, at: time, wayMeters: wayMeters)
    phase = .underway
    hasPosition = true
  }

  @inline(never)
  private mutating func settle(isWayKnown: Bool) {
    let start = isWayKnown ? trail.exactStart() : trail.anchor
    phase = .staying(since: start, around: trail.meanPlace(since: start))
  }

  @inline(never)
  private mutating func closeStay() {
    guard hasPosition, case .staying(let start, _) = phase else { return }
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

/// Detects stays along a movement whose positions are all known.
extension StayDetector {
  /// Returns the instant at which a straight movement from the newest position leaves the disc
  /// around the stay's center. Returns the end of the movement if it does not leave the disc.
  private func exit(
    from center: Displacement, to coordinate: Coordinate, during time: Interval
  ) -> Instant {
    let way = StraightMovement(
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

  /// Returns true if a piece does not begin where the last one ended. This holds for the first
  /// piece, and wherever the truth jumps.
  @inline(__always)
  private func isElsewhere(_ coordinate: Coordinate) -> Bool {
    guard hasPosition else { return true }
    return (trail.place(of: coordinate) - trail.newest.place).squaredMeters > 1
  }

  /// Returns the end of the next step. A piece of the true path is added to the run in steps.
  ///
  /// Steps are short, so that the anchor follows the person closely. A step normally takes a
  /// hundredth of the minimal duration of a stay. A slow person's step takes longer, so that it
  /// covers a sixteenth of the radius. A fast person's step is limited to a quarter of the radius.
  /// A step never ends after the instant at which the run becomes a stay.
  ///
  /// On a fast piece, the person travels one radius in less than the minimal duration. If the
  /// anchor lies on such a piece, a stay can only begin in the last part of the piece, which is one
  /// radius long. So one step may reach up to the start of this last part.
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
