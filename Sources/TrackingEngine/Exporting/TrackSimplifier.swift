import Geodesy
import Timekeeping

/// A filter that leaves out positions that hardly change a track's course, as Drives does in its
/// maps.
///
/// It computes the area, in square degrees, of the parallelogram between two vectors from the
/// position kept last: one to this position, one to a later position. It uses the next position
/// first. If the way to that one is almost straight, it uses the sixth from here, so that a long
/// gentle bend keeps points too. A credit suppresses this second test: every sharp turn adds to it,
/// and every position left out takes from it, because there are enough points behind a corner.
///
/// The area is in degrees, so that more points are kept at high latitudes. The first and the last
/// position always stay. The filter reads at most six positions ahead.
struct TrackSimplifier {
  private static let sharpTurn = 8e-9
  private static let gentleTurn = 9e-9
  private static let creditOfTurn = 12
  private static let creditMax = 30
  private static let reach = 6

  /// The positions that are not decided yet, in the order of time.
  private var open: [Record] = []
  private var kept: Coordinate?
  private var newest: Instant?
  private var credit = 0

  /// Adds a position, and returns the positions that are now certain to stay.
  mutating func add(_ record: Record) -> [Record] {
    var decided: [Record] = []
    if let newest, record.location.timestamp - newest > Track.gapMax { decided = finish() }
    newest = record.location.timestamp
    guard kept != nil else {
      kept = record.location.coordinate
      return decided + [record]
    }
    open.append(record)
    if open.count > Self.reach { decided += decideFirst() }
    return decided
  }

  /// Returns the remaining positions and ends the track; the next position begins a new one.
  mutating func finish() -> [Record] {
    var decided: [Record] = []
    while open.count > 1 { decided += decideFirst() }
    decided += open
    self = TrackSimplifier()
    return decided
  }

  /// Decides about the first open position; near the end, the last one replaces the sixth ahead.
  private mutating func decideFirst() -> [Record] {
    let record = open.removeFirst()
    guard let next = open.first, let ahead = open.prefix(Self.reach).last,
      stays(record.location.coordinate, next.location.coordinate, ahead.location.coordinate)
    else { return [] }
    kept = record.location.coordinate
    return [record]
  }

  private mutating func stays(_ here: Coordinate, _ next: Coordinate, _ ahead: Coordinate) -> Bool {
    if turn(at: here, towards: next) > Self.sharpTurn {
      credit = min(credit + Self.creditOfTurn, Self.creditMax)
      return true
    }
    if credit < 1, turn(at: here, towards: ahead) > Self.gentleTurn { return true }
    credit -= 1
    return false
  }

  private func turn(at here: Coordinate, towards there: Coordinate) -> Double {
    guard let kept else { return 0 }
    let a = (here.longitude - kept.longitude, here.latitude - kept.latitude)
    let b = (there.longitude - kept.longitude, there.latitude - kept.latitude)
    return abs(a.0 * b.1 - a.1 * b.0)
  }
}
