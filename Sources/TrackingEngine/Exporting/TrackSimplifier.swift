import Geodesy
import Timekeeping

/// Leaves out the positions of a track that hardly change its course, as Drives does to show a drive.
///
/// What counts is the area, in square degrees, of the parallelogram between two ways from the position
/// kept last: the one to this position, and the one to a position after it. First the very next one is
/// looked at; if the way to it is all but straight, the sixth from here, so that a long gentle bend keeps
/// points too. That second look is held back by a credit which every sharp turn earns and every position
/// left out spends: behind a corner there are points enough.
///
/// Measured in degrees, so that it keeps more at high latitudes. First and last always stay. It needs to
/// know six positions ahead and no more.
struct TrackSimplifier {
  private static let sharpTurn = 8e-9
  private static let gentleTurn = 9e-9
  private static let creditOfTurn = 12
  private static let creditMax = 30
  private static let reach = 6

  /// Not decided about yet, in the order of time.
  private var open: [Record] = []
  private var kept: Coordinate?
  private var newest: Instant?
  private var credit = 0

  /// The positions that are now known to stay.
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

  /// The rest; what follows is a track of its own.
  mutating func finish() -> [Record] {
    var decided: [Record] = []
    while open.count > 1 { decided += decideFirst() }
    decided += open
    self = TrackSimplifier()
    return decided
  }

  /// Near the end the last position stands for the sixth from here.
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
