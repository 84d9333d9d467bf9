import Geodesy
import Timekeeping

/// The way since the last stay, as far back as the next one may have begun: its run, from the anchor on.
///
/// The run is kept as marks a sixteenth of the radius apart at least, so that following the anchor costs
/// some four distances per position both on foot and in a car. What lies between two marks is taken to be
/// within the radius when they are. Restlessness within the radius brings many marks; there is room for
/// `markCountMax`, then every other one goes and the distance between them doubles, until there are few
/// again.
struct StayTrail {
  /// A position on the way, in metres from the origin of the trail.
  struct Mark {
    var place: Displacement
    var time: Instant
    var wayMeters: Double
    /// The integral of the place over time in metre seconds. Only differences mean something.
    var placeSeconds: Displacement
  }

  private(set) var newest: Mark
  private var marks: [Mark] = []
  /// Into `marks`; the mark before it, if any, is kept as well.
  private var anchorIndex = 0
  private(set) var anchor: Mark
  private var origin = Coordinate(latitude: 0, longitude: 0)
  private var scale = LocalScale(latitude: 0)
  private let squaredRadius: Double
  private let squaredSpacingMin: Double
  private var squaredSpacing: Double

  private static var markCountMax: Int { 64 }
  private static var spacingShare: Double { 1.0 / 16 }
  /// The origin follows at this distance, far within the reach of a scale.
  private static var originDistanceMetersMax: Double { 1000 }

  init(radiusMeters: Double) {
    let zero = Displacement(eastMeters: 0, northMeters: 0)
    newest = Mark(place: zero, time: .distantPast, wayMeters: 0, placeSeconds: zero)
    anchor = newest
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

  /// Forgets everything before.
  mutating func start(at coordinate: Coordinate, at time: Instant, wayMeters: Double) {
    origin = coordinate
    scale.follow(coordinate)
    let zero = Displacement(eastMeters: 0, northMeters: 0)
    newest = Mark(place: zero, time: time, wayMeters: wayMeters, placeSeconds: zero)
    marks.removeAll(keepingCapacity: true)
    marks.append(newest)
    anchorIndex = 0
    anchor = newest
    squaredSpacing = squaredSpacingMin
  }

  /// Takes a position that belongs to a stay, which needs no marks.
  @inline(__always)
  mutating func advance(to place: Displacement, at time: Instant, wayMeters: Double) {
    let half = Double(time.nanoseconds - newest.time.nanoseconds) * 0.5e-9
    newest.placeSeconds.eastMeters += (newest.place.eastMeters + place.eastMeters) * half
    newest.placeSeconds.northMeters += (newest.place.northMeters + place.northMeters) * half
    newest.place = place
    newest.time = time
    newest.wayMeters = wayMeters
  }

  /// Takes a position of the run, and lets the anchor slide on if it lies beyond the radius.
  @inline(__always)
  mutating func extend(to place: Displacement, at time: Instant, wayMeters: Double) {
    let previous = newest
    advance(to: place, at: time, wayMeters: wayMeters)
    if (place - anchor.place).squaredMeters > squaredRadius { slide(after: previous) }
    if (place - marks[marks.count - 1].place).squaredMeters >= squaredSpacing { markNewest() }
  }

  @inline(never)
  private mutating func slide(after previous: Mark) {
    var index = anchorIndex + 1
    while index < marks.count, !canAnchor(index) { index += 1 }
    if index == marks.count {
      // No mark is left; perhaps the position before can be the anchor, else the newest is.
      if previous.time > marks[index - 1].time { marks.append(previous) }
      if index == marks.count || !canAnchor(index) {
        index = marks.count
        marks.append(newest)
      }
    }
    anchorIndex = index
    anchor = marks[index]
    if marks.count - index <= StayTrail.markCountMax / 4 { squaredSpacing = squaredSpacingMin }
    moveOrigin()
  }

  /// Whether the marks since then and the newest position lie within the radius of a mark.
  @inline(__always)
  private func canAnchor(_ index: Int) -> Bool {
    let place = marks[index].place
    if (newest.place - place).squaredMeters > squaredRadius { return false }
    var later = marks.count - 1
    while later > index {
      if (marks[later].place - place).squaredMeters > squaredRadius { return false }
      later -= 1
    }
    return true
  }

  private mutating func markNewest() {
    if marks.count >= StayTrail.markCountMax { makeRoom() }
    marks.append(newest)
  }

  private mutating func makeRoom() {
    let before = max(0, anchorIndex - 1)
    marks.removeFirst(before)
    anchorIndex -= before
    guard marks.count > StayTrail.markCountMax / 2 else { return }
    var kept = anchorIndex + 1
    for index in stride(from: anchorIndex + 2, to: marks.count, by: 2) {
      marks[kept] = marks[index]
      kept += 1
    }
    marks.removeLast(marks.count - kept)
    squaredSpacing *= 4
  }

  private mutating func moveOrigin() {
    let limit = StayTrail.originDistanceMetersMax
    guard newest.place.squaredMeters > limit * limit else { return }
    let shift = newest.place
    let time = newest.time
    origin = coordinate(of: shift)
    scale.follow(origin)
    for index in marks.indices { marks[index].move(by: shift, since: time) }
    anchor.move(by: shift, since: time)
    newest.move(by: shift, since: time)
  }

  /// The mean over time; the newest place if there was none.
  func meanPlace(since mark: Mark) -> Displacement {
    let seconds = (newest.time - mark.time).seconds
    guard seconds > 0 else { return newest.place }
    let sum = newest.placeSeconds - mark.placeSeconds
    return Displacement(
      eastMeters: sum.eastMeters / seconds, northMeters: sum.northMeters / seconds)
  }

  /// Where, on the straight way from the mark before the anchor to the anchor, the run begins: from there
  /// on, too, everything since lies within the radius.
  func exactStart() -> Mark {
    guard anchorIndex > 0 else { return anchor }
    let before = marks[anchorIndex - 1]
    let radius = squaredRadius.squareRoot()
    func shareOutside(of mark: Mark) -> Double {
      let part = StraightWay(from: before.place - mark.place, to: anchor.place - mark.place)
        .partInDisc(radiusMeters: radius)
      return part.isEmpty ? 1 : part.lower
    }
    let share = marks[anchorIndex...].map(shareOutside).reduce(shareOutside(of: newest), max)
    return anchor.moved(back: 1 - share, towards: before)
  }
}

extension StayTrail.Mark {
  /// Takes an origin that is displaced, and the integral from some common time on.
  fileprivate mutating func move(by shift: Displacement, since time: Instant) {
    let seconds = (self.time - time).seconds
    place = place - shift
    placeSeconds.eastMeters -= shift.eastMeters * seconds
    placeSeconds.northMeters -= shift.northMeters * seconds
  }

  /// A share of the straight way back to an earlier mark.
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
