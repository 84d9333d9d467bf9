import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("A person follows the ways of a map")
struct MappedRouteTests {
  /// Returns a day with one move on a route, straight to the east.
  private func day(
    _ mode: MotionMode, _ route: MappedRoute, seed: UInt64 = 1, area: AreaClass? = nil
  ) throws -> World {
    var move = Leg(.move(mode, to: .coordinate(spot(3000, 0))), area: area)
    move.route = route
    return try world([Leg(.stay(home), ending: .after(.hours(1))), move], seed: seed)
  }

  private func route(
    _ points: [Coordinate], _ ways: [(Int, MappedRoute.Way)], stops: [MappedRoute.Stop] = []
  ) -> MappedRoute {
    MappedRoute(
      points: points, pieces: ways.map { MappedRoute.Piece(firstPoint: $0.0, way: $0.1) },
      stops: stops)
  }

  private let line = [spot(0, 0), spot(1000, 0), spot(2000, 0), spot(3000, 0)]

  @Test("The path leads through every point of the route")
  func points() throws {
    let points = [spot(20, 0), spot(400, 300), spot(900, -200), spot(2900, 100)]
    let world = try day(.cycling, route(points, [(0, MappedRoute.Way())]))
    for point in points {
      #expect(world.person.knots.contains { $0.coordinate.distanceMeters(to: point) < 0.2 })
    }
  }

  @Test("A tunnel of the map is a span without sky and network, as long as on the map")
  func tunnel() throws {
    let ways = [
      (0, MappedRoute.Way(sky: .open)), (1, MappedRoute.Way(isTunnel: true)),
      (2, MappedRoute.Way(sky: .urban)),
    ]
    let world = try day(.automotive, route(line, ways))
    let spans = world.person.spans.filter { $0.mode == .automotive }
    #expect(spans.map(\.sky) == [.open, .none, .urban])
    #expect(spans.map(\.network) == [.cellular, .none, .cellular])
    // The second of three pieces of 1 km.
    let meters = world.person.pathLengthMeters(from: spans[1].start, to: spans[1].end)
    #expect(abs(meters - 1000) < 1)
  }

  @Test("A car keeps to the limit of each way, give or take its pace and the traffic")
  func limits() throws {
    let ways = [
      (0, MappedRoute.Way(speedLimitMetersPerSecond: 8)),
      (2, MappedRoute.Way(speedLimitMetersPerSecond: 20)),
    ]
    for seed in 1...20 {
      let world = try day(.automotive, route(line, ways), seed: UInt64(seed))
      let knots = world.person.knots
      let border = spot(2000, 0).longitude
      let slow = knots.filter { $0.coordinate.longitude < border }.map(\.speedMetersPerSecond)
      let fast = knots.filter { $0.coordinate.longitude >= border }.map(\.speedMetersPerSecond)
      // Pace 0.9 to 1.1, times flow 0.85 to 1.1.
      #expect((6.1...9.7).contains(slow.max() ?? 0))
      #expect((15.2...24.3).contains(fast.max() ?? 0))
    }
  }

  @Test("A walker does not care for the limits of cars")
  func walker() throws {
    let world = try day(
      .walking, route(line, [(0, MappedRoute.Way(speedLimitMetersPerSecond: 30))]))
    // 1.35 m/s, times pace and flow of 1.1 each at most.
    #expect((world.person.knots.map(\.speedMetersPerSecond).max() ?? 0) < 1.64)
  }

  @Test("A train stops at each station, and half of the cars at a signal")
  func stops() throws {
    func stopped(_ mode: MotionMode, _ cause: StopCause) throws -> Int {
      try (1...200).count { seed in
        let mapped = route(
          line, [(0, MappedRoute.Way())], stops: [MappedRoute.Stop(point: 1, cause: cause)])
        let knots = try day(mode, mapped, seed: UInt64(seed)).person.knots
        return zip(knots, knots.dropFirst()).contains { a, b in
          a.coordinate == b.coordinate && a.coordinate.distanceMeters(to: line[1]) < 1
        }
      }
    }
    #expect(try stopped(.train, .station) == 200)
    #expect(try stopped(.train, .signals) == 0)
    // 100 of 200 with a standard deviation of 7.
    #expect((75...125).contains(try stopped(.automotive, .signals)))
  }

  @Test("The area of a leg replaces the map's, and the sky of the map stays")
  func area() throws {
    let ways = [(0, MappedRoute.Way(sky: .open, area: .rural))]
    let world = try day(.walking, route(line, ways), area: .urban)
    #expect(world.person.spans.filter { $0.mode == .walking }.map(\.sky) == [.open])
    let own = try day(.walking, route(line, [(0, MappedRoute.Way(area: .rural))]))
    // The model's usual view of the sky in the country.
    #expect(own.person.spans.filter { $0.mode == .walking }.allSatisfy { $0.sky == .open })
  }

  @Test("The cell sites stand as the map's areas say, and a tunnel keeps the area before it")
  func areas() throws {
    let ways = [
      (0, MappedRoute.Way(area: .rural)), (1, MappedRoute.Way(isTunnel: true)),
      (2, MappedRoute.Way(area: .suburban)),
    ]
    let world = try day(.automotive, route(line, ways))
    let spans = world.person.spans.filter { $0.mode == .automotive }
    // A rural way may have patches of poor reception, each a span of its own.
    #expect(spans.filter { $0.sky == .none }.map(\.area) == [.rural])
    #expect(spans.first?.area == .rural)
    #expect(spans.last?.area == .suburban)
    let given = try day(.automotive, route(line, ways), area: .urban)
    #expect(given.person.spans.filter { $0.mode == .automotive }.allSatisfy { $0.area == .urban })
  }

  @Test("A stay has the area of its place on the map, unless its leg gives one")
  func areaOfPlace() throws {
    var cabin = Place(name: "cabin", coordinate: spot(0, 0))
    cabin.area = .rural
    let stays = [
      Leg(.stay(.place(0)), ending: .after(.hours(1))),
      Leg(.stay(.place(0)), ending: .after(.hours(1)), area: .suburban),
    ]
    var day = itinerary(stays, hours: 2)
    day.places = [cabin]
    let world = try World(itinerary: day, chance: SeededRandom(seed: 1))
    #expect(world.person.spans.map(\.area) == [.rural, .suburban])
  }

  @Test("A mapped move has no warning of a straight line, and an assumption of its own")
  func words() throws {
    let world = try day(.walking, route(line, [(0, MappedRoute.Way())]))
    #expect(world.warnings.isEmpty)
    #expect(world.assumptions.first?.hasPrefix("Moves follow the ways of a map") == true)
    #expect(!world.assumptions.contains { $0.contains("straight") })
  }

  @Test("A point or a piece that repeats changes neither the path nor the pieces")
  func repeats() throws {
    let points = [line[0], line[0], line[1], line[1], line[3]]
    let ways = [
      (0, MappedRoute.Way()), (2, MappedRoute.Way(isTunnel: true)), (3, MappedRoute.Way()),
    ]
    let world = try day(.walking, route(points, ways))
    let moving = world.person.spans.filter { $0.mode == .walking }
    // The tunnel lies between two points at one place, so it has no length.
    #expect(moving.allSatisfy { $0.sky != .none })
    #expect(abs(world.person.pathLengthMeters(from: world.start, to: world.end) - 3000) < 1)
  }
}
