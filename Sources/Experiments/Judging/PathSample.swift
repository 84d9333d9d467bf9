import Geodesy
import Timekeeping
import World

/// Positions in order of time, as many as a map can show.
///
/// A long path keeps every second, fourth or eighth position, so that memory is bounded.
struct PathSample {
  /// The largest number of positions.
  static let countMax = 2000

  private(set) var points: [PathPoint] = []
  private var step = 1
  private var seen = 0

  mutating func add(_ coordinate: Coordinate, at time: Instant) {
    if seen % step == 0 {
      if points.count == Self.countMax { halve() }
      if seen % step == 0 {
        points.append(
          PathPoint(time: time, latitude: coordinate.latitude, longitude: coordinate.longitude))
      }
    }
    seen += 1
  }

  private mutating func halve() {
    points = points.indices.filter { $0 % 2 == 0 }.map { points[$0] }
    step *= 2
  }
}

extension PathSample {
  /// The shortest time between two true positions.
  private static let trueStepMin = TimeSpan.seconds(5.0)

  /// Makes the path of the person in some periods. Of a rest only the start is on it.
  init(of world: World, in periods: [Segment]) {
    let whole = periods.reduce(.zero) { $0 + ($1.end - $1.start) }
    let step = max(Self.trueStepMin, whole * (1 / Double(4 * Self.countMax)))
    var cursor = TrajectoryCursor()
    for period in periods {
      var last: Coordinate?
      var time = period.start
      while time <= period.end {
        let position = cursor.position(at: time, on: world.person).coordinate
        if position != last { add(position, at: time) }
        last = position
        time = time + step
      }
    }
  }
}
