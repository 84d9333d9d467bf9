import EventKernel
import Geodesy
import Timekeeping

@testable import World

// The world of the tests: a town with three places, and shorthands for legs and recordings.

/// The instant 2026-03-02T07:00:00Z.
let morning = Instant(nanoseconds: 1_772_434_800 * 1_000_000_000)
let homeCoordinate = Coordinate(latitude: 45.52, longitude: -122.68)

/// Returns the place at these meters east and north of home.
func spot(_ east: Double, _ north: Double) -> Coordinate {
  LocalScale(latitude: homeCoordinate.latitude).coordinate(
    homeCoordinate, moved: Displacement(eastMeters: east, northMeters: north))
}

let home = Waypoint.place(0)
let office = Waypoint.place(1)
let park = Waypoint.place(2)
let testPlaces = [
  Place(name: "home", coordinate: homeCoordinate, wifiName: "HomeNet", hasCharger: true),
  Place(name: "office", coordinate: spot(6000, -2000)),
  Place(name: "park", coordinate: spot(800, 900), isIndoors: false),
]

func itinerary(
  _ legs: [Leg], area: AreaClass = .urban, hours: Double = 24, carried: Carrying = .pocket
) -> Itinerary {
  Itinerary(
    start: morning, end: morning + .seconds(hours * 3600), calendar: .utc, places: testPlaces,
    area: area, legs: legs, carried: carried)
}

func world(
  _ legs: [Leg], area: AreaClass = .urban, hours: Double = 24, seed: UInt64 = 1
) throws -> World {
  try World(itinerary: itinerary(legs, area: area, hours: hours), chance: SeededRandom(seed: seed))
}

func commuterLegs(_ mode: MotionMode = .automotive) -> [Leg] {
  [
    Leg(.stay(home), ending: .after(.hours(1)), endingSpread: .minutes(15)),
    Leg(.move(mode, to: office), via: [spot(3000, 100), spot(3100, -1500)]),
    Leg(.stay(office), ending: .after(.hours(8))),
    Leg(.move(mode, to: home), via: [spot(3000, -1900)]),
    Leg(.stay(home)),
  ]
}

/// Returns a recording with one point for each second and place.
func trace(_ points: [(seconds: Double, place: Coordinate)], accuracyMeters: Double? = nil) -> Trace
{
  Trace(
    name: "test",
    points: points.map {
      TracePoint(
        time: morning + .seconds($0.seconds), coordinate: $0.place,
        horizontalAccuracyMeters: accuracyMeters)
    })
}

func replay(
  _ trace: Trace, area: AreaClass = .urban, inferringStays: Bool = false
) throws -> World {
  try World(
    replaying: trace, area: area, calendar: .utc, carried: .pocket,
    inferringStays: inferringStays, chance: SeededRandom(seed: 1))
}

extension World {
  var personMeters: Double { person.pathLengthMeters(from: start, to: end) }
}

extension Trajectory {
  func position(at time: Instant) -> Coordinate {
    var cursor = TrajectoryCursor()
    return cursor.position(at: time, on: self).coordinate
  }

  func span(at time: Instant) -> Span {
    var cursor = TrajectoryCursor()
    return cursor.span(at: time, on: self)
  }
}
