import Geodesy
import Testing
import World

@testable import Maps

@Suite("Matching a trip to the ways of a map")
struct TripMatcherTests {
  /// A way that is not the shortest: out to the east, north, back to the west and east again.
  private let meander = TownWalk([
    (50, 100), (900, 100), (900, 300), (200, 300), (200, 600), (900, 600), (900, 1000),
  ])

  private func matches(
    _ points: [TracePoint], in town: GridTown = GridTown()
  ) throws -> [OrderedProjection.Match?] {
    try TripMatcher(points, mode: .automotive, router: town).matches
  }

  @Test("A recording of a known way returns to it, but for the error along the way")
  func knownWay() throws {
    var (before, after): ([Double], [Double]) = ([], [])
    var (off, count) = (0, 0)
    for seed in UInt64(1)...20 {
      let points = meander.recorded(deviationMeters: 5, seed: seed)
      let matches = try matches(points)
      for (index, truth) in meander.truth.enumerated() {
        count += 1
        before.append(points[index].coordinate.distanceMeters(to: truth))
        guard let match = matches[index] else {
          off += 1
          continue
        }
        after.append(match.position.distanceMeters(to: truth))
        #expect(GridTown.metersToStreet(match.position) < 0.1)
      }
    }
    // The median distance of a normal distribution in two directions is 1.177 deviations, in one
    // direction 0.674. The order of the points takes away some of the error along the way.
    #expect(abs(median(before) - 1.177 * 5) < 0.25, "\(median(before))")
    #expect((0.5 * 5...0.674 * 5).contains(median(after)), "\(median(after))")
    #expect(Double(off) < 0.01 * Double(count), "\(off) of \(count)")
  }

  @Test("Points keep their order along the way, and none moves farther than its reach")
  func order() throws {
    let line = RouteLine([meander.truth])
    for seed in UInt64(1)...20 {
      for deviation in [1.0, 5, 15] {
        let points = meander.recorded(deviationMeters: deviation, seed: seed)
        let matches = OrderedProjection(points[...], on: line).matches
        let along = matches.compactMap { $0?.metersAlong }
        #expect(zip(along, along.dropFirst()).allSatisfy { $0 <= $1 })
        for (point, match) in zip(points, matches) {
          guard let match else { continue }
          #expect(match.moveMeters <= point.reachMeters)
          #expect(
            abs(match.moveMeters - point.coordinate.distanceMeters(to: match.position)) < 0.01)
        }
      }
    }
  }

  @Test("A way out and back on one street has its points in the right half")
  func outAndBack() {
    let walk = TownWalk([(0, 0), (500, 0), (0, 0)])
    let points = walk.recorded(deviationMeters: 5, seed: 1)
    let matches = OrderedProjection(points[...], on: RouteLine([walk.truth])).matches
    for (index, match) in matches.enumerated() {
      // 10 m a second; the noise is 5 m.
      #expect(abs((match?.metersAlong ?? -100) - Double(index) * 10) < 25, "\(index)")
    }
  }

  @Test("A shortcut over a field stays as recorded, and the streets around it are matched")
  func field() throws {
    let walk = TownWalk([(50, 100), (500, 100), (900, 500), (900, 1000)])
    let points = walk.recorded(deviationMeters: 3, seed: 2)
    let matches = try matches(points)
    // 45 points on the first street, 56 on the diagonal, 50 on the last street. The diagonal
    // crosses a street each 71 m, and no point of it is moved to that street.
    #expect(matches[..<40].allSatisfy { $0 != nil })
    #expect(matches[106...].allSatisfy { $0 != nil })
    #expect(matches[50..<96].allSatisfy { $0 == nil })
  }

  @Test("A passage that is no way of the map is not replaced by a detour")
  func detour() throws {
    // A wall with one passage, which the map does not know, 600 m from the gate.
    let wall = (0...11).map { x in
      GridTown.Street(a: GridTown.Corner(x: x, y: 5), b: GridTown.Corner(x: x, y: 6))
    }
    let walk = TownWalk([(600, 50), (600, 1000)])
    let matches = try matches(
      walk.recorded(deviationMeters: 3, seed: 3), in: GridTown(closed: Set(wall)))
    for (index, match) in matches.enumerated() {
      let (east, _) = GridTown.meters(match?.position ?? walk.truth[index])
      #expect(abs(east - 600) < 40, "point \(index) is at \(east) m")
    }
    // The passage leads from 500 m to 600 m to the north, at 10 m a second from 50 m on.
    #expect(matches[..<40].allSatisfy { $0 != nil })
    #expect(matches[60...].allSatisfy { $0 != nil })
  }

  @Test("A trip for which the map has only a much longer way stays as recorded")
  func longWay() throws {
    let points = TownWalk([(0, 0), (150, 0)]).recorded(deviationMeters: 1, seed: 1)
    // With a spur of 300 m the way is 750 m long, with one of 50 m it is 250 m long.
    for (spur, isMatched) in [(300.0, false), (50, true)] {
      let line = [(0.0, 0.0), (75, 0), (75, spur), (75, 0), (150, 0)].map(GridTown.at)
      let matches = try TripMatcher(
        points, mode: .walking, router: KnownLine(points: line)
      ).matches
      #expect(matches.allSatisfy { ($0 != nil) == isMatched }, "\(spur)")
    }
  }

  @Test("A line that spans the globe, or has no valid positions, is refused")
  func wildLines() {
    let points = TownWalk([(0, 0), (500, 0)]).recorded(deviationMeters: 1, seed: 1)
    for latitude in [-46.0, 900, .nan] {
      let router = KnownLine(
        points: [points[0].coordinate, Coordinate(latitude: latitude, longitude: 9)])
      #expect(throws: RoutingFailure.self) {
        try TripMatcher(points, mode: .walking, router: router)
      }
    }
  }

  @Test("A trip with more points than a request takes is matched in several")
  func severalRequests() throws {
    let points = meander.recorded(deviationMeters: 5, seed: 4)
    let matches = try matches(points, in: GridTown(tracePointsMax: 20))
    #expect(matches.count { $0 == nil } < points.count / 50)
  }

  @Test("Numbers are put in order by the mean of those that are not")
  func inOrderOfNumbers() {
    #expect(inOrder([1, 2, 3]) == [1, 2, 3])
    #expect(inOrder([1, 3, 2, 4]) == [1, 2.5, 2.5, 4])
    #expect(inOrder([3, 2, 1]) == [2, 2, 2])
    #expect(inOrder([]) == [])
  }
}
