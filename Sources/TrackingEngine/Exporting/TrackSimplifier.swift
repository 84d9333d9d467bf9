import Geodesy
import Timekeeping

/// A filter that leaves out positions that hardly change a track's course, as the app Drives does
/// in its maps.
///
/// It draws two vectors from the last kept position: one to the tested position, one to a later
/// position. It computes the area of their parallelogram, in square degrees; a large area means a
/// turn. The later position is first the next position. If the turn there is not sharp, it is the
/// sixth position after the tested one, so that a long gentle bend keeps points too. Every sharp
/// turn adds to a credit, and every position left out takes from it. While the credit is positive,
/// this second test is skipped, because there are enough points behind a corner.
///
/// The area is in degrees, so that more points are kept at high latitudes. The first and the last
/// position are always kept. The filter reads at most six positions ahead.
struct TrackSimplifier {
  private static let sharpTurn = 8e-9
  private static let gentleTurn = 9e-9
  private static let creditOfTurn = 12
  private static let creditMax = 30
  private static let reach = 6

  /// The positions, in the order of time, that the filter has not yet kept or left out.
  private var open: [Record] = []
  private var kept: Coordinate?
  private var newest: Instant?
  private var credit = 0

  /// Adds a position, and returns the positions that the filter has now decided to keep.
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

  /// Returns the remaining positions to keep and ends the track. The next position begins a new
  /// track.
  mutating func finish() -> [Record] {
    var decided: [Record] = []
    while open.count > 1 { decided += decideFirst() }
    decided += open
    self = TrackSimplifier()
    return decided
  }

  /// Decides if the first open position is kept.
  ///
  /// Near the end of the track, the last position replaces the sixth position ahead.
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
