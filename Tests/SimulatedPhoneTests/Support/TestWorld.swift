import EventKernel
import Geodesy
import Timekeeping

@testable import World

/// A piece of a day: its length, speed and sky.
struct Piece {
  var minutes: Double
  var mode: MotionMode
  var metersPerSecond: Double
  var sky: SkyView
  var network: NetworkAvailability
  var place: Int?
  /// Degrees clockwise from north.
  var course: Double = 90
  var carried = Carrying.pocket

  func carried(_ carried: Carrying) -> Piece {
    var piece = self
    piece.carried = carried
    return piece
  }

  static func still(
    minutes: Double, sky: SkyView = .indoors, network: NetworkAvailability = .wifi,
    place: Int? = nil, carried: Carrying = .pocket
  ) -> Piece {
    Piece(
      minutes: minutes, mode: .still, metersPerSecond: 0, sky: sky, network: network, place: place,
      carried: carried)
  }

  static func walk(
    minutes: Double, metersPerSecond: Double = 1.4, sky: SkyView = .open,
    network: NetworkAvailability = .cellular, course: Double = 90
  ) -> Piece {
    Piece(
      minutes: minutes, mode: .walking, metersPerSecond: metersPerSecond, sky: sky,
      network: network, course: course)
  }

  static func drive(
    minutes: Double, metersPerSecond: Double = 12, sky: SkyView = .open,
    network: NetworkAvailability = .cellular, course: Double = 90
  ) -> Piece {
    Piece(
      minutes: minutes, mode: .automotive, metersPerSecond: metersPerSecond, sky: sky,
      network: network, course: course)
  }
}

extension Piece {
  fileprivate func end(from here: Coordinate, afterSeconds seconds: Double) -> Coordinate {
    let meters = metersPerSecond * seconds
    let radians = course * .pi / 180
    return LocalScale(latitude: here.latitude).coordinate(
      here,
      moved: Displacement(
        eastMeters: meters * sine(radians), northMeters: meters * sine(radians + .pi / 2)))
  }
}

/// 08:00 in the zone of the tests, which is UTC.
let morning = Instant(nanoseconds: 1_772_438_400_000_000_000)
let home = Coordinate(latitude: 45.52, longitude: -122.67)

extension World {
  /// Makes a world of pieces one after the other, in straight lines from `home`.
  init(
    _ pieces: [Piece], places: [Place] = [], cellSpacingMeters: Double = 500, seed: UInt64 = 1,
    calendar: LocalCalendar = .utc
  ) {
    var knots = [Knot(time: morning, coordinate: home)]
    var spans: [Span] = []
    for piece in pieces {
      let last = knots.count - 1
      let length = TimeSpan.seconds(piece.minutes * 60)
      knots[last].speedMetersPerSecond = Float(piece.metersPerSecond)
      knots[last].courseDegrees = Float(piece.course)
      // A scale is accurate within some kilometers only, so long ways get a knot every 5 min.
      let steps = max(1, Int((piece.minutes / 5).rounded(.up)))
      let start = knots[last].time
      for step in 1...steps {
        let next = piece.end(
          from: knots[knots.count - 1].coordinate, afterSeconds: length.seconds / Double(steps))
        knots.append(
          Knot(
            time: start + length * (Double(step) / Double(steps)), coordinate: next,
            speedMetersPerSecond: step < steps ? Float(piece.metersPerSecond) : 0,
            courseDegrees: Float(piece.course)))
      }
      spans.append(
        Span(
          start: start, end: knots[knots.count - 1].time, firstKnot: last,
          lastKnot: knots.count - 1, mode: piece.mode, place: piece.place,
          isIndoors: piece.sky == .indoors, sky: piece.sky, network: piece.network,
          carried: piece.carried))
    }
    let trajectory = Trajectory(knots: knots, spans: spans)
    self.init(
      calendar: calendar, places: places, person: trajectory, phone: trajectory,
      cells: CellLayout(spacingMeters: cellSpacingMeters, chance: SeededRandom(seed: seed)),
      segments: [Segment(start: morning, end: knots[knots.count - 1].time)])
  }

  func truth(at instant: Instant) -> Coordinate {
    var cursor = TrajectoryCursor()
    return cursor.position(at: instant, on: phone).coordinate
  }
}
