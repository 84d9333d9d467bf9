import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("A replayed diary") struct DiaryReplayTests {
  private func point(
    _ hours: Double, _ place: Coordinate, _ onward: TracePoint.Onward = .unknown
  ) -> TracePoint {
    TracePoint(time: morning + .seconds(hours * 3600), coordinate: place, onward: onward)
  }

  @Test("A stay that it tells of is known and indoors, be it nine hours long")
  func stays() throws {
    let trace = Trace(
      name: "diary",
      points: [
        point(0, spot(0, 0), .staying), point(9, spot(0, 0), .moving(.cycling)),
        point(9.5, spot(5000, 0), .staying), point(9.6, spot(5000, 0)),
      ])
    let world = try replay(trace)
    #expect(world.segments.count == 1)
    let night = world.person.span(at: morning + .hours(4))
    #expect(night.mode == .still && night.isTruthKnown && night.isIndoors && night.sky == .indoors)
    #expect(night.end == morning + .hours(9))
    // Only the ends and the mode of the way between are known.
    let way = world.person.span(at: morning + .seconds(9.25 * 3600))
    #expect(way.mode == .cycling && !way.isTruthKnown)
    let shop = world.person.span(at: morning + .seconds(9.55 * 3600))
    #expect(shop.mode == .still && shop.isTruthKnown)
    #expect(world.assumptions.contains { $0.hasPrefix("2 stays were taken from the recording") })
  }

  @Test("Without a diary the same points break the stretch off")
  func plainPoints() throws {
    let trace = Trace(
      name: "points",
      points: [
        point(0, spot(0, 0)), point(0.05, spot(0, 0)), point(9, spot(0, 0)),
        point(9.05, spot(0, 0)),
      ])
    #expect(try replay(trace).segments.count == 2)
  }

  @Test("A stay that rests run into is not cut back by who leaves slowly")
  func restBeforeStay() throws {
    // Ten minutes at rest by fixes, a stay of two hours by the diary, then away at 0.6 m/s.
    var points = (0..<20).map { point(Double($0) / 120, spot(0, 0)) }
    points += [point(0.2, spot(0, 0), .staying), point(2.2, spot(0, 0))]
    points += (1..<60).map { point(2.2 + Double($0) / 360, spot(36 + Double($0) * 6, 0)) }
    let world = try replay(Trace(name: "leaving", points: points))
    let atLast = world.person.position(at: morning + .seconds(2.19 * 3600))
    #expect(atLast.distanceMeters(to: spot(0, 0)) < 0.1)
    #expect(world.person.span(at: morning + .seconds(2.19 * 3600)).mode == .still)
  }

  @Test("A mode that it names overrides the guess from speed")
  func modes() throws {
    // By its speed, 1.4 m/s, this is a walk.
    func points(_ onward: TracePoint.Onward) -> [TracePoint] {
      (0..<60).map { point(Double($0) * 10 / 3600, spot(Double($0) * 14, 0), onward) }
    }
    let guessed = try replay(Trace(name: "walk", points: points(.unknown)))
    #expect(guessed.person.spans.map(\.mode) == [.walking])
    #expect(guessed.assumptions.contains { $0.hasPrefix("Modes of motion were guessed") })
    let reported = try replay(Trace(name: "tram", points: points(.moving(.train))))
    #expect(reported.person.spans.map(\.mode) == [.train])
    #expect(reported.assumptions.contains { $0.hasPrefix("Modes of motion are the recording's") })
  }

  @Test("A stay one of whose ends cannot be true is none")
  func halfStay() {
    var points = [point(0, spot(0, 0), .staying), point(1, spot(30, 0))]
    points += (2..<20).map { point(1 + Double($0) / 100, spot(30, Double($0))) }
    let sound = Trace(name: "half", points: points).soundPoints()
    #expect(sound[0].point.onward == .unknown)
  }
}
