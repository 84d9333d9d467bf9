import Geodesy
import Timekeeping

/// The path of the current run, from the anchor to the newest position. `StayDetector` defines run
/// and anchor.
///
/// The path is stored as marks that are at least a tenth of the radius apart. So there are few
/// marks, and moving the anchor takes little time. If two neighboring marks are within the radius,
/// the path between them is assumed to be within the radius too.
///
/// Many small moves within the radius may create up to `markCountMax` marks. Then every other mark
/// is dropped, and the distance between new marks is doubled. When there are few marks again, the
/// distance returns to a tenth of the radius.
struct StayTrail {
  /// A position on the path, in meters from the origin of the trail.
  struct Mark {
    var place: Displacement
    var time: Instant
    var wayMeters: Double
    /// The integral of the place over time, in meter seconds. Only differences between marks have a
    /// meaning.
    var placeSeconds: Displacement
    /// The summed length of the straight lines between marks, counted from some earlier mark.
    var chordMeters = 0.0
  }

  private(set) var newest: Mark
  private(set) var marks: [Mark] = []
  /// The index of the anchor in `marks`. The mark before the anchor, if any, is kept as well.
  private var anchorIndex = 0
  private var anchorPlace = Displacement(eastMeters: 0, northMeters: 0)
  private(set) var anchorTime = Instant.distantPast
  private var origin = Coordinate(latitude: 0, longitude: 0)
  private var scale = LocalScale(latitude: 0)
  /// The place of the last position, relative to the origin of the trail.
  private var lastPlace = Displacement(eastMeters: 0, northMeters: 0)
  private var lastChordMeters = 0.0
  private let radiusMeters: Double
  private let squaredRadius: Double
  private let squaredSpacingMin: Double
  private var squaredSpacing: Double

  private static var markCountMax: Int { 64 }
  private static var spacingShare: Double { 1.0 / 10 }
  /// The largest distance from the origin to the newest position. Beyond it, the origin is moved,
  /// since the scale is only accurate nearby.
  private static var originDistanceMetersMax: Double { 2000 }

  var anchor: Mark { marks[anchorIndex] }

  init(radiusMeters: Double) {
    let zero = Displacement(eastMeters: 0, northMeters: 0)
    newest = Mark(place: zero, time: .distantPast, wayMeters: 0, placeSeconds: zero)
    self.radiusMeters = radiusMeters
    squaredRadius = radiusMeters * radiusMeters
    squaredSpacingMin = squaredRadius * StayTrail.spacingShare * StayTrail.spacingShare
    squaredSpacing = squaredSpacingMin
    marks.reserveCapacity(StayTrail.markCountMax)
  }

  @inline(__always)
  func place(of coordinate: Coordinate) -> Displacement {
    scale.displacement(from: origin, to: coordinate)
  }

  func coordinate(of place: Displacement) -> Coordinate {
    scale.coordinate(origin, moved: place)
  }

  /// Begins a new run at a position, and deletes the old one.
  mutating func start(at coordinate: Coordinate, at time: Instant, wayMeters: Double) {
    origin = coordinate
    scale.follow(coordinate)
    let zero = Displacement(eastMeters: 0, northMeters: 0)
    newest = Mark(place: zero, time: time, wayMeters: wayMeters, placeSeconds: zero)
    marks.removeAll(keepingCapacity: true)
    marks.append(newest)
    lastPlace = zero
    lastChordMeters = 0
    anchorIndex = 0
    anchorPlace = zero
    anchorTime = time
    squaredSpacing = squaredSpacingMin
  }

  /// Adds a position that belongs to a stay. It creates no mark.
  @inline(__always)
  mutating func advance(to place: Displacement, at time: Instant, wayMeters: Double) {
    newest = mark(place, at: time, wayMeters: wayMeters)
  }

  /// Adds a position of the run, and moves the anchor on if the position is beyond the anchor's
  /// radius.
  @inline(__always)
  mutating func extend(to place: Displacement, at time: Instant, wayMeters: Double) {
    if (place - anchorPlace).squaredMeters > squaredRadius { slide(to: place, at: time) }
    let mark = mark(place, at: time, wayMeters: wayMeters)
    newest = mark
    if anchorIndex == marks.count || (place - lastPlace).squaredMeters >= squaredSpacing {
      append(mark)
    }
    let limit = StayTrail.originDistanceMetersMax
    if place.squaredMeters > limit * limit { moveOrigin() }
  }

  @inline(__always)
  private func mark(_ place: Displacement, at time: Instant, wayMeters: Double) -> Mark {
    let half = Double(time.nanoseconds - newest.time.nanoseconds) * 0.5e-9
    let east = (newest.place.eastMeters + place.eastMeters) * half
    let north = (newest.place.northMeters + place.northMeters) * half
    return Mark(
      place: place, time: time, wayMeters: wayMeters,
      placeSeconds: Displacement(
        eastMeters: newest.placeSeconds.eastMeters + east,
        northMeters: newest.placeSeconds.northMeters + north))
  }

  @inline(__always)
  private mutating func append(_ mark: Mark) {
    if marks.count >= StayTrail.markCountMax { makeRoom() }
    var mark = mark
    mark.chordMeters = lastChordMeters + (mark.place - lastPlace).meters
    lastChordMeters = mark.chordMeters
    lastPlace = mark.place
    marks.append(mark)
  }

  @inline(never)
  private mutating func slide(to place: Displacement, at time: Instant) {
    var index = anchorIndex + 1
    while index < marks.count, !canAnchor(index, place) { index += 1 }
    if index == marks.count { index = indexOfNewestAnchor(place) }
    anchorIndex = index
    anchorPlace = index < marks.count ? marks[index].place : place
    anchorTime = index < marks.count ? marks[index].time : time
    if marks.count - index <= StayTrail.markCountMax / 4 { squaredSpacing = squaredSpacingMin }
  }

  /// Returns the index of the anchor if no mark can be it.
  ///
  /// The position before becomes a mark, and the anchor if it can. If not, the new position will be
  /// the anchor and the next mark.
  @inline(never)
  private mutating func indexOfNewestAnchor(_ place: Displacement) -> Int {
    let index = marks.count
    guard newest.time > marks[index - 1].time else { return index }
    append(newest)
    return canAnchor(marks.count - 1, place) ? marks.count - 1 : marks.count
  }

  /// Returns true if all later marks and the new place lie within the radius of the mark at
  /// `index`.
  ///
  /// The path to a later mark is never shorter than the straight line to it. So a mark is within
  /// the radius if the path to it is at most one radius long. The function does not check such
  /// marks.
  @inline(__always)
  private func canAnchor(_ index: Int, _ newPlace: Displacement) -> Bool {
    let place = marks[index].place
    if (newPlace - place).squaredMeters > squaredRadius { return false }
    let certainMeters = marks[index].chordMeters + radiusMeters
    var later = marks.count - 1
    while later > index, marks[later].chordMeters > certainMeters {
      if (marks[later].place - place).squaredMeters > squaredRadius { return false }
      later -= 1
    }
    return true
  }

  private mutating func discardPassedMarks() {
    guard anchorIndex > 1 else { return }
    marks.removeFirst(anchorIndex - 1)
    anchorIndex = 1
  }

  @inline(never)
  private mutating func makeRoom() {
    discardPassedMarks()
    guard marks.count > StayTrail.markCountMax / 2 else { return }
    var kept = anchorIndex + 1
    for index in stride(from: anchorIndex + 2, to: marks.count, by: 2) {
      marks[kept] = marks[index]
      kept += 1
    }
    marks.removeLast(marks.count - kept)
    squaredSpacing *= 4
  }

  @inline(never)
  private mutating func moveOrigin() {
    discardPassedMarks()
    let shift = newest.place
    let time = newest.time
    origin = coordinate(of: shift)
    scale.follow(origin)
    for index in marks.indices { marks[index].move(by: shift, since: time) }
    anchorPlace = anchorPlace - shift
    newest.move(by: shift, since: time)
    lastPlace = lastPlace - shift
  }

  /// Returns the mean place over the time since a mark. If no time has passed, it is the newest
  /// place.
  func meanPlace(since mark: Mark) -> Displacement {
    let seconds = (newest.time - mark.time).seconds
    guard seconds > 0 else { return newest.place }
    let sum = newest.placeSeconds - mark.placeSeconds
    return Displacement(
      eastMeters: sum.eastMeters / seconds, northMeters: sum.northMeters / seconds)
  }

  /// Returns the exact place at which the run begins, on the straight line from the mark before the
  /// anchor to the anchor. All later places lie within the radius around it.
  func exactStart() -> Mark {
    guard anchorIndex > 0 else { return anchor }
    let before = marks[anchorIndex - 1]
    func shareOutside(of mark: Mark) -> Double {
      let part = StraightMovement(from: before.place - mark.place, to: anchor.place - mark.place)
        .partInDisc(radiusMeters: radiusMeters)
      return part.isEmpty ? 1 : part.lower
    }
    let share = marks[anchorIndex...].map(shareOutside).reduce(shareOutside(of: newest), max)
    return anchor.moved(back: 1 - share, towards: before)
  }
}

extension StayTrail.Mark {
  /// Moves the mark's origin by `shift`, and corrects `placeSeconds` for the new origin. `time`
  /// must be equal for all marks, so that the differences between marks stay correct.
  fileprivate mutating func move(by shift: Displacement, since time: Instant) {
    let seconds = (self.time - time).seconds
    place = place - shift
    placeSeconds.eastMeters -= shift.eastMeters * seconds
    placeSeconds.northMeters -= shift.northMeters * seconds
  }

  /// Returns a mark on the straight line to an earlier mark, at this share of the distance.
  fileprivate func moved(back share: Double, towards earlier: Self) -> Self {
    var mark = self
    mark.place = place.interpolated(to: earlier.place, share: share)
    mark.time = Interval(earlier.time, time).instant(atShare: 1 - share)
    mark.wayMeters += (earlier.wayMeters - wayMeters) * share
    let half = (time - mark.time).seconds / 2
    mark.placeSeconds.eastMeters -= (place.eastMeters + mark.place.eastMeters) * half
    mark.placeSeconds.northMeters -= (place.northMeters + mark.place.northMeters) * half
    return mark
  }
}
