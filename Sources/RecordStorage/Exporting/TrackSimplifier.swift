import Geodesy
import Timekeeping
import TrackingEngine

/// A filter that leaves out positions that hardly change a track's course, as the app Drives does
/// in its maps.
///
/// The filter always keeps the first and the last position of a track. For each other position, it
/// draws two vectors from the last kept position: one to the tested position and one to a later
/// position. The area of the parallelogram between the vectors, in square degrees, measures the
/// turn. The filter keeps the tested position if the turn exceeds the limit of one of two tests:
///
/// - Sharp turn: the later position is the position after the tested position.
/// - Gentle bend: the later position is the sixth position after the tested position.
///
/// A corner with a sharp turn has enough points, so the second test pauses after the corner. A
/// counter determines the length of the pause. Each sharp turn adds 12 to the counter, up to 30 in
/// total. Each position that is left out subtracts 1. The second test runs while the counter is
/// zero or negative.
///
/// A degree of longitude is shorter at high latitudes, so the same turn has a larger area in
/// degrees. The filter therefore keeps more points at high latitudes.
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
    let time = record.location.timestamp
    // An export may begin with the newest.
    if let newest, max(time - newest, newest - time) > Track.gapMax { decided = finish() }
    newest = time
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

  /// Tests the first open position, and returns that position if the filter keeps it.
  ///
  /// The second test compares with the sixth position ahead. If fewer than six positions follow,
  /// the test uses the last position instead.
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
