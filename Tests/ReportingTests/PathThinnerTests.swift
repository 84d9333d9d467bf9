import Geodesy
import Testing

@testable import Reporting
@testable import RunViews

@Suite("Paths for pictures")
struct PathThinnerTests {
  private static let origin = Coordinate(latitude: 52.5, longitude: 13.4)
  private static let scale = LocalScale(latitude: 52.5)

  private func point(_ seconds: Double, east: Double, north: Double) -> PathThinner.Point {
    PathThinner.Point(
      seconds: seconds,
      coordinate: Self.scale.coordinate(
        Self.origin, moved: Displacement(eastMeters: east, northMeters: north)))
  }

  private func thinned(
    _ points: [PathThinner.Point], toleranceMeters: Double = 5, countMax: Int = 4000
  )
    -> (points: [PathThinner.Point], toleranceMeters: Double)
  {
    var thinner = PathThinner(toleranceMeters: toleranceMeters, countMax: countMax)
    for point in points { thinner.add(point) }
    return (thinner.finished(), thinner.toleranceMeters)
  }

  /// Returns the position of the thinned path at a time.
  private func position(_ path: [PathThinner.Point], at seconds: Double) -> Coordinate? {
    guard let after = path.firstIndex(where: { $0.seconds >= seconds }) else { return nil }
    guard after > 0 else { return path[0].coordinate }
    let (one, other) = (path[after - 1], path[after])
    let share = (seconds - one.seconds) / (other.seconds - one.seconds)
    return one.coordinate.interpolated(to: other.coordinate, share: share)
  }

  @Test("Positions of one time are thinned too, and the path ends where it did")
  func oneTime() {
    let points = (0..<1000).map { point(60, east: Double($0) * 50, north: 0) }
    let path = thinned([point(0, east: 0, north: 0)] + points, countMax: 100).points
    #expect(path.count <= 100)
    #expect(path.last?.coordinate == points.last?.coordinate)
  }

  @Test("Even motion and rest leave their ends, a corner stays")
  func corner() {
    let east = (0...100).map { point(Double($0), east: Double($0) * 10, north: 0) }
    let north = (1...100).map { point(100 + Double($0), east: 1000, north: Double($0) * 10) }
    let rest = (1...1000).map { point(200 + Double($0), east: 1000, north: 1000) }
    let path = thinned(east + north + rest).points
    #expect(path.count <= 5)
    #expect(path.first?.seconds == 0 && path.last?.seconds == 1200)
    #expect(
      path.contains { abs($0.seconds - 100) <= 1 } && path.contains { abs($0.seconds - 200) <= 1 })
  }

  @Test("No position lies farther off the thinned path than twice the tolerance")
  func tolerance() throws {
    // A winding way with noise that repeats only after 7 × 11 positions.
    let points = (0..<2000).map { step -> PathThinner.Point in
      let east = Double(step * 3 + step % 7)
      let north = Double((step / 150) % 2 * 40 + step % 11)
      return point(Double(step), east: east, north: north)
    }
    let path = thinned(points)
    #expect(path.points.count < points.count / 2)
    for point in points {
      let drawn = try #require(position(path.points, at: point.seconds))
      // The error may be 5 units of 2 m along each axis, and 0.1 m for the scale.
      #expect(drawn.distanceMeters(to: point.coordinate) <= 2 * 5 * 2.0.squareRoot() + 0.1)
    }
  }

  @Test("However long, a path keeps no more positions than it may, and says how coarse it is")
  func bounded() {
    let points = (0..<20_000).map { step -> PathThinner.Point in
      let east = Double(step * 7919 % 1000)
      let north = Double(step * 104_729 % 1000)
      return point(Double(step), east: east, north: north)
    }
    let path = thinned(points, countMax: 500)
    #expect(path.points.count <= 501)
    #expect(path.toleranceMeters > 5)
    #expect(path.points.last?.seconds == 19_999)
  }

  @Test("Of a jump both ends stay")
  func jump() {
    let path = thinned([
      point(0, east: 0, north: 0), point(10, east: 0, north: 0), point(10, east: 5000, north: 0),
      point(20, east: 5000, north: 0),
    ]).points
    #expect(path.map(\.seconds) == [0, 10, 10, 20])
  }
}

@Suite("Lanes, levels and marks for pictures")
struct ThinnerTests {
  @Test("Pieces that touch and say the same are one; the shortest go when there are too many")
  func lane() {
    var lane = LaneThinner(countMax: 10)
    lane.add(LanePiece(start: 0, end: 5, label: "a"))
    lane.add(LanePiece(start: 5, end: 9, label: "a"))
    #expect(lane.pieces == [LanePiece(start: 0, end: 9, label: "a")])
    for index in 0..<40 {
      let start = 100 + Double(index) * 10
      lane.add(LanePiece(start: start, end: start + (index == 20 ? 8 : 0.5), label: "b\(index)"))
    }
    #expect(lane.pieces.count <= 10)
    #expect(lane.pieces.contains { $0.label == "b20" })
  }

  @Test("A state is told from its beginning to its end, and nothing where there is none")
  func state() {
    var lane = StateLane()
    lane.set("on", at: 1)
    lane.set("on", at: 2)
    lane.set(nil, at: 4)
    lane.set("off", at: 6)
    lane.close(at: 9)
    #expect(
      lane.pieces == [
        LanePiece(start: 1, end: 4, label: "on"), LanePiece(start: 6, end: 9, label: "off"),
      ])
  }

  @Test("A level keeps its peaks and dips")
  func level() {
    var level = LevelThinner(countMax: 20)
    for step in 0..<1000 {
      level.set(step == 500 ? 77 : step == 510 ? -7 : Double(step % 2), at: Double(step * 10))
    }
    let levels = level.finished()
    #expect(levels.count <= 20)
    #expect(levels.contains { $0.value == 77 } && levels.contains { $0.value == -7 })
    #expect(levels.last == Level(seconds: 9990, value: 1))
    #expect(levels.map(\.seconds) == levels.map(\.seconds).sorted())
  }

  @Test("Marks of one kind do not crowd out those of another, and stay in order")
  func marks() {
    var marks = MarkThinner(countMax: 50)
    for step in 0..<1000 { marks.add(Mark(seconds: Double(step), kind: .wake, text: "w")) }
    marks.add(Mark(seconds: 10.5, kind: .tap, text: "t"))
    let seconds = marks.marks.map(\.seconds)
    #expect(seconds.count <= 51 && seconds == seconds.sorted())
    #expect(marks.marks.contains { $0.kind == .tap })
  }

  @Test("Positions in close succession are one piece, whose newest stamp is known")
  func recording() {
    var recording = RecordingThinner()
    recording.add(at: 10, stamp: 5)
    recording.add(at: 11, stamp: 11)
    recording.add(at: 500, stamp: 400)
    recording.add(at: 501, stamp: 300)
    #expect(
      recording.pieces == [
        RecordingPiece(start: 10, end: 11, count: 2, newestStamp: 11),
        RecordingPiece(start: 500, end: 501, count: 2, newestStamp: 400),
      ])
  }
}
